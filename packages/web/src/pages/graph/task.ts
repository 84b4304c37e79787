/** Sets the task of a block: the button beside each task. @see assistants 3 */
import { parseBlock, nextDay, isoDay } from '@notegraph/block-text'
import { checkBody, SetTask, type SetTaskAnswer } from '@notegraph/contract'
import type { Refusal } from '@notegraph/service'
import type { WebDeps } from '../../deps.ts'
import { html } from '../../html.ts'
import type { Routes, View, Visit } from '../../page.ts'
import { redirectWithFlash } from '../../components/flash-message.ts'
import { blockAddress, TASK_PATH } from '../../components/links.ts'
import { liveBlock } from '../../components/live-block.ts'
import { asPerson } from '../../writing/as-person.ts'
import { refusedView } from '../../writing/refused.ts'
import { sentFrom } from '../../writing/sent-from.ts'
import { writtenNotice } from '../../writing/written.ts'

export function taskRoutes(on: Routes, deps: WebDeps): void {
  on.write(TASK_PATH, {
    // A tick has no words.
    labelOf: () => undefined,
    async act(visit, form) {
      const id = visit.query.get('id') ?? ''
      const body = checkBody(SetTask, {
        ...Object.fromEntries(form),
        ...(form.get('state') === 'done' && (await repeats(deps, visit, id)) && { repeat: true }),
      })
      if (!body.ok) return refused(deps, visit, id, { code: 'bad_request', error: body.error })
      const set = await asPerson(deps, visit, (person) => deps.writes.setTask(person, id, body.value))
      if (!set.ok) return refused(deps, visit, id, set.refusal)
      const written = { words: wordsOf(set.value.value()), changeId: set.value.changeId }
      if (!visit.isPart)
        return redirectWithFlash(
          deps.baseUrl(),
          sentFrom(visit, deps.baseUrl(), { fallback: blockAddress(id) }),
          written,
        )
      return { title: 'Task', body: html`${writtenNotice(written)} ${await liveBlock(deps, visit, id)}` }
    },
  })
}

/** Whether a task moves to its next day when it is done. */
async function repeats({ reader }: WebDeps, { caller }: Visit, id: string): Promise<boolean> {
  const block = await reader.graph(caller).blocks.find(id)
  if (!block) return false
  const { scheduled, deadline } = parseBlock(block.content).layout
  const today = reader.today(caller)
  return [scheduled, deadline].some((date) => date && nextDay(date, today) !== undefined)
}

function wordsOf({ changed, repeats, block }: SetTaskAnswer): string {
  if (!changed) return 'The task is unchanged.'
  if (repeats !== undefined) return `Task done. It is next due on ${isoDay(repeats)}.`
  return block.marker === 'DONE' ? 'Task done.' : 'Task reopened.'
}

const refused = async (deps: WebDeps, visit: Visit, id: string, refusal: Refusal): Promise<View> =>
  refusedView('Task not changed', refusal, await liveBlock(deps, visit, id))
