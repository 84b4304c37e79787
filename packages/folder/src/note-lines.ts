/** The lines of a note, by property and by block. */

/** The lines of a note. */
export interface NoteLines {
  readonly head: readonly (readonly [key: string, line: string])[]
  /** The words of each block, with its `id::` if others refer to it. */
  readonly blocks: readonly { readonly depth: number; readonly words: string }[]
}
