/** Search: plain words, or the query language; a fault is shown with its place. @see query */
import { LIMITS } from '@notegraph/contract'
import { toErrorBody } from '@notegraph/service'
import type { WebDeps } from '../../deps.ts'
import { html, type Html } from '../../html.ts'
import type { Page, View, Visit } from '../../page.ts'
import { GRAPH, searchAddress } from '../../components/links.ts'
import { found } from '../../components/outline.ts'
import { counted, many, nothingHere, offsetOf, paging } from '../../components/paging.ts'
import { searchForm } from '../../components/search-form.ts'
import { showBlocks } from '../../components/shown-blocks.ts'

const PATH = `${GRAPH}/search`
const LIMIT = 50

export const search: Page = {
  title: 'Search',
  path: PATH,
  section: 'graph',
  routes(on, deps) {
    on.get(PATH, (visit) => shown(deps, visit))
  },
}

async function shown(deps: WebDeps, visit: Visit): Promise<View> {
  const { caller, query } = visit
  const q = query.get('q') ?? ''
  if (q.trim() === '') return { title: 'Search', body: html`${searchForm()} ${help()}` }
  if (q.length > LIMITS.queryCharacters)
    return refused(
      q.slice(0, LIMITS.queryCharacters),
      `A search takes at most ${many(LIMITS.queryCharacters)} characters, not ${many(q.length)}.`,
    )
  const offset = offsetOf(query)
  const answer = await deps.reader.search(
    caller,
    q,
    { limit: LIMIT, offset, bytes: LIMITS.answerBytes },
    'The search',
  )
  if (!answer.ok) return refused(q, toErrorBody(answer.refusal).error)
  const { blocks, total, truncated } = answer.value
  const shown = await showBlocks(deps, visit, blocks)
  return {
    title: 'Search',
    body: html`${searchForm(q)}
      <p class="muted" role="status">
        ${truncated ? `More than ${many(total)} blocks` : counted(total, 'block')}
      </p>
      ${blocks.length > 0 ? found(blocks, shown) : nothingHere({ path: PATH, query, total }, NO_MATCHES)}
      ${paging({ path: PATH, query, offset, limit: LIMIT, shown: blocks.length, total })}`,
  }
}

const NO_MATCHES = html`<p class="empty">No matches. Try fewer words, or part of a word.</p>`

const refused = (q: string, words: string): View => ({
  title: 'Search',
  status: 400,
  body: html`${searchForm(q, words)} ${help()}`,
})

const EXAMPLES = [
  ['boat harbour', 'blocks with both words'],
  ['[[Amsterdam]]', 'blocks that link to or tag a page'],
  ['(todo TODO DOING)', 'tasks with these markers'],
  ['(and (todo TODO) (between -7d today))', 'tasks in the journal of the last week'],
  ['(page-type person)', 'blocks on pages of a type'],
  ['(property colour red)', 'blocks with a property value'],
] as const

const help = (): Html =>
  html`<section aria-labelledby="how">
    <h2 id="how">Search examples</h2>
    <ul class="plain">
      ${EXAMPLES.map(
        ([q, words]) =>
          html`<li>
            <a href="${searchAddress(q)}"><code>${q}</code></a> <span class="muted">${words}</span>
          </li>`,
      )}
    </ul>
  </section>`
