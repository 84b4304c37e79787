/** Every page: filtered by words, in an order, and by the levels of their names. @see outliner 2.1 */
import type { JSX } from 'preact'
import { below } from '../base.ts'
import { isLike } from '../find-page.ts'
import { MOD } from '../keys.ts'
import { levelsOf, type Levels } from '../page-levels.ts'
import type { PageItem } from '../pages.ts'
import { addressOf, replacePlace, type Filter, type ListPlace } from '../places.ts'
import { useApp } from './app-context.ts'

/** Pages in the list at once. */
const MOST = 500

const ORDERS = {
  name: 'By name',
  updated: 'Last edited first',
  levels: 'By the levels of their names',
} as const

export function AllPages({ place }: { readonly place: ListPlace }): JSX.Element {
  const { pages } = useApp()
  const { q: filter = '', order = 'name' } = place.filter ?? {}
  const choose = (next: Filter): void =>
    replacePlace(place, { at: 'pages', filter: { ...place.filter, ...next } })
  const all = pages.all.value.filter(({ day }) => day === undefined)
  const isFiltered = filter.trim() !== ''
  const found = isFiltered
    ? all.filter(({ name, aliases = [] }) => [name, ...aliases].some((one) => isLike(one, filter)))
    : all
  const ordered = order === 'updated' ? found.toSorted((a, b) => b.updatedAt - a.updatedAt) : found
  const shown = ordered.slice(0, MOST)
  return (
    <>
      <h1>Pages</h1>
      <div class="filters">
        <label>
          Filter
          <input type="search" value={filter} onInput={(event) => choose({ q: event.currentTarget.value })} />
        </label>
        <label>
          Order
          <select value={order} onChange={(event) => choose({ order: event.currentTarget.value })}>
            {Object.entries(ORDERS).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
      </div>
      {order === 'levels' && !isFiltered ? (
        <LevelList levels={levelsOf(shown)} />
      ) : (
        <PageList pages={shown} />
      )}
      {all.length === 0 && <NoPages />}
      {shown.length < found.length && (
        <p class="muted">{found.length - shown.length} more: use the filter.</p>
      )}
    </>
  )
}

const PageLink = ({ page, words }: { readonly page: PageItem; readonly words?: string }): JSX.Element => (
  <a dir="auto" href={addressOf({ at: 'page', id: page.id }, page.name)}>
    {words ?? page.name}
  </a>
)

function PageList({ pages }: { readonly pages: readonly PageItem[] }): JSX.Element {
  return (
    <ul class="page-list">
      {pages.map((page) => (
        <li key={page.id}>
          <PageLink page={page} />
          {page.aliases && <span class="muted"> {page.aliases.join(', ')}</span>}
        </li>
      ))}
    </ul>
  )
}

function LevelList({ levels }: { readonly levels: Levels }): JSX.Element {
  return (
    <ul class="page-list">
      {[...levels].map(([key, { part, page, below: nested }]) => (
        <li key={key}>
          {page ? <PageLink page={page} words={part} /> : <span dir="auto">{part}</span>}
          {nested.size > 0 && <LevelList levels={nested} />}
        </li>
      ))}
    </ul>
  )
}

/** An empty graph offers the import. @see outliner 2.7 */
export function NoPages(): JSX.Element {
  return (
    <p>
      No pages yet. Press {MOD} K and type a name, write <kbd>[[</kbd> in a block, or{' '}
      <a href={below('/settings/transfer')}>bring the notes that you have</a>.
    </p>
  )
}
