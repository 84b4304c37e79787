/**
 * What one note of a folder may hold. The reader of folders stops at these limits; the list of all limits gives their
 * values. Characters are UTF-16 units.
 */
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
  /** The values of a page's properties together, in characters. */
  readonly propertyText: number
  /** Names in a page's `alias`, and in its `tags`. */
  readonly names: number
  /** Levels of brackets in JSON, EDN and YAML. */
  readonly nesting: number
  /** `config.edn`, in characters. */
  readonly settings: number
}
