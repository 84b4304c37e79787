/**
 * The row of a block: every column that a store indexes of it. Records are the truth; a row is derived from the record
 * by this code alone, when it is written, so that no read ever parses a block's text.
 *
 * What a row says depends on the record, the names of the files it holds and the lines of the blocks it refers to, and
 * on nothing else.
 */
import {
  fold,
  parseBlock,
  readDay,
  readOut,
  searchText,
  shownLine,
  shownText,
  type Day,
  type Marker,
  type Priority,
  type Shown,
} from '@notegraph/block-text'
import { blockView } from './block-view.ts'
import { countText, type Counts } from './counts.ts'
import type { DeriveEnv } from './env.ts'
import { allNamed, filesIn, named, shownNamed } from './files.ts'
import { linkNames } from './name.ts'
import { propertyRow, type PropertyRow } from './property-row.ts'
import type { BlockRecord } from './record.ts'

export interface BlockRow {
  readonly id: string
  readonly pageId: string
  readonly parentId: string | null
  readonly order: number
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly updatedAt: number
  /** JSON text of the API's Block without `id`, `page` and `pageId`; `blockJson` makes the answer of it. */
  readonly view: string
  /** What search looks in: folded, with files named. @see decisions 5.1 */
  readonly words: string
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
  readonly counts: Counts
}

/** The row of a live block. Any text will do; nothing throws. */
export function deriveBlock(record: BlockRecord, env: DeriveEnv): BlockRow {
  const block = parseBlock(record.words.text)
  const shown = shownText(block)
  const text = textOf(record.id, shown, env)
  const linkedDay = earliestDay(block.refs)
  const due = block.deadline ?? block.scheduled ?? linkedDay
  return {
    id: record.id,
    pageId: record.place.pageId,
    parentId: record.place.parentId,
    order: record.place.order,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
    view: blockView(record, block, text, env),
    words: fold(named(searchText(block), env)),
    ...(block.marker !== undefined && { marker: block.marker }),
    ...(block.priority !== undefined && { priority: block.priority }),
    ...(block.scheduled !== undefined && { scheduled: block.scheduled }),
    ...(block.deadline !== undefined && { deadline: block.deadline }),
    ...(linkedDay !== undefined && { linkedDay }),
    ...(due !== undefined && { due }),
    links: linkNames(allNamed(block.links, env)),
    tags: linkNames(allNamed(block.tags, env)),
    blockRefs: block.blockRefs,
    files: filesIn(block.content, env),
    properties: block.properties.map(({ key, value }) => propertyRow(named(key, env), named(value, env))),
    counts: { blocks: 1, ...countText(withoutMarks(text, shown.marks)) },
  }
}

/** What a reference to the block reads as: the first line of its words, files named. */
export function blockLine(record: BlockRecord, env: DeriveEnv): Shown {
  return shownNamed(shownLine(parseBlock(record.words.text)), env)
}

/**
 * The files are named last: words that are read out may stand inside a link to one, and an address may come together
 * only where they are put in.
 */
function textOf(id: string, shown: Shown, env: DeriveEnv): string {
  const text = shown.blockRefs.length === 0 ? shown.text : readOut(shown, (target) => env.line(target), id)
  return named(text, env)
}

/** The marks stand before any reference or file, so that their place holds in the text that is shown, too. */
const withoutMarks = (text: string, [start, end]: Shown['marks']): string =>
  start === end ? text : text.slice(0, start) + text.slice(end)

function earliestDay(names: readonly string[]): Day | undefined {
  let earliest: Day | undefined
  for (const name of names) {
    const day = readDay(name)
    if (day !== undefined && (earliest === undefined || day < earliest)) earliest = day
  }
  return earliest
}
