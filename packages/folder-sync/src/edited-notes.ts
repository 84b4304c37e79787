/** The notes that changed since the last sync, parsed. */
import { fileIds } from '@notegraph/block-text'
import { fileText, readNote, textHash } from '@notegraph/folder'
import type { Base } from './base.ts'
import { decode } from './contents.ts'
import { isSameMark, type FileMark } from './disk.ts'
import type { BlockedFiles } from './blocked-files.ts'
import { fileView, type FileView } from './page-view.ts'
import type { SyncContext } from './context.ts'

/**
 * Decides whether a file can be read now. An editor may still be writing it.
 *
 * @param mark `undefined` if the file is gone
 * @param isEmptied whether the file is empty now
 */
export type IsStable = (path: string, mark: FileMark | undefined, isEmptied: boolean) => boolean

/** A changed note. */
export interface EditedNote {
  readonly path: string
  readonly note: FileView
  readonly text: string
  readonly mark: FileMark
}

/** The changed notes. */
export interface EditedNotes {
  readonly edited: readonly EditedNote[]
  /** Paths of changed notes that cannot be read yet. */
  readonly later: string[]
}

/** Reads the notes that changed. */
export async function editedNotes(
  context: SyncContext,
  blocked: BlockedFiles,
  isStable: IsStable,
): Promise<EditedNotes> {
  const { bases, assets, contents, disk } = context
  const edited: EditedNote[] = []
  const later: string[] = []
  const replaced = assets.replaced(contents.marks)
  for (const { path } of contents.plan.notes) {
    // Files in another format are imported and never written.
    if (contents.plan.kindOf(path) === 'whiteboard' || path.toLowerCase().endsWith('.org')) continue
    const mark = contents.marks.get(path)
    if (!mark || disk.notFollowed?.has(path)) continue
    const base = bases.base(path)
    const names = base !== undefined && replaced.size > 0 && namesAny(base, replaced)
    if (base?.mark && isSameMark(base.mark, mark) && !names) continue
    const isEmptied = mark.size === 0 && (base?.rows.length ?? 0) > 0
    const read = isStable(path, mark, isEmptied)
      ? await readEdited(context, blocked, isStable, path, mark)
      : 'later'
    if (read === 'later') later.push(path)
    else if (read) edited.push(read)
  }
  return { edited, later }
}

/** Reads one note. Returns `undefined` if it did not change or cannot be imported. */
async function readEdited(
  { bases, assets, contents, disk }: SyncContext,
  blocked: BlockedFiles,
  isStable: IsStable,
  path: string,
  mark: FileMark,
): Promise<EditedNote | 'later' | undefined> {
  const base = bases.base(path)
  let bytes: Uint8Array | undefined
  try {
    bytes = await disk.read(path)
  } catch (error) {
    blocked.block(path, `The file could not be read (${codeOf(error)}).`)
    return undefined
  }
  if (!bytes) return 'later'
  const text = decode(bytes)
  if (text === undefined) {
    blocked.block(path, 'The file is not UTF-8 text. Save the file as UTF-8.')
    return undefined
  }
  const isSameText = base !== undefined && base.hash === textHash(fileText(text))
  if (isSameText && assets.replaced(contents.marks).size === 0) return unedited(base)
  const read = readNote(contents.plan, path, text)
  if (!read.ok) {
    for (const { line, why } of read.unread) blocked.block(path, why, line)
    return undefined
  }
  const sent = await assets.send(read.note.assets, contents.marks, (asset, its) =>
    isStable(asset, its, false),
  )
  if (!sent) return 'later'
  const note = fileView(read.note, (asset) => assets.idOf(asset))
  if (isSameText && isSameView(base, note)) return unedited(base)
  return { path, mark, note, text }

  function unedited(known: Base): undefined {
    blocked.unblock(path)
    bases.set(path, { ...known, mark })
  }
}

/** Whether a note uses any of these files. */
const namesAny = ({ rows, props }: Base, ids: ReadonlySet<string>): boolean =>
  [...rows.map(({ content }) => content), ...props.map(([, value]) => value)].some((text) =>
    fileIds(text).some((id) => ids.has(id)),
  )

/** Whether the note's content is the same. A replaced file can change the content of an unchanged text. */
const isSameView = ({ rows, props }: Base, view: FileView): boolean =>
  rows.length === view.rows.length &&
  rows.every(({ content }, i) => content === view.rows[i]?.content) &&
  JSON.stringify(props) === JSON.stringify(view.note.props)

const codeOf = (error: unknown): string => {
  const { code } = error as { readonly code?: unknown }
  return typeof code === 'string' ? code : 'unknown reason'
}
