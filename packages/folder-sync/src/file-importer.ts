/**
 * The import of edits from files into the graph. Each file is compared with its base, so that only the edits of its
 * author are imported, once.
 */
import { editedNotes, type EditedNote, type IsStable } from './edited-notes.ts'
import { BlockedFiles } from './blocked-files.ts'
import { isNearlyAll, MassRemoval } from './mass-removal.ts'
import type { SyncContext } from './context.ts'
import { followRenames } from './renamed-notes.ts'
import { importNote, importRemoval } from './import-note.ts'

/** The import of one folder. */
export class FileImporter {
  readonly #context: SyncContext
  readonly blocked: BlockedFiles = new BlockedFiles()
  imported: number = 0

  constructor(context: SyncContext) {
    this.#context = context
  }

  /**
   * Imports all changed files.
   *
   * @throws {MassRemoval} if nearly all notes are gone, unless `mayRemoveAll` is set
   * @returns paths of files to import later
   */
  async importEdits(isStable: IsStable, mayRemoveAll: boolean): Promise<string[]> {
    const { bases, contents, disk } = this.#context
    const { marks, plan } = contents
    const links = disk.notFollowed ?? new Map<string, string>()
    for (const problems of [this.blocked, this.#context.assets])
      problems.dropMissing((path) => marks.has(path))
    for (const [file, why] of links) this.blocked.block(file, why)
    for (const { file, why, line } of plan.unread) this.blocked.block(file, why, line)
    const gone = bases.paths().filter((path) => !marks.has(path))
    if (!mayRemoveAll && isNearlyAll(gone.length, bases.size)) throw new MassRemoval(gone.length, bases.size)
    const { edited, later } = await editedNotes(this.#context, this.blocked, isStable)
    await followRenames(this.#context, gone, edited)
    const isTaken = this.#taken(gone, edited)
    for (const one of edited)
      if (await importNote(this.#context, this.blocked, one, isTaken(one.path))) this.imported++
    for (const path of gone) {
      if (!bases.base(path)) continue
      if (!isStable(path, undefined, true)) later.push(path)
      else if (await importRemoval(this.#context, path)) this.imported++
    }
    return later
  }

  /** Whether another file shows a block and keeps it in this import. */
  #taken(gone: readonly string[], edited: readonly EditedNote[]): (path: string) => (id: string) => boolean {
    const { bases } = this.#context
    const free = new Set([...gone, ...edited.map(({ path }) => path)])
    const stays = new Map(
      edited.map(({ path, note }) => [path, new Set(note.rows.flatMap(({ id }) => id ?? []))]),
    )
    return (path) => (id) => {
      const at = bases.shownIn(id)
      return at !== undefined && at !== path && (!free.has(at) || stays.get(at)?.has(id) === true)
    }
  }
}
