/**
 * The row of a block: every column that a store indexes of it. Records are the truth; a row is derived from the record
 * by this code alone, when it is written, so that no read ever parses a block's text.
 *
 * What a row says depends on the record and the names of the files it holds, and on nothing else. References to other blocks
 * stay in its text and are read out when the block is read (`read-out.ts`).
 */
import {
  fold,
  foldsSimply,
  isAscii,
  parseBlock,
  readDay,
  searchText,
  shownText,
  type BlockText,
  type Day,
  type Marker,
  type Priority,
} from '@notegraph/block-text'
import { moreOf } from './block-view.ts'
import { countText, type Counts } from './counts.ts'
import type { DeriveEnv } from './env.ts'
import { allNamed, filesIn, named } from './files.ts'
import { linkNames } from './name.ts'
import { propertyRow, type PropertyRow } from './property-row.ts'
import { placesOf, withoutMarks } from './read-out.ts'
import type { BlockRecord } from './record.ts'

export interface BlockRow {
  readonly id: string
  readonly pageId: string
  readonly parentId: string | null
  readonly order: number
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly updatedAt: number
  /** As written, files named. */
  readonly content: string
  /** What the app shows; left out where it is the content. With `places` it is as `Referring.text` says. */
  readonly text?: string
  /** Where references to other blocks are in the text; left out where nothing is read out. @see placesOf */
  readonly places?: string
  /** @see BlockParts.more */
  readonly more?: string
  /** What search looks in, where it is another than the lowered content: folded, with files named. @see searchedWords */
  readonly folded?: string
  readonly marker?: Marker
  readonly priority?: Priority
  readonly scheduled?: Day
  readonly deadline?: Day
  /** The earliest of its links that reads as a day. @see decisions 5.6 */
  readonly linkedDay?: Day
  /** The deadline, else the scheduled day, else the linked one. */
  readonly due?: Day
  /** Names that it links otherwise than as a tag, as `linkName` gives them, each once. */
  readonly links: readonly string[]
  /** Names that it tags, likewise. A name may stand in both. */
  readonly tags: readonly string[]
  /** Ids of blocks that it refers to. */
  readonly blockRefs: readonly string[]
  /** Ids of files whose addresses it holds. */
  readonly files: readonly string[]
  readonly properties: readonly PropertyRow[]
  /** Of a row with `places` only the block itself is counted; its text is when it is read. */
  readonly counts: Counts
}

const ONE_BLOCK: Counts = { blocks: 1, words: 0, sentences: 0, paragraphs: 0, characters: 0 }

/** The row of a live block. Any text will do; nothing throws. */
export function deriveBlock(record: BlockRecord, env: DeriveEnv): BlockRow {
  const block = parseBlock(record.words.text)
  const shown = shownText(block)
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
  // Set one by one: spreading what may not be there costs more than all else here.
  if (places === undefined) row.counts = { blocks: 1, ...countText(withoutMarks(text, shown.marks)) }
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

const NO_PROPERTIES: readonly PropertyRow[] = []

const propertiesOf = ({ properties }: BlockText, env: DeriveEnv): readonly PropertyRow[] =>
  properties.length === 0
    ? NO_PROPERTIES
    : properties.map(({ key, value }) => propertyRow(named(key, env), named(value, env)))

/** What search looks in. @see decisions 5.1 */
export const searchedWords = ({ folded, content }: Pick<BlockRow, 'folded' | 'content'>): string =>
  folded ?? lowered(content)

function foldedOf(searched: string, content: string): string | undefined {
  if (searched === content && foldsSimply(content) && content.trim() === content) return undefined
  const words = fold(searched)
  return words === lowered(content) ? undefined : words
}

/** With ASCII letters in lower case, as any database has them. */
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
