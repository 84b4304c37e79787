/** Tasks: open ones by when they are due, soonest first, and finished ones. @see decisions 5.5 */
import { LIMITS } from '@notegraph/contract'
import { numbered } from '@notegraph/service'
import type { FoundBlock } from '@notegraph/store'
import type { WebDeps } from '../../deps.ts'
import { html, type Html } from '../../html.ts'
import type { Page, View, Visit } from '../../page.ts'
import { addressWith } from '../../components/address-with.ts'
import { GRAPH } from '../../components/links.ts'
import { found, type ShownBlocks } from '../../components/outline.ts'
import { nothingHere, offsetOf, paging } from '../../components/paging.ts'
import { showBlocks } from '../../components/shown-blocks.ts'
import { isFiltered, STATUSES, taskFilterForm, taskFilters } from './task-filters.ts'
import { inGroups, taskGroups, type TaskGroup } from './task-groups.ts'
import { refusalWords } from '../../components/refusal-words.ts'

const PATH = `${GRAPH}/tasks`
const LIMIT = 50

export const tasks: Page = {
  title: 'Tasks',
  path: PATH,
  section: 'graph',
  icon: 'M4 12l5 5L20 6',
  key: 't',
  routes(on, deps) {
    on.get(PATH, (visit) => list(deps, visit))
  },
}

async function list(deps: WebDeps, visit: Visit): Promise<View> {
  const { caller, query } = visit
  const filters = taskFilters(query)
  if (!filters.ok) return refused(query, filters.error)
  const offset = offsetOf(query)
  const window = { limit: LIMIT, offset, bytes: LIMITS.answerBytes }
  const listed = await deps.reader.listTasks(caller, { ...filters.value, ...window })
  if (!listed.ok) return refused(query, refusalWords(listed.refusal).error)
  const { blocks, total, status } = listed.value
  const groups = status === 'open' ? await taskGroups(deps.reader, caller, filters.value, total) : undefined
  if (groups && !groups.ok) return refused(query, refusalWords(groups.refusal).error)
  const shown = await showBlocks(deps, visit, blocks)
  return {
    title: 'Tasks',
    body: html`${chips(query, status, total)} ${taskFilterForm(PATH, query)}
    ${blocks.length === 0 && nothingHere({ path: PATH, query, total }, none(query, status))}
    ${groups ? grouped(groups.value, { blocks, shown, offset }) : blocks.length > 0 && found(blocks, shown)}
    ${paging({ path: PATH, query, offset, limit: LIMIT, shown: blocks.length, total })}`,
  }
}

const refused = (query: URLSearchParams, fault: string): View => ({
  title: 'Tasks',
  status: 400,
  body: taskFilterForm(PATH, query, fault),
})

type Status = (typeof STATUSES)[number][0]

const chips = (query: URLSearchParams, status: Status, total: number): Html =>
  html`<nav aria-label="Task status">
    <ul class="chips">
      ${STATUSES.map(
        ([one, word]) =>
          html`<li>
            <a
              href="${addressWith(PATH, query, { status: one === 'open' ? undefined : one })}"
              ${one === status && html`aria-current="true"`}
              >${word}${one === status && html` <span class="count">${numbered(total)}</span>`}</a
            >
          </li>`,
      )}
    </ul>
  </nav>`

const none = (query: URLSearchParams, status: Status): Html =>
  html`<p class="empty">
    ${isFiltered(query) ? html`No tasks match. <a href="${PATH}">Show all open tasks</a>` : STATUSES.find(([one]) => one === status)?.[2]}
  </p>`

interface TaskPart {
  readonly blocks: readonly FoundBlock[]
  readonly shown: ShownBlocks
  readonly offset: number
}

const grouped = (groups: readonly TaskGroup[], { blocks, shown, offset }: TaskPart): Html =>
  html`${inGroups(groups, blocks, offset).map(
    ({ group: { title, words, count }, items }) =>
      html`<section aria-labelledby="tasks-${title}">
        <h2 id="tasks-${title}">
          ${title} <span class="count">${numbered(count)}</span><span class="unseen">, ${words}</span>
        </h2>
        ${found(items, shown)}
      </section>`,
  )}`
