/**
 * Limits of one note in a folder. The folder reader rejects notes beyond them; the list of all limits has the values.
 * Characters are UTF-16 units.
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
