/** The import of one file's edits, in one transaction: the page's name, its properties and its blocks. */
import { fileText, textHash, type NoteDraft } from '@notegraph/folder'
import { changedProps, rowsAfter } from './base-after.ts'
import { kept, type Base } from './base.ts'
import type { EditedNote } from './edited-notes.ts'
import type { BlockedFiles } from './blocked-files.ts'
import { outlineChange, type BaseRow } from './outline-change.ts'
import { pageView } from './page-view.ts'
import type { SyncContext } from './context.ts'

/**
 * Imports one file.
 *
 * @param isTaken whether another file shows the block with this id
 * @returns whether it was imported; otherwise its problem is noted
 */
export async function importNote(
  context: SyncContext,
  blocked: BlockedFiles,
  { path, text, mark, note: { note: written, rows } }: EditedNote,
  isTaken: (id: string) => boolean,
): Promise<boolean> {
  const { bases, engine } = context
  const hold = (why: string, line?: number): false => {
    blocked.block(path, why, line)
    return false
  }
  const note = context.contents.ownName(written)
  const base = await baseOf(context, path)
  const page = base ? { id: base.pageId } : await openPage(context, path, note)
  if ('why' in page) return hold(page.why, 1)
  const pageId = page.id
  if (base && note.kind === 'page' && base.name !== note.name) {
    const renamed = await engine.renamePage(pageId, note.name, { byName: true })
    if (!renamed.ok) return hold(renamed.error, 1)
  }
  const own = rows.map(({ id, ...row }) => (id === undefined || isTaken(id) ? row : { id, ...row }))
  const before: readonly BaseRow[] = base?.rows ?? (await pageView(engine, pageId, () => false))?.rows ?? []
  const change = outlineChange(before, own, { changed: base !== undefined, removes: base !== undefined })
  if ('unclear' in change)
    return hold(
      'Some conflict markers are left. Delete all markers and keep one version.',
      lineOf(note, change.unclear),
    )
  const agreedBefore: Base['props'] = base?.props ?? []
  let saved: Base | undefined
  const done = await engine.setOutline(
    { ...change, pageId, props: changedProps(agreedBefore, note.props) },
    (blocks) => {
      saved = {
        pageId,
        hash: textHash(fileText(text)),
        mark,
        isOurs: false,
        name: note.name,
        props: note.props,
        rows: rowsAfter(own, before, change, blocks),
        shows: '',
      }
      return [kept(path, { base: saved })]
    },
  )
  if (!done.ok) return hold(done.error, lineOf(note, change.of[done.row ?? 0] ?? 0))
  bases.set(path, saved)
  if (!base && note.favorite) await engine.setFavorite(pageId, true)
  blocked.unblock(path)
  for (const { line, why } of note.unread) blocked.block(path, why, line)
  return true
}

/**
 * Imports the removal of a file: deletes the blocks that its author had seen.
 *
 * @returns whether the file had a page
 */
export async function importRemoval(context: SyncContext, path: string): Promise<boolean> {
  const { bases, engine } = context
  const base = await baseOf(context, path)
  if (base) {
    const { pageId } = base
    const change = outlineChange(base.rows, [], { changed: false, removes: true })
    if ('unclear' in change) return false
    const props = changedProps(base.props, [])
    const isWhole = (await engine.blocks(pageId)).every(({ record }) => change.seen.has(record.id))
    const done = await engine.setOutline({ ...change, pageId, props: isWhole ? [] : props }, () => [])
    if (done.ok && (await engine.blocks(pageId)).length === 0) await engine.deletePage(pageId)
  }
  await bases.save([path, undefined])
  return base !== undefined
}

/** Returns the base with its current page, or `undefined` if the page is gone for good. */
async function baseOf({ bases }: SyncContext, path: string): Promise<Base | undefined> {
  const base = bases.base(path)
  if (!base) return undefined
  const pageId = await bases.livePageOf(base)
  if (pageId === undefined || (pageId !== base.pageId && bases.pathOf(pageId) !== undefined)) return undefined
  return { ...base, pageId }
}

async function openPage(
  { bases, contents, engine }: SyncContext,
  path: string,
  { day, name }: NoteDraft,
): Promise<{ readonly id: string } | { readonly why: string }> {
  const isByFile = path.slice(path.lastIndexOf('/') + 1).startsWith(`${name}.`)
  const isNamed = contents.plan.config.journalTitleFormat !== undefined || !isByFile
  const opened =
    day === undefined
      ? await engine.openPage(name, { byName: true })
      : await engine.openDay(day, isNamed ? name : undefined)
  if (!opened.ok) return { why: opened.error }
  const other = bases.pathOf(opened.id)
  if (other !== undefined && other !== path && contents.marks.has(other))
    return { why: `${other} already contains that page. Merge the two files, or rename this file.` }
  return { id: opened.id }
}

/** Returns the line of the file on which a row begins. */
function lineOf(note: NoteDraft, row: number): number | undefined {
  let left = row
  const stack = [...note.blocks].toReversed()
  for (let block = stack.pop(); block; block = stack.pop()) {
    if (left-- === 0) return block.line
    stack.push(...block.children.toReversed())
  }
  return undefined
}
