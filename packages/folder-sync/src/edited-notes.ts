/** Which notes say something else than was agreed on, read. */
import { fileIds } from '@notegraph/block-text'
import { fileText, readNote, textHash } from '@notegraph/folder'
import type { Base } from './base.ts'
import { decode } from './contents.ts'
import { isSameMark, type FileMark } from './disk.ts'
import type { BlockedFiles } from './blocked-files.ts'
import { fileView, type FileView } from './page-view.ts'
import type { SyncContext } from './context.ts'

/**
 * Whether a file may be read; one that an editor may be in the middle of is left for later.
 * @param mark none where the file is gone @param isEmptied whether nothing is left in it
 */
export type IsStable = (path: string, mark: FileMark | undefined, isEmptied: boolean) => boolean

export interface EditedNote {
  readonly path: string
  readonly note: FileView
  readonly text: string
  readonly mark: FileMark
}

export interface EditedNotes {
  readonly edited: readonly EditedNote[]
  /** Paths of those that may not be read yet. */
  readonly later: string[]
}

export async function editedNotes(
  context: SyncContext,
  blocked: BlockedFiles,
  isStill: IsStable,
): Promise<EditedNotes> {
  const { bases, assets, contents } = context
  const edited: EditedNote[] = []
  const later: string[] = []
  const replaced = assets.replaced(contents.marks)
  for (const { path } of contents.plan.notes) {
    // A file in another format is imported, and never written back.
    if (contents.plan.kindOf(path) === 'whiteboard' || path.toLowerCase().endsWith('.org')) continue
    const mark = contents.marks.get(path)!
    const base = bases.base(path)
    const names = base !== undefined && replaced.size > 0 && namesAny(base, replaced)
    if (base?.mark && isSameMark(base.mark, mark) && !names) continue
    const isEmptied = mark.size === 0 && (base?.rows.length ?? 0) > 0
    const read = isStill(path, mark, isEmptied)
      ? await readEdited(context, blocked, isStill, path, mark)
      : 'later'
    if (read === 'later') later.push(path)
    else if (read) edited.push(read)
  }
  return { edited, later }
}

/** Nothing where the note says what was agreed on, or cannot be taken. */
async function readEdited(
  { bases, assets, contents, disk }: SyncContext,
  blocked: BlockedFiles,
  isStill: IsStable,
  path: string,
  mark: FileMark,
): Promise<EditedNote | 'later' | undefined> {
  const base = bases.base(path)
  let bytes: Uint8Array | undefined
  try {
    bytes = await disk.read(path)
  } catch (error) {
    blocked.block(path, `It could not be read (${codeOf(error)}).`)
    return undefined
  }
  if (!bytes) return 'later'
  const text = decode(bytes)
  if (text === undefined) {
    blocked.block(path, 'It is not UTF-8 text; save it as UTF-8.')
    return undefined
  }
  const isSameText = base !== undefined && base.hash === textHash(fileText(text))
  if (isSameText && assets.replaced(contents.marks).size === 0) return unedited(base)
  const read = readNote(contents.plan, path, text)
  if (!read.ok) {
    for (const { line, why } of read.unread) blocked.block(path, why, line)
    return undefined
  }
  const sent = await assets.send(read.note.assets, contents.marks, (asset, its) => isStill(asset, its, false))
  if (!sent) return 'later'
  const note = fileView(read.note, (asset) => assets.idOf(asset))
  if (isSameText && isSameView(base, note)) return unedited(base)
  return { path, mark, note, text }

  function unedited(known: Base): undefined {
    blocked.unblock(path)
    bases.set(path, { ...known, mark })
  }
}

/** Whether a note names any of these files. */
const namesAny = ({ rows, props }: Base, ids: ReadonlySet<string>): boolean =>
  [...rows.map(({ content }) => content), ...props.map(([, value]) => value)].some((text) =>
    fileIds(text).some((id) => ids.has(id)),
  )

/** The same text says something else once a file that it names is another. */
const isSameView = ({ rows, props }: Base, view: FileView): boolean =>
  rows.length === view.rows.length &&
  rows.every(({ content }, i) => content === view.rows[i]!.content) &&
  JSON.stringify(props) === JSON.stringify(view.note.props)

const codeOf = (error: unknown): string => {
  const { code } = error as { readonly code?: unknown }
  return typeof code === 'string' ? code : 'no reason was given'
}
