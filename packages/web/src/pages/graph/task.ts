/** Sets the task of a block: by the button beside each task, and by a form with its dates. @see assistants 3 */
import { isOpen, isoDay, nextDay, parseBlock } from '@notegraph/block-text'
import { checkBody, SetTask, type SetTaskAnswer } from '@notegraph/contract'
import type { Refusal } from '@notegraph/service'
import type { WebDeps } from '../../deps.ts'
import { html, type Html } from '../../html.ts'
import type { Routes, View, Visit } from '../../page.ts'
import { redirectWithFlash } from '../../components/flash-message.ts'
import { fieldOf } from '../../components/form.ts'
import { pageLink, TASK_PATH } from '../../components/links.ts'
import { liveBlock } from '../../components/live-block.ts'
import { notFound } from '../../components/not-found.ts'
import { TASK_LABELS, taskForm, type TaskFields } from '../../components/task-form.ts'
import { asPerson } from '../../writing/as-person.ts'
import { refusedView } from '../../writing/refused.ts'
import { writtenNotice } from '../../writing/written.ts'
import { backOf, editedBlock } from './edited-block.ts'

export function taskRoutes(on: Routes, deps: WebDeps): void {
  on.get(TASK_PATH, (visit) => edit(deps, visit))
  on.write(TASK_PATH, {
    labelOf: (name) => (name === 'scheduled' || name === 'deadline' ? TASK_LABELS[name] : undefined),
    act: (visit, form) => save(deps, visit, form),
  })
}

async function edit(deps: WebDeps, visit: Visit): Promise<View> {
  const id = visit.query.get('id') ?? ''
  const block = await editedBlock(deps, visit, id)
  if (!block) return notFound('Task not found', { code: 'not_found', what: 'block', name: id })
  const { text, version, pageName, pageId } = block
  return {
    title: 'Edit task',
    body: html`${!visit.isPart && html`<p class="muted">on ${pageLink(pageName, pageId)}</p>`}
    ${taskForm({ id, content: text, version, back: backOf(deps, visit, id), isPart: visit.isPart })}`,
  }
}

async function save(deps: WebDeps, visit: Visit, form: FormData): Promise<View | Response> {
  const id = visit.query.get('id') ?? ''
  const isTick = !form.has('scheduled')
  const body = checkBody(SetTask, {
    ...sentOf(form),
    ...(form.get('state') === 'done' && (await repeats(deps, visit, id)) && { repeat: true }),
  })
  const refused = async (refusal: Refusal): Promise<View> =>
    refusedView(
      'Task not changed',
      refusal,
      isTick ? await liveBlock(deps, visit, id) : await again(deps, visit, id, form),
    )
  if (!body.ok) return refused({ code: 'bad_request', error: body.error })
  const set = await asPerson(visit, (person) => deps.writes.setTask(person, id, body.value))
  if (!set.ok) return refused(set.refusal)
  const { changeId } = set.value
  const written = { words: wordsOf(set.value.value(), isTick), changeId }
  if (!visit.isPart) return redirectWithFlash(deps.baseUrl(), backOf(deps, visit, id, form), written)
  return { title: 'Task', body: html`${writtenNotice(written)} ${await liveBlock(deps, visit, id)}` }
}

/** The fields of the form as a body of the API. An empty field removes the date or the priority. */
function sentOf(form: FormData): object {
  const { back: _, ...sent } = Object.fromEntries(form)
  const orNull = (name: string) => (sent[name] === '' ? { [name]: null } : {})
  return { ...sent, ...orNull('priority'), ...orNull('scheduled'), ...orNull('deadline') }
}

/** The form with what was typed, for the block as it is now. */
async function again(deps: WebDeps, visit: Visit, id: string, form: FormData): Promise<Html> {
  const block = await editedBlock(deps, visit, id)
  if (!block) return html``
  const typed: TaskFields = {
    state: fieldOf(form, 'state'),
    priority: fieldOf(form, 'priority'),
    scheduled: fieldOf(form, 'scheduled'),
    deadline: fieldOf(form, 'deadline'),
  }
  const { text, version } = block
  const back = backOf(deps, visit, id, form)
  return html`<pre dir="auto" aria-label="Current text">${text}</pre>
    ${taskForm({ id, content: text, version, back, isPart: visit.isPart, typed })}`
}

/** Whether an open task moves to its next day when it is done. */
async function repeats(deps: WebDeps, visit: Visit, id: string): Promise<boolean> {
  const block = await editedBlock(deps, visit, id)
  if (!block) return false
  const { marker, layout } = parseBlock(block.text)
  if (marker !== undefined && !isOpen(marker)) return false
  const today = deps.reader.today(visit.caller)
  return [layout.scheduled, layout.deadline].some((date) => date && nextDay(date, today) !== undefined)
}

function wordsOf({ changed, repeats, block }: SetTaskAnswer, isTick: boolean): string {
  if (!changed) return 'The task is unchanged.'
  if (repeats !== undefined) return `Task done. It is next due on ${isoDay(repeats)}.`
  if (!isTick) return 'Task saved.'
  return block.marker === 'DONE' ? 'Task done.' : 'Task reopened.'
}
