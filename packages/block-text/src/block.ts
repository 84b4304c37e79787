/**
 * What one block says: its marks, dates, properties and references, read off its content.
 *
 * @see decisions 2
 */
import type { DateMark } from './date-line.ts'
import type { Day } from './day.ts'
import type { Spot } from './found.ts'
import type { Head, Heading } from './head.ts'
import type { Marker, Priority } from './marker.ts'
import type { Property } from './property-line.ts'

/** Lines that are no words: from the first unit of the first to the end of the last, without its line break. */
export interface Cut {
  readonly kind: 'property' | 'date' | 'drawer'
  readonly start: number
  readonly end: number
}

/** Where things stand in `content`, so that showing and rewriting a block need not read it again. */
export interface BlockLayout {
  readonly head: Head
  readonly cuts: readonly Cut[]
  /** Each property line with its key, `id` and `collapsed` too; the key's last value stands at its first place. */
  readonly lines: readonly Property[]
  readonly scheduled?: DateMark
  readonly deadline?: DateMark
  /** References to blocks that are read out in the text. */
  readonly spots: readonly Spot[]
  /** Whether something that the first line opens goes on in the next. */
  readonly holds: boolean
}

export interface BlockText {
  /** As given, with `\n` for every line break. */
  readonly content: string
  readonly quote: boolean
  readonly heading?: Heading
  readonly marker?: Marker
  readonly priority?: Priority
  readonly scheduled?: Day
  readonly deadline?: Day
  /** Without `id` and `collapsed`; one entry a key, in order of first appearance, the last line's value. */
  readonly properties: readonly Property[]
  /** The value of an `id::` line. */
  readonly id?: string
  readonly collapsed?: true
  /** Names of pages that it links or tags, in order of appearance. */
  readonly refs: readonly string[]
  readonly tags: readonly string[]
  /** Names linked otherwise than as a tag; a name may stand in `tags` too. */
  readonly links: readonly string[]
  readonly blockRefs: readonly string[]
  readonly layout: BlockLayout
}
