/** The favorite pages: the button of a page, and the lists of them. */
import type { StoredPage } from '@notegraph/store'
import type { WebDeps } from '../deps.ts'
import { html, type Html } from '../html.ts'
import type { Visit } from '../page.ts'
import { postForm } from './form.ts'
import { GRAPH, pageLink } from './links.ts'

export const FAVORITE_PATH: string = `${GRAPH}/favorite`
/** The list of all favorites. */
export const FAVORITES: string = `${GRAPH}#favorites`
/** The most favorites in that list; the search finds the others. */
const MOST = 50

/** By name. */
export async function favoritePages(
  { reader }: Pick<WebDeps, 'reader'>,
  { caller }: Visit,
  limit: number,
): Promise<readonly StoredPage[]> {
  const { pages } = await reader
    .graph(caller)
    .pages.list({ favorite: true, sort: 'name' }, { limit, offset: 0 })
  return pages
}

/** @returns undefined if there are none */
export async function favorites(deps: Pick<WebDeps, 'reader'>, visit: Visit): Promise<Html | undefined> {
  const pages = await favoritePages(deps, visit, MOST)
  if (pages.length === 0) return undefined
  return html`<nav class="favorites" aria-labelledby="favorites">
    <h2 id="favorites">Favorites</h2>
    <ul class="chips">
      ${pages.map(({ id, name }) => html`<li>${pageLink(name, id)}</li>`)}
    </ul>
  </nav>`
}

/** The button states what a click does, so it needs no pressed state beside it. */
export const favoriteButton = (id: string, isFavorite: boolean): Html =>
  postForm(
    FAVORITE_PATH,
    html`<input type="hidden" name="page" value="${id}" />
      <button class="quiet" name="favorite" value="${isFavorite ? 'no' : 'yes'}" data-favorite>
        <span aria-hidden="true">${isFavorite ? '★' : '☆'}</span
        >${isFavorite ? 'Remove from favorites' : 'Add to favorites'}
      </button>`,
    'favorite',
  )
