/**
 * Search: plain words, or the query language; a fault is shown with its place. Pages with the words in a name, an alias
 * or a value come above the blocks. @see query
 */
import { LIMITS } from '@notegraph/contract'
import { searchedTexts, counted, numbered } from '@notegraph/service'
import type { WebDeps } from '../../deps.ts'
import { html, type Html } from '../../html.ts'
import type { Page, View, Visit } from '../../page.ts'
import { GRAPH, pagesAddress, searchAddress } from '../../components/links.ts'
import { found } from '../../components/outline.ts'
import { nothingHere, offsetOf, paging } from '../../components/paging.ts'
import { searchForm } from '../../components/search-form.ts'
import { pageItem } from '../../components/page-item.ts'
import { showMatches } from '../../components/shown-matches.ts'
import { refusalWords } from '../../components/refusal-words.ts'

const PATH = `${GRAPH}/search`
const LIMIT = 50
/** The most pages above the blocks; the list of pages has all of them. */
const PAGES = 5

export const search: Page = {
  title: 'Search',
  path: PATH,
  section: 'graph',
  icon: 'M15.5 15.5 20 20M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0Z',
  key: 's',
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
      `A search takes at most ${numbered(LIMITS.queryCharacters)} characters, not ${numbered(q.length)}.`,
    )
  const offset = offsetOf(query)
  const answer = await deps.reader.search(
    caller,
    q,
    { limit: LIMIT, offset, bytes: LIMITS.answerBytes },
    'The search',
  )
  if (!answer.ok) return refused(q, refusalWords(answer.refusal).error)
  const { blocks, total, truncated } = answer.value
  const words = searchedTexts(q)
  const named = offset === 0 ? await pagesWith(deps, visit, q, words) : undefined
  const shown = await showMatches(deps, visit, blocks, words)
  const none = named ? html`<p class="empty">No blocks match.</p>` : NO_MATCHES
  return {
    title: 'Search',
    body: html`${searchForm(q)}
      <p class="muted" role="status">
        ${named && `${counted(named.total, 'page')}, `}${truncated ? `more than ${numbered(total)} blocks` : counted(total, 'block')}
      </p>
      ${named?.list} ${named && html`<h2>Blocks</h2>`}
      ${blocks.length > 0 ? found(blocks, shown) : nothingHere({ path: PATH, query, total }, none)}
      ${paging({ path: PATH, query, offset, limit: LIMIT, shown: blocks.length, total })}`,
  }
}

/**
 * The pages with all words of a plain search. A query in brackets is about blocks alone.
 * @returns undefined if there are none
 */
async function pagesWith(
  deps: WebDeps,
  { caller, zone }: Visit,
  q: string,
  words: readonly string[],
): Promise<{ list: Html; total: number } | undefined> {
  if (words.length === 0 || q.trimStart().startsWith('(')) return undefined
  const together = words.join(' ')
  const { pages, total } = await deps.reader.listPages(caller, { q: together, limit: PAGES, offset: 0 })
  if (total === 0) return undefined
  const now = deps.clock()
  const list = html`<section aria-labelledby="found-pages">
    <h2 id="found-pages">Pages</h2>
    <ul class="plain pages">
      ${pages.map((page) => pageItem(page, { now, zone, words }))}
    </ul>
    ${total > pages.length && html`<p><a class="button quiet" href="${pagesAddress(together)}">All ${counted(total, 'page')}</a></p>`}
  </section>`
  return { list, total }
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
