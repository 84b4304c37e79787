/**
 * Taking what was edited in files into the graph. A file is held against what it showed when it was read or written
 * last, so that only what its writer did is taken, once.
 */
import { editedNotes, type Edited, type IsStill } from './edited-notes.ts'
import { HeldFiles } from './held.ts'
import { isNearlyAll, MassRemoval } from './mass-removal.ts'
import type { Parts } from './parts.ts'
import { followRenames } from './renamed-notes.ts'
import { takeNote, takeRemoval } from './take-note.ts'

export class Taking {
  readonly #parts: Parts
  readonly held: HeldFiles = new HeldFiles()
  taken: number = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @throws {MassRemoval} @returns paths that were left for later */
  async take(isStill: IsStill, mayRemoveAll: boolean): Promise<string[]> {
    const { agreed, contents } = this.#parts
    const { marks, plan } = contents
    this.held.look((path) => marks.has(path))
    for (const { file, why, line } of plan.unread) this.held.hold(file, why, line)
    const gone = agreed.paths().filter((path) => !marks.has(path))
    if (!mayRemoveAll && isNearlyAll(gone.length, agreed.size))
      throw new MassRemoval(gone.length, agreed.size)
    const { edited, later } = await editedNotes(this.#parts, this.held, isStill)
    await followRenames(this.#parts, gone, edited)
    const isTaken = this.#taken(gone, edited)
    for (const one of edited) if (await takeNote(this.#parts, this.held, one, isTaken(one.path))) this.taken++
    for (const path of gone) {
      if (!agreed.base(path)) continue
      if (!isStill(path, undefined, true)) later.push(path)
      else if (await takeRemoval(this.#parts, path)) this.taken++
    }
    return later
  }

  /** Whether a block is another file's: one that shows it, and does not give it away in this look. */
  #taken(gone: readonly string[], edited: readonly Edited[]): (path: string) => (id: string) => boolean {
    const { agreed } = this.#parts
    const free = new Set([...gone, ...edited.map(({ path }) => path)])
    const stays = new Map(
      edited.map(({ path, note }) => [path, new Set(note.rows.flatMap(({ id }) => id ?? []))]),
    )
    return (path) => (id) => {
      const at = agreed.shownIn(id)
      return at !== undefined && at !== path && (!free.has(at) || stays.get(at)?.has(id) === true)
    }
  }
}
