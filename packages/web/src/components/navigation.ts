/**
 * The navigation: a column on wide screens; on phones a bar below, whose last button opens the favorites and the settings.
 * Those are a popover, so they open without a script. It is that of the outliner: notes come first, and the settings are one
 * entry, which lists its pages once one of them is open.
 *
 * @see outliner 5.4
 */
import type { Notices } from '@notegraph/service'
import type { StoredPage } from '@notegraph/store'
import type { Visitor } from '../deps.ts'
import { html, type Html } from '../html.ts'
import type { Page } from '../page.ts'
import { PAGES } from '../pages/index.ts'
import { changes } from '../pages/changes.ts'
import { day } from '../pages/graph/day.ts'
import { pages } from '../pages/graph/pages.ts'
import { search } from '../pages/graph/search.ts'
import { tasks } from '../pages/graph/tasks.ts'
import { FAVORITES } from './favorites.ts'
import { pageLink } from './links.ts'

/** The places of notes, in the order of the outliner. */
const NOTES: readonly Page[] = [day, tasks, search, pages]

/** The greatest count that is shown as it is. */
const MOST = 99
const MORE = 'M5 12h.01M12 12h.01M19 12h.01'

/** The most favorites, so that the settings below them stay in view. */
const MOST_FAVORITES = 5
/** The favorites to read for the navigation: one more shows that there are others. */
export const READ_FAVORITES: number = MOST_FAVORITES + 1

interface NavigationFacts {
  readonly visitor: Visitor
  /** The facts to count; undefined for an account without access. */
  readonly notices: Notices | undefined
  /** By name. */
  readonly favorites: readonly StoredPage[] | undefined
}

export function navigation(
  current: Page | undefined,
  { visitor, notices, favorites = [] }: NavigationFacts,
): Html {
  const settings = PAGES.filter((page) => page.section === 'settings' && page.isFor?.(visitor) !== false)
  const isSettings = current?.section === 'settings'
  const shown = (list: readonly Page[]) => list.map((page) => item(page, page === current, notices))
  const sum = (counted: readonly Page[]): number =>
    counted.reduce((all, page) => all + countOf(page, notices), 0)
  return html`<nav class="main-nav" aria-label="Pages">
    <div class="group">
      <h2 id="nav-notes">Notes</h2>
      <ul aria-labelledby="nav-notes">
        ${shown(NOTES)}
      </ul>
    </div>
    <button type="button" class="more" popovertarget="nav-more" ${isSettings && html`data-current`}>
      ${icon(MORE)}<span>More</span>${badge(sum(settings))}
    </button>
    <div id="nav-more" popover>
      ${favorites.length > 0 && favoriteGroup(favorites)}
      <div class="group">
        ${
          isSettings
            ? html`<h2 id="nav-settings">Settings</h2>
                <ul aria-labelledby="nav-settings">
                  ${shown(settings)}
                </ul>`
            : html`<ul>
                  ${shown([changes])}
                  <li>
                    <a href="/settings"
                      ><span>Settings</span>${badge(sum(settings.filter((page) => page !== changes)))}</a
                    >
                  </li>
                </ul>
                <div hidden>${settings.filter((page) => page !== changes).map(keyLink)}</div>`
        }
      </div>
    </div>
  </nav>`
}

const favoriteGroup = (favorites: readonly StoredPage[]): Html =>
  html`<div class="group starred">
    <h2 id="nav-favorites">Favorites</h2>
    <ul aria-labelledby="nav-favorites">
      ${favorites.slice(0, MOST_FAVORITES).map(({ id, name }) => html`<li>${pageLink(name, id)}</li>`)}
      ${favorites.length > MOST_FAVORITES && html`<li><a href="${FAVORITES}">All favorites</a></li>`}
    </ul>
  </div>`

const countOf = ({ count }: Page, notices: Notices | undefined): number =>
  notices && count ? count(notices) : 0

function item(page: Page, isCurrent: boolean, notices: Notices | undefined): Html {
  const { title, path, key } = page
  return html`<li>
    <a
      href="${path}"
      ${key !== undefined && html`data-key="${key}"`}
      ${isCurrent && html`aria-current="page"`}
      >${page.icon !== undefined && icon(page.icon)}<span>${title}</span>${badge(countOf(page, notices))}</a
    >
  </li>`
}

const icon = (path: string): Html =>
  html`<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path d="${path}" /></svg>`

function badge(count: number): Html | false {
  const shown = count > MOST ? `${MOST}+` : count
  return count > 0 && html` <span class="news">${shown}<span class="unseen"> new</span></span>`
}

/** The address that a key opens, on pages that do not list it. */
const keyLink = ({ path, key, title }: Page): Html | false =>
  key !== undefined && html`<a href="${path}" data-key="${key}">${title}</a>`
