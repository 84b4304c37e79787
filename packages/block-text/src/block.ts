/**
 * The parsed form of one block: its marks, dates, properties and references.
 *
 * @see decisions 2
 */
import type { DateMark } from './date-line.ts'
import type { Day } from './day.ts'
import type { Spot } from './references.ts'
import type { Head, Heading } from './head.ts'
import type { Marker, Priority } from './marker.ts'
import type { Property } from './property-line.ts'

/** A range of lines that readers do not see as words. It excludes the line break after the last line. */
export interface Cut {
  readonly kind: 'property' | 'date' | 'drawer'
  readonly start: number
  readonly end: number
}

/** Positions of the parts of `content`, so that displaying or rewriting a block does not parse it again. */
export interface BlockLayout {
  readonly head: Head
  readonly cuts: readonly Cut[]
  /**
   * One entry for each property key, `id` and `collapsed` included. A repeated key has its first position and its last
   * value.
   */
  readonly lines: readonly Property[]
  readonly scheduled?: DateMark
  readonly deadline?: DateMark
  /** References whose text is replaced by the block they point to. */
  readonly spots: readonly Spot[]
  /** Whether a construct that opens on the first line continues on the next, such as a comment. */
  readonly continues: boolean
}

/** One parsed block. `parseBlock` returns this for any string. */
export interface BlockText {
  /** The text of the block, with `\n` for every line break. */
  readonly content: string
  readonly quote: boolean
  readonly heading?: Heading
  readonly marker?: Marker
  readonly priority?: Priority
  readonly scheduled?: Day
  readonly deadline?: Day
  /**
   * One entry for each key, in order of first appearance, with the value of the last line. Excludes `id` and
   * `collapsed`.
   */
  readonly properties: readonly Property[]
  /** The value of an `id::` line. */
  readonly id?: string
  readonly collapsed?: true
  /** Names of the pages that the block links or tags, in order of appearance. */
  readonly refs: readonly string[]
  readonly tags: readonly string[]
  /** Names that the block links other than by a tag. A name can be in `tags` too. */
  readonly links: readonly string[]
  readonly blockRefs: readonly string[]
  readonly layout: BlockLayout
}
