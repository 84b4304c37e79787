/**
 * The row of a block: every column that a store indexes. Records are the source data. Only this code derives a row,
 * when the store writes the record, so no read parses a block's text.
 *
 * A row depends on the record and the names of its files, and on nothing else. References to other blocks stay in its
 * text; `referring-block.ts` replaces them when the block is read.
 */
import {
  foldForSearch,
  isAscii,
  parseBlock,
  readDay,
  searchedText,
  searchText,
  visibleText,
  type BlockText,
  type Day,
  type Marker,
  type Priority,
  type SearchedText,
} from '@notegraph/block-text'
import { moreOf } from './block-view.ts'
import { countInto, type Counts } from './counts.ts'
import { LaterWords } from './later-words.ts'
import type { DeriveEnv } from './env.ts'
import { allNamed, filesIn, named } from './files.ts'
import { linkNames } from './name.ts'
import { propertyRow, type PropertyRow } from './property-row.ts'
import { placesOf, withoutMarks } from './referring-block.ts'
import type { BlockRecord } from './record.ts'

/** The row of one block. Members without a value are left out. */
export interface BlockRow {
  readonly id: string
  readonly pageId: string
  readonly parentId: string | null
  readonly order: number
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly updatedAt: number
  /** The text as written, with the names of files. */
  readonly content: string
  /**
   * The visible text, unless it equals the content. With `places`, references are still in place: see
   * `ReferringBlock.text`.
   */
  readonly text?: string
  /**
   * Positions of references to other blocks in the text. Absent without such references. @see placesOf
   */
  readonly places?: string
  /** @see BlockParts.more */
  readonly more?: string
  /**
   * The text folded for search, without marks and with the names of files, unless it equals the lowercased content.
   * @see searchedWords
   */
  readonly folded?: string
  readonly marker?: Marker
  readonly priority?: Priority
  readonly scheduled?: Day
  readonly deadline?: Day
  /**
   * The earliest of its links that is a day. @see decisions 5.6
   */
  readonly linkedDay?: Day
  /** The deadline, or else the scheduled day, or else the linked day. */
  readonly due?: Day
  /** Names that it links other than by a tag, in the form of `linkName`. Each appears once. */
  readonly links: readonly string[]
  /** Names that it tags, in the same form. A name can be in both lists. */
  readonly tags: readonly string[]
  /** Ids of the blocks that it refers to. */
  readonly blockRefs: readonly string[]
  /** Ids of the files that it contains. */
  readonly files: readonly string[]
  readonly properties: readonly PropertyRow[]
  /** A row with `places` counts only the block itself; `referringCounts` counts its text. */
  readonly counts: Counts
}

const ONE_BLOCK: Counts = { blocks: 1, words: 0, sentences: 0, paragraphs: 0, characters: 0 }

/**
 * Derives the row of a live block. Any text is valid; nothing throws.
 *
 * @param later the words of many rows that only a dictionary finds; the counts are complete after it settles
 * @example
 * const record = makeBlock({ id: 'b', content: 'TODO call #work', rev: 'r', pageId: 'p', parentId: null, order: 1, now: 1 })
 * deriveBlock(record, { file: () => undefined }).tags // ['work']
 */
export function deriveBlock(record: BlockRecord, env: DeriveEnv, later?: LaterWords): BlockRow {
  const block = parseBlock(record.words.text)
  const shown = visibleText(block)
  const places = placesOf(shown)
  const text = places === undefined ? named(shown.text, env) : shown.text
  const content = named(block.content, env)
  const { place } = record
  const row: { -readonly [K in keyof BlockRow]: BlockRow[K] } = {
    id: record.id,
    pageId: place.pageId,
    parentId: place.parentId,
    order: place.order,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
    content,
    links: linkNames(allNamed(block.links, env)),
    tags: linkNames(allNamed(block.tags, env)),
    blockRefs: block.blockRefs,
    files: filesIn(block.content, env),
    properties: propertiesOf(block, env),
    counts: ONE_BLOCK,
  }
  // Assigning members one by one is faster than spreading optional ones, which dominated the cost of this function.
  if (places === undefined) row.counts = countsOf(withoutMarks(text, shown.marks), later)
  else row.places = places
  if (text !== content) row.text = text
  const more = moreOf(block, env)
  if (more !== undefined) row.more = more
  const folded = foldedOf(named(searchText(block), env), content)
  if (folded !== undefined) row.folded = folded
  if (block.marker !== undefined) row.marker = block.marker
  if (block.priority !== undefined) row.priority = block.priority
  if (block.scheduled !== undefined) row.scheduled = block.scheduled
  if (block.deadline !== undefined) row.deadline = block.deadline
  const linkedDay = earliestDay(block.refs)
  if (linkedDay !== undefined) row.linkedDay = linkedDay
  const due = block.deadline ?? block.scheduled ?? linkedDay
  if (due !== undefined) row.due = due
  return row
}

function countsOf(text: string, later: LaterWords | undefined): Counts {
  const sum = { blocks: 1, words: 0, sentences: 0, paragraphs: 0, characters: 0 }
  const words = later ?? new LaterWords()
  countInto(sum, text, words)
  if (!later) words.settle()
  return sum
}

const NO_PROPERTIES: readonly PropertyRow[] = []

const propertiesOf = ({ properties }: BlockText, env: DeriveEnv): readonly PropertyRow[] =>
  properties.length === 0
    ? NO_PROPERTIES
    : properties.map(({ key, value }) => propertyRow(named(key, env), named(value, env)))

/**
 * Returns the text that search looks through, without the marks of letters.
 *
 * @see decisions 5.1
 * @example
 * searchedWords({ content: 'Call Ann' }) // 'call ann'
 */
export const searchedWords = ({ folded, content }: Pick<BlockRow, 'folded' | 'content'>): string =>
  folded ?? lowered(content)

/**
 * Returns the same text with the marks of its letters. Few searches need it, so it is read from the content again.
 *
 * @example
 * markedWords({ content: 'Été' }).words // 'ete'
 */
export const markedWords = ({ content }: Pick<BlockRow, 'content'>): SearchedText =>
  searchedText(searchText(parseBlock(content)).trim())

function foldedOf(searched: string, content: string): string | undefined {
  const words = foldForSearch(searched.trim())
  return words === lowered(content) ? undefined : words
}

/** Lowers ASCII letters only, as every database does. */
const lowered = (text: string): string =>
  isAscii(text) ? text.toLowerCase() : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

function earliestDay(names: readonly string[]): Day | undefined {
  let earliest: Day | undefined
  for (const name of names) {
    const day = readDay(name)
    if (day !== undefined && (earliest === undefined || day < earliest)) earliest = day
  }
  return earliest
}
