/** The name of a page, which is edited in place, and what can be done with the page. @see outliner 2.2, 3.6 */
import { journalDay } from '@notegraph/graph'
import type { Edit } from '@notegraph/sync'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { below } from '../base.ts'
import type { PageItem } from '../pages.ts'
import { go } from '../places.ts'
import { useApp } from './app-context.ts'

interface PageHeadProps {
  readonly id: string
  /** Absent for a day without notes, and before the pages are read. */
  readonly page: PageItem | undefined
}

export function PageHead({ id, page }: PageHeadProps): JSX.Element {
  const [isNaming, setNaming] = useState(false)
  const isDay = journalDay(id) !== undefined
  return (
    <>
      <div class="page-head">
        <h1 dir="auto">{page?.name ?? '…'}</h1>
        {page && <PageMenu page={page} rename={isDay ? undefined : () => setNaming(true)} />}
      </div>
      {page && isNaming && <Rename page={page} close={() => setNaming(false)} />}
    </>
  )
}

interface PageMenuProps {
  readonly page: PageItem
  /** Absent for a day, which cannot be renamed. */
  readonly rename: (() => void) | undefined
}

function PageMenu({ page, rename }: PageMenuProps): JSX.Element {
  const app = useApp()
  const { id, name, isFavorite } = page
  const menu = `menu-${id}`
  const remove = async (): Promise<void> => {
    const deleted = await app.edit([{ do: 'deletePage', id }], `Deleted “${name}”.`)
    if (deleted.ok) go({ at: 'journals' })
  }
  const closes = { popovertarget: menu, popovertargetaction: 'hide' } as const
  const server = below(`/graph/page?id=${encodeURIComponent(id)}`)
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
        <a href={server}>History, share, export</a>
        <button type="button" {...closes} class="danger" onClick={() => void remove()}>
          Delete
        </button>
      </div>
    </>
  )
}

function Rename({ page, close }: { readonly page: PageItem; readonly close: () => void }): JSX.Element {
  const app = useApp()
  const [name, setName] = useState(page.name)
  const [fault, setFault] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])
  const save = async (): Promise<void> => {
    if (name.trim() === page.name) return close()
    const edits: Edit[] = [
      { do: 'renamePage', id: page.id, name },
      { do: 'setProp', id: page.id, key: 'alias', value: [...(page.aliases ?? []), page.name].join(', ') },
    ]
    const result = await app.edit(edits, `Renamed. “${page.name}” still leads here.`)
    if (result.ok) close()
    else setFault(result.error)
  }
  return (
    <form
      class="rename"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
    >
      <label>
        Name of the page
        <input
          ref={input}
          value={name}
          maxLength={500}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      {fault !== undefined && <p role="alert">{fault}</p>}
      <div class="actions">
        <button>Rename</button>
        <button type="button" class="quiet" onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  )
}
