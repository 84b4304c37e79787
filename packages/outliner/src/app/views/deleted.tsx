/** The deletions of the last 30 days, to look at and to restore. @see outliner 2.7 */
import { counted } from '@notegraph/graph'
import type { Changes, RemoteEngine } from '@notegraph/sync'
import { useEffect, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { blocksIn, changesOf, deletionsOf, type Deletion } from '../deleted.ts'
import { useLately } from '../lately.ts'
import { shownName } from '../shown-name.ts'
import { addressOf, go } from '../places.ts'
import { useApp } from './app-context.ts'
import { When } from './change-line.tsx'

/** A deletion with the name of its page, if that is there. */
interface Shown extends Deletion {
  readonly page?: string
}

export function Deleted(): JSX.Element {
  const { engine } = useApp().notes
  const found = useLately('deleted', async (): Promise<readonly Shown[]> => {
    const all = await deletionsOf(engine, Date.now())
    return (await Promise.all(all.map(async (one) => stillGone(engine, one)))).flat()
  })
  return (
    <>
      <h1>Deleted</h1>
      <p class="muted">
        Pages and blocks that were deleted in the last 30 days, since this browser has your notes. What
        programs deleted before is in <a href={addressOf({ at: 'changes' })}>Changes</a>, and what people
        deleted on a page is in its History.
      </p>
      {found && found.length === 0 && <p class="muted">Nothing was deleted since then.</p>}
      <ul class="deleted">
        {found?.map((one) => (
          <DeletedItem key={one.id} deletion={one} />
        ))}
      </ul>
    </>
  )
}

/** @returns nothing for what is there again */
async function stillGone(engine: Pick<RemoteEngine, 'record'>, one: Deletion): Promise<readonly Shown[]> {
  if (await isThere(engine, one.recordId)) return []
  const page = one.kind === 'page' ? undefined : await engine.record(one.pageId)
  const name = page?.kind === 'page' && page.deleted === undefined ? shownName(page) : undefined
  return [{ ...one, ...(name !== undefined && { page: name }) }]
}

async function isThere(engine: Pick<RemoteEngine, 'record'>, id: string): Promise<boolean> {
  const record = await engine.record(id)
  return record !== undefined && record.deleted === undefined
}

function DeletedItem({ deletion }: { readonly deletion: Shown }): JSX.Element {
  const app = useApp()
  const { id, at, kind, words, page, pageId, recordId, blocks } = deletion
  const [isOpen, setOpen] = useState(false)
  const name = words === '' ? 'Empty block' : words.split('\n')[0]!
  const restore = async (): Promise<void> => {
    await app.pages.stored()
    const { skipped } = await app.notes.engine.undo(await changesOf(app.notes.engine, id))
    const isBack = await isThere(app.notes.engine, recordId)
    app.notice.value = {
      words: isBack ? `Restored “${name}”.` : `“${name}” was changed since and stays deleted.`,
      canUndo: false,
    }
    if (isBack && skipped.length === 0) go({ at: 'page', id: pageId })
  }
  return (
    <li>
      <p dir="auto">
        <strong>{name}</strong>
      </p>
      <p class="muted small">
        {kind === 'page' ? `Page with ${counted(blocks, 'block')}` : counted(blocks, 'block')}
        {page !== undefined && (
          <>
            {' '}
            of{' '}
            <a dir="auto" href={addressOf({ at: 'page', id: pageId }, page)}>
              {page}
            </a>
          </>
        )}
        , <When at={at} />
      </p>
      <button type="button" aria-label={`Restore ${name}`} onClick={() => void restore()}>
        Restore
      </button>{' '}
      <button type="button" class="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Show
      </button>
      {isOpen && <Contents id={id} />}
    </li>
  )
}

/** The most blocks that are shown. */
const MOST_BLOCKS = 200

function Contents({ id }: { readonly id: string }): JSX.Element {
  const { notes, render } = useApp()
  const [changes, setChanges] = useState<Changes>([])
  useEffect(() => void changesOf(notes.engine, id).then(setChanges), [id])
  const blocks = blocksIn(changes)
  return (
    <>
      {blocks.slice(0, MOST_BLOCKS).map((block) => (
        <div
          key={block.id}
          class="block"
          dir="auto"
          style={{ marginInlineStart: `${block.depth}rem` }}
          dangerouslySetInnerHTML={{ __html: render(block.text) }}
        />
      ))}
      {blocks.length > MOST_BLOCKS && <p class="muted">{blocks.length - MOST_BLOCKS} more are not shown.</p>}
    </>
  )
}
