/**
 * Go to a page by its name: pages as they are typed, or the recent ones. The quick switcher (`assets/switcher.js`) fetches
 * this page and shows its list in a dialog.
 */
import { isoDay, readDay } from '@notegraph/block-text'
import { LIMITS } from '@notegraph/contract'
import type { StoredPage } from '@notegraph/store'
import { counted } from '@notegraph/service'
import type { WebDeps } from '../../deps.ts'
import { html, type Child, type Html } from '../../html.ts'
import type { Routes, View, Visit } from '../../page.ts'
import { favoritePages } from '../../components/favorites.ts'
import { dayAddress, GRAPH, pageIdAddress, searchAddress } from '../../components/links.ts'
import { marked } from '../../components/marked.ts'
import { factsOf } from '../../components/page-facts.ts'
import { shownName } from '../../components/page-name.ts'
import { dayTitle } from '../../components/time.ts'
import { typeWord } from '../../components/type-labels.ts'

export const GO: string = `${GRAPH}/go`
/** The most pages in the list: more are hard to choose from by arrow keys. */
const MOST = 12
/** The most favorites above the recent pages. */
const MOST_FAVORITES = 8

export function goRoutes(on: Routes, deps: WebDeps): void {
  on.get(GO, (visit) => shown(deps, visit))
}

async function shown(deps: WebDeps, visit: Visit): Promise<View> {
  const { caller, query } = visit
  const q = (query.get('q') ?? '').trim().slice(0, LIMITS.queryCharacters).toWellFormed()
  const listed = await deps.reader.listPages(caller, { ...(q !== '' && { q }), limit: MOST, offset: 0 })
  const { total } = listed
  const starred = q === '' ? await favoritePages(deps, visit, MOST_FAVORITES) : []
  const others = listed.pages.filter(({ id }) => starred.every((one) => one.id !== id))
  const pages = [...starred, ...others].slice(0, MOST)
  const words = q.split(/\s+/)
  return {
    title: 'Go to page',
    body: html`${form(q)}
      <p class="muted" role="status">${status(q, pages.length, total)}</p>
      <ul class="plain choices" data-choices>
        ${dayChoice(q)}
        ${pages.map((page) => choice(pageIdAddress(page.id), name(page, words), about(page, words)))}
        ${q !== '' && choice(searchAddress(q), html`<span>Search notes for “<bdi>${q}</bdi>”</span>`)}
      </ul>`,
  }
}

const form = (q: string): Html =>
  html`<form method="get" action="${GO}" role="search" class="search" aria-label="Pages">
    <label class="unseen" for="go">Page name</label>
    <input
      id="go"
      name="q"
      type="search"
      dir="auto"
      autocomplete="off"
      maxlength="${LIMITS.queryCharacters}"
      placeholder="Page name, alias or date"
      value="${q}"
    />
    <button>Find</button>
  </form>`

function status(q: string, shown: number, total: number): string {
  if (q === '') return total === 0 ? 'No pages yet.' : 'Favorites and recent pages'
  if (total === 0) return 'No pages match.'
  return total > shown ? `${counted(total, 'page')}, the best ${shown} first` : counted(total, 'page')
}

const choice = (address: string, words: Child, more?: Child): Html =>
  html`<li>
    <a href="${address}">${words}${more !== undefined && html` <span class="muted small">${more}</span>`}</a>
  </li>`

const name = (page: StoredPage, words: readonly string[]): Html =>
  html`<bdi>${marked(shownName(page), words)}</bdi>`

/** The type, whether it is a favorite, and the alias that the words found. */
function about(page: StoredPage, words: readonly string[]): Html {
  const isIn = (text: string): boolean =>
    words.every((word) => text.toLowerCase().includes(word.toLowerCase()))
  const facts = factsOf(page)
  const alias = isIn(page.name) ? undefined : facts.aliases.find(isIn)
  return html`${typeWord(page.type)}${facts.favorite && ' · favorite'}${alias !== undefined && html` · also called <bdi>${marked(alias, words)}</bdi>`}`
}

/** The journal day that the words name, which may have no notes yet. */
function dayChoice(q: string): Html | undefined {
  const day = readDay(q)
  return day === undefined ? undefined : choice(dayAddress(isoDay(day)), dayTitle(day), 'Day')
}
