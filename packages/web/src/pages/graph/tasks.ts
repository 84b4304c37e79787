/** Tasks: open ones, soonest first, and finished ones. @see decisions 5.5 */
import { LIMITS } from '@notegraph/contract'
import type { WebDeps } from '../../deps.ts'
import { html } from '../../html.ts'
import type { Page, View, Visit } from '../../page.ts'
import { GRAPH } from '../../components/links.ts'
import { found } from '../../components/outline.ts'
import { many, nothingHere, offsetOf, paging } from '../../components/paging.ts'
import { showBlocks } from '../../components/shown-blocks.ts'

const PATH = `${GRAPH}/tasks`
const LIMIT = 50

export const tasks: Page = {
  title: 'Tasks',
  path: PATH,
  section: 'graph',
  routes(on, deps) {
    on.get(PATH, (visit) => list(deps, visit))
  },
}

const STATUSES = [
  ['open', 'Open', 'No open tasks.'],
  ['done', 'Done', 'No finished tasks yet.'],
  ['all', 'All', 'No tasks yet. Begin a block with TODO to create one.'],
] as const

async function list(deps: WebDeps, visit: Visit): Promise<View> {
  const { caller, query } = visit
  const [status, , none] = STATUSES.find(([one]) => one === query.get('status')) ?? STATUSES[0]
  const offset = offsetOf(query)
  const asked = { status, limit: LIMIT, offset, bytes: LIMITS.answerBytes }
  const listed = await deps.reader.listTasks(caller, asked)
  // Only filters that this page does not have can be refused.
  if (!listed.ok) throw new Error(`The list of tasks was refused: ${listed.refusal.code}`)
  const { blocks, total } = listed.value
  const shown = await showBlocks(deps, visit, blocks)
  return {
    title: 'Tasks',
    body: html`<nav aria-label="Task status">
        <ul class="chips">
          ${STATUSES.map(
            ([one, word]) =>
              html`<li>
                <a
                  href="${PATH}${one === 'open' ? '' : `?status=${one}`}"
                  ${one === status && html`aria-current="true"`}
                  >${word}${one === status && html` <span class="count">${many(total)}</span>`}</a
                >
              </li>`,
          )}
        </ul>
      </nav>
      ${blocks.length > 0 ? found(blocks, shown) : nothingHere({ path: PATH, query, total }, html`<p class="empty">${none}</p>`)}
      ${paging({ path: PATH, query, offset, limit: LIMIT, shown: blocks.length, total })}`,
  }
}
