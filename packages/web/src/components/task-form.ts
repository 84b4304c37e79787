/** The form with the state, the priority and the dates of a task. */
import { isoDay, parseBlock, PRIORITIES, type DateMark } from '@notegraph/block-text'
import { TASK_STATES } from '@notegraph/contract'
import { html, type Html } from '../html.ts'
import { options } from './options.ts'
import { TASK_PATH, withId } from './links.ts'

/** The values of the fields; a date is YYYY-MM-DD or empty. */
export type TaskFields = Readonly<Record<'state' | 'priority' | 'scheduled' | 'deadline', string>>

export const TASK_LABELS: Readonly<Record<keyof TaskFields, string>> = {
  state: 'State',
  priority: 'Priority',
  scheduled: 'Scheduled',
  deadline: 'Deadline',
}

export interface TaskForm {
  readonly id: string
  /** The text of the block. */
  readonly content: string
  /** The version of the block that the person sees. */
  readonly version: string
  /** The page to return to. */
  readonly back: string
  /** Whether a script shows the form in place. */
  readonly isPart: boolean
  /** Values that were refused. */
  readonly typed?: TaskFields
}

const STATES = [
  ...TASK_STATES.map((state) => [state, state.toUpperCase()] as const),
  ['none', 'No task'],
] as const

export function taskForm({ id, content, version, back, isPart, typed }: TaskForm): Html {
  const { marker, priority, layout } = parseBlock(content)
  const { state, ...fields } = typed ?? {
    state: marker?.toLowerCase() ?? 'none',
    priority: priority ?? '',
    scheduled: dayOf(layout.scheduled),
    deadline: dayOf(layout.deadline),
  }
  return html`<form
    class="editor"
    method="post"
    action="${withId(TASK_PATH, id)}"
    ${isPart && html`data-write`}
  >
    <input type="hidden" name="if_unchanged" value="${version}" />
    <input type="hidden" name="back" value="${back}" />
    <div class="filters">
      ${choice(id, 'state', STATES, state)}
      ${choice(id, 'priority', [['', 'None'], ...PRIORITIES.map((one) => [one, one] as const)], fields.priority)}
      ${date(id, 'scheduled', fields.scheduled, layout.scheduled)}
      ${date(id, 'deadline', fields.deadline, layout.deadline)}
    </div>
    <div class="actions">
      <button>Save</button>
      <a class="button quiet" href="${back}" data-cancel>Cancel</a>
    </div>
  </form>`
}

const dayOf = (date: DateMark | undefined): string => (date ? isoDay(date.day) : '')

const choice = (
  id: string,
  name: keyof TaskFields,
  list: readonly (readonly [value: string, label: string])[],
  chosen: string,
): Html =>
  html`<div class="field">
    <label for="${name}-${id}">${TASK_LABELS[name]}</label>
    <select id="${name}-${id}" name="${name}">
      ${options(list, chosen)}
    </select>
  </div>`

/** A day alone is edited; the time and the repeater stay with it. */
const date = (id: string, name: keyof TaskFields, value: string, old: DateMark | undefined): Html =>
  html`<div class="field">
    <label for="${name}-${id}">${TASK_LABELS[name]}</label>
    <input
      id="${name}-${id}"
      name="${name}"
      type="date"
      value="${value}"
      ${old && old.rest !== '' && html`aria-describedby="rest-${name}-${id}"`}
    />
    ${old && old.rest !== '' && html`<p class="hint small muted" id="rest-${name}-${id}">Keeps <bdi>${old.rest}</bdi></p>`}
  </div>`
