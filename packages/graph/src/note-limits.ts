/**
 * Limits of one note in a folder. The folder reader rejects notes beyond them. Characters are UTF-16 units.
 */

/** The most that one note may contain. */
export interface NoteLimits {
  /** Lines of a note. */
  readonly lines: number
  /** Blocks of a note, or blocks and shapes of a whiteboard. */
  readonly blocks: number
  /** Levels of blocks under each other. */
  readonly depth: number
  /** The text of a block, in characters. */
  readonly blockText: number
  /** Properties of a page. */
  readonly properties: number
  /** Characters in all values of a page's properties. */
  readonly propertyText: number
  /** Names in a page's `alias`, and separately in its `tags`. */
  readonly names: number
  /** Levels of brackets in JSON, EDN and YAML. */
  readonly nesting: number
  /** `config.edn`, in characters. */
  readonly settings: number
}

/** Limits of the files of a folder of notes. */
export interface FolderNoteLimits extends NoteLimits {
  /** The most bytes of a note. */
  readonly bytes: number
  /** The most bytes of another outliner's export. */
  readonly exportBytes: number
}

/** The limits for a person's own folder on disk, where a note can be large and no other user waits. */
export const FOLDER_NOTE_LIMITS: FolderNoteLimits = {
  bytes: 256 * 2 ** 20,
  exportBytes: 256 * 2 ** 20,
  lines: 5_000_000,
  blocks: 1_000_000,
  depth: 1_000,
  blockText: 16 * 2 ** 20,
  properties: 1_000,
  propertyText: 2 ** 20,
  names: 10_000,
  nesting: 100,
  settings: 2 ** 20,
}
