/**
 * The navigation: a column on wide screens; on phones a bar below, whose last button opens the rest. Its look is that of the
 * server's pages.
 */
import { useComputed } from '@preact/signals'
import type { ComponentChildren, JSX } from 'preact'
import { below } from '../base.ts'
import { addressOf, place, type Place } from '../places.ts'
import { useApp } from './app-context.ts'

/** The places that are always there, with the path of their icon. */
const PLACES: readonly (readonly [words: string, place: Place, icon: string])[] = [
  ['Journals', { at: 'journals' }, 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4'],
  ['Tasks', { at: 'tasks' }, 'M4 12l5 5L20 6'],
  ['Search', { at: 'search', words: '' }, 'M15.5 15.5 20 20M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0Z'],
  ['Pages', { at: 'pages' }, 'M6 3h8l4 4v14H6zM14 3v4h4'],
  [
    'Graph',
    { at: 'map', steps: 1 },
    'M8 7a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM20 9a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM13 18a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM8 7.3l8 1.4M7 8.7l3.2 7.5M16.8 10.5l-4.4 5.8',
  ],
]
const MORE = 'M5 12h.01M12 12h.01M19 12h.01'

const Icon = ({ path }: { readonly path: string }): JSX.Element => (
  <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
    <path d={path} />
  </svg>
)

/** Pages that were shown last. */
const MOST_RECENT = 7

interface GroupProps {
  readonly id: string
  readonly words: string
  readonly pages: readonly { readonly id: string; readonly name: string }[]
}

function PageGroup({ id, words, pages }: GroupProps): JSX.Element | null {
  if (pages.length === 0) return null
  return (
    <div class="group starred">
      <h2 id={id}>{words}</h2>
      <ul aria-labelledby={id}>
        {pages.map((page) => (
          <li key={page.id}>
            <a href={addressOf({ at: 'page', id: page.id }, page.name)}>
              <bdi>{page.name}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

export function Navigation({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const { pages, review } = useApp()
  const favorites = useComputed(() => pages.all.value.filter(({ isFavorite }) => isFavorite))
  const recent = useComputed(() => pages.recentPages().slice(0, MOST_RECENT))
  const { at } = place.value
  return (
    <nav class="main-nav" aria-label="Pages">
      <div class="group">
        <h2 id="nav-notes">Notes</h2>
        <ul aria-labelledby="nav-notes">
          {PLACES.map(([words, to, icon]) => (
            <li key={words}>
              <a href={addressOf(to)} {...(at === to.at && { 'aria-current': 'page' })}>
                <Icon path={icon} />
                <span>{words}</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
      <button type="button" class="more" popovertarget="nav-more">
        <Icon path={MORE} />
        <span>More</span>
      </button>
      <div id="nav-more" popover="auto">
        <PageGroup id="nav-favorites" words="Favorites" pages={favorites.value} />
        <PageGroup id="nav-recent" words="Recent" pages={recent.value} />
        <div class="group">
          <ul>
            <li>
              <a href={addressOf({ at: 'changes' })} {...(at === 'changes' && { 'aria-current': 'page' })}>
                Changes {review.count.value > 0 && <span class="count">{review.count.value}</span>}
              </a>
            </li>
            <li>
              <a href={addressOf({ at: 'deleted' })} {...(at === 'deleted' && { 'aria-current': 'page' })}>
                Deleted
              </a>
            </li>
            <li>
              <a href={below('/settings')}>Settings</a>
            </li>
          </ul>
        </div>
        {children}
      </div>
    </nav>
  )
}
