/** The new text of a page's file. It keeps the file's own lines for everything that did not change. */
import { blockLines, fileIds } from '@notegraph/block-text'
import { patchNote, type Difference } from '@notegraph/folder'
import { journalDay } from '@notegraph/graph'
import { changedProps } from './base-after.ts'
import type { Base } from './base.ts'
import { decodeWhole, hashOf } from './contents.ts'
import type { SyncContext } from './context.ts'
import { pageFile, type FileView, type PageView } from './page-view.ts'

/**
 * Builds the text of a page's file.
 *
 * @param base the base of the file, if there is a file
 */
export async function patchedFile(
  { assets, contents, disk }: SyncContext,
  view: PageView,
  path: string,
  base: Base | undefined,
): Promise<string> {
  const bytes = base && (await disk.read(path).catch(() => undefined))
  const before = bytes && hashOf(bytes) === base?.hash ? decodeWhole(bytes) : undefined
  const assetName = (id: string) => assets.nameOf(id, path, before)
  const { text, lines } = pageFile(view, path, contents.writingPlan(path), assetName)
  if (!base || !lines || base.rows.some(({ id }) => id === undefined)) return text
  if (before === undefined) return text
  const places = new Map(base.rows.map((row, i) => [row.id, { row, i }] as const))
  const addressed = new Set(fileIds(before).filter((id) => assetName(id) !== undefined))
  const hasAddress = (words: string): boolean =>
    addressed.size > 0 && fileIds(words).some((id) => addressed.has(id))
  const isShown = ({ id, content, named }: PageView['rows'][number]): boolean => {
    const row = places.get(id)?.row
    return row?.content === content && (!named || row.named === true) && !hasAddress(content)
  }
  const patch = {
    head: lines.head.map(([, line]) => line),
    changed: changedHead(view, base, new Map(lines.head), hasAddress),
    depths: base.rows.map(({ depth }) => depth),
    blocks: view.rows.map((row, i) => {
      const from = places.get(row.id)?.i
      return {
        depth: row.depth,
        lines: blockLines(lines.blocks[i]?.words ?? row.content, 0),
        ...(from !== undefined && { from }),
        isSame: isShown(row),
      }
    }),
  }
  const patched = patchNote(contents.writingPlan(path), path, before, patch, (written) =>
    differenceOf(view, contents.readBack(path, written, view)),
  )
  return patched ?? text
}

/**
 * The lines of changed properties by key.
 *
 * @param hasAddress whether words show the address of a file that is in the folder by now
 */
function changedHead(
  view: PageView,
  base: Base,
  lines: ReadonlyMap<string, string>,
  hasAddress: (words: string) => boolean,
): Map<string, string | undefined> {
  const changed = new Map<string, string | undefined>()
  if (base.name !== view.name && journalDay(view.page.id) === undefined)
    changed.set('title', lines.get('title'))
  for (const [key, value] of changedProps(base.props, view.props))
    changed.set(key, value === null ? undefined : lines.get(key))
  for (const [key, value] of view.props) if (hasAddress(value)) changed.set(key, lines.get(key))
  return changed
}

/** Finds the first difference between a page and a text. */
function differenceOf(view: PageView, { note, rows }: FileView): Difference | undefined {
  const props = new Map(note.props)
  const isHead =
    (journalDay(view.page.id) !== undefined || note.name === view.name) &&
    props.size === view.props.length &&
    view.props.every(([key, value]) => props.get(key) === value)
  if (!isHead) return 'head'
  const at = view.rows.findIndex(({ id, depth, content, named }, i) => {
    const row = rows[i]
    return row?.depth !== depth || row.content !== content || (named === true && row.id !== id)
  })
  if (at >= 0) return at
  return rows.length === view.rows.length ? undefined : Math.max(0, view.rows.length - 1)
}
