/** Reads a folder note by note, as an import does, from any source. */
import type { NoteDraft, ReadResult, Unread } from './draft.ts'
import { folderReader } from './folder-reader.ts'
import { FOLDER_NOTE_LIMITS, type NoteLimits } from './limits.ts'
import { noteReader } from './note-reader.ts'
import { openPageFile } from './page-file.ts'
import type { FolderPlan } from './plan.ts'
import { readPlan } from './read-plan.ts'
import type { FolderSource } from './source.ts'

/** The limits of one file. */
export interface ReadLimits extends NoteLimits {
  /** The most bytes of a note. */
  readonly bytes: number
  /** The most bytes of a JSON export of Roam Research or an OPML outline. */
  readonly exportBytes: number
}

/** A note of the folder, or the reason why it could not be read. */
export type FolderNote =
  | {
      readonly ok: true
      readonly path: string
      readonly note: NoteDraft
      /** The time of the file's last change, in milliseconds since 1970. */
      readonly modifiedAt: number
    }
  | { readonly ok: false; readonly path: string; readonly unread: readonly Unread[] }

/** A folder and its notes. */
export interface ReadFolder {
  readonly plan: FolderPlan
  /**
   * Reads each note of the plan, and each page of the exports among its files, on demand. Only one file is in memory at
   * a time.
   */
  readonly notes: () => AsyncGenerator<FolderNote, void, undefined>
}

/**
 * Reads a folder.
 *
 * @param limits replace those of an import from disk
 * @returns the plan, whose `unread` lists the files that are not notes, and the notes
 * @throws the source's error if it cannot list its files
 * @example
 * const bytes = new TextEncoder().encode('- Hi')
 * const source = { paths: async () => ['pages/Home.md'], read: async () => ({ bytes, modifiedAt: 1 }) }
 * const { notes } = await readSource(source)
 * ;(await notes().next()).value.note.name // 'Home'
 */
export async function readSource(
  source: FolderSource,
  limits: Partial<ReadLimits> = {},
): Promise<ReadFolder> {
  const bounds = { ...FOLDER_NOTE_LIMITS, ...limits }
  const unread: Unread[] = []
  const reader = folderReader(source, (file, why) => unread.push({ file, line: 1, why }), bounds.bytes)
  const textOf = async (path: string) => (await reader.text(path))?.text
  const read = await readPlan(new Set(await source.paths()), textOf, bounds)
  for (const [file, why] of source.leftOut?.() ?? []) unread.push({ file, line: 1, why })
  const plan = { ...read, unread: [...unread, ...read.unread] }
  const quiet = folderReader(source, () => {}, bounds.bytes)
  const reading = noteReader(plan, {
    textOf: (path) => reader.text(path),
    textAhead: (path) => quiet.text(path),
  })

  return {
    plan,
    async *notes() {
      for (const { path } of plan.notes) {
        unread.length = 0
        const opened = await reading.read(path)
        if (opened) yield noteOf(path, opened.file.modifiedAt, opened.read)
        else yield { ok: false, path, unread: [...unread] }
      }
      for (const path of plan.assets) {
        unread.length = 0
        const opened = await openPageFile(path, {
          plan,
          reader,
          longest: bounds.exportBytes,
          unread: (file, why) => unread.push({ file, line: 1, why }),
        })
        if (opened === 'unread') yield { ok: false, path, unread: [...unread] }
        else if (opened) for (const page of opened.pages) yield noteOf(path, opened.modifiedAt, page)
      }
    },
  }
}

const noteOf = (path: string, modifiedAt: number, read: ReadResult): FolderNote =>
  read.ok ? { ok: true, path, note: read.note, modifiedAt } : { ok: false, path, unread: read.unread }
