/** The commands of a page. @see outliner 2.2, 3.6 */
import type { JSX } from 'preact'
import { useContext, useId } from 'preact/hooks'
import { below } from '../base.ts'
import { exportPage } from '../export-page.ts'
import type { PageItem } from '../pages.ts'
import { addressOf, leavePlace } from '../places.ts'
import { PlaceContext, useApp } from './app-context.ts'

interface PageMenuProps {
  readonly page: PageItem
  /** Absent for a day, which cannot be renamed. */
  readonly rename: (() => void) | undefined
}

export function PageMenu({ page, rename }: PageMenuProps): JSX.Element {
  const app = useApp()
  const { id, name, isFavorite } = page
  const here = useContext(PlaceContext)
  const menu = useId()
  const remove = async (): Promise<void> => {
    const deleted = await app.edit([{ do: 'deletePage', id }], `Deleted “${name}”.`)
    if (deleted.ok) leavePlace(here)
  }
  const closes = { popovertarget: menu, popovertargetaction: 'hide' } as const
  return (
    <>
      <button type="button" class="quiet page-menu" popovertarget={menu} aria-label={`More about ${name}`}>
        ⋯
      </button>
      <div id={menu} popover="auto" class="menu">
        <button
          type="button"
          {...closes}
          onClick={() => void app.edit([{ do: 'setFavorite', id, favorite: !isFavorite }])}
        >
          {isFavorite ? 'Remove from favorites' : 'Add to favorites'}
        </button>
        {rename && (
          <button type="button" {...closes} onClick={rename}>
            Rename
          </button>
        )}
        <button type="button" {...closes} onClick={() => print()}>
          Print
        </button>
        <button type="button" {...closes} onClick={() => void exportPage(app, id)}>
          Export page as Markdown
        </button>
        <a href={addressOf({ at: 'map', id, steps: 1 })}>Graph of this page</a>
        <button type="button" {...closes} class="danger" onClick={() => void remove()}>
          Delete
        </button>
      </div>
    </>
  )
}

/** The server's own pages about a page. @see outliner 2.2 */
export function PageLinks({ id, name }: { readonly id: string; readonly name: string }): JSX.Element {
  const query = `id=${encodeURIComponent(id)}`
  return (
    <div class="page-links" role="group" aria-label={`About ${name}`}>
      <a href={below(`/graph/page/history?${query}`)}>History</a>
      <a href={below(`/settings/sharing/new?page=${encodeURIComponent(id)}`)}>Share</a>
      <a href={below(`/settings/sites`)}>Publish</a>
    </div>
  )
}
