/**
 * References to blocks, replaced when a block is read. The row of a referring block keeps the references in its text.
 * An edit of a block therefore changes no other block's row, however many refer to it.
 *
 * @see decisions 2.7
 */
import { cutLine, parseBlock, replaceReferences, visibleLine, type VisibleText } from '@notegraph/block-text'
import { countText, type Counts } from './counts.ts'
import type { DeriveEnv } from './env.ts'
import { named, shownNamed } from './files.ts'
import type { BlockRecord } from './record.ts'

/** The environment that a referring block needs for reading. */
export interface ReadEnv extends DeriveEnv {
  /**
   * Returns the line that replaces a reference to this block: `blockLine` of its record. Returns `undefined` if there
   * is no such live block.
   */
  line(id: string): VisibleText | undefined
}

/** The columns of a referring block that its text needs. */
export interface ReferringBlock {
  readonly id: string
  readonly content: string
  /** The text with references in place and file addresses. Absent if it equals the content. */
  readonly text?: string | null
  readonly places: string
}

/**
 * Returns the positions of references and head marks as JSON text, or `undefined` without references.
 *
 * @example
 * placesOf({ text: 'no references', blockRefs: [], marks: [0, 0] }) // undefined
 */
export const placesOf = ({ blockRefs, marks }: VisibleText): string | undefined =>
  blockRefs.length === 0 ? undefined : JSON.stringify({ blockRefs, marks })

/**
 * Combines a text with the positions from `placesOf`.
 *
 * @example
 * shownAt('Hi', null) // { text: 'Hi', blockRefs: [], marks: [0, 0] }
 */
export const shownAt = (text: string, places: string | null): VisibleText =>
  places === null
    ? { text, blockRefs: [], marks: [0, 0] }
    : { text, ...(JSON.parse(places) as Omit<VisibleText, 'text'>) }

/**
 * Returns the line that replaces references to the block: the first line of its words, shortened, with the names of
 * files.
 *
 * @example
 * const block = makeBlock({ id: 'b', content: 'TODO Hi', rev: 'r', pageId: 'p', parentId: null, order: 1, now: 1 })
 * blockLine(block, { file: () => undefined }).text // 'Hi'
 */
export const blockLine = (record: BlockRecord, env: DeriveEnv): VisibleText =>
  cutLine(shownNamed(visibleLine(parseBlock(record.words.text)), env))

/**
 * Returns the visible text of a referring block. It names files last, because replaced words can complete a file
 * address or be inside a link to a file.
 *
 * @example
 * const row = { id: 'b', content: 'Hi', places: '{"blockRefs":[],"marks":[0,0]}' }
 * referringText(row, { file: () => undefined, line: () => undefined }) // 'Hi'
 */
export const referringText = (block: ReferringBlock, env: ReadEnv): string => read(block, shownOf(block), env)

/**
 * Counts the visible text of a referring block.
 *
 * @see decisions 3.3
 * @example
 * const row = { id: 'b', content: 'Hi', places: '{"blockRefs":[],"marks":[0,0]}' }
 * referringCounts(row, { file: () => undefined, line: () => undefined }).words // 1
 */
export function referringCounts(block: ReferringBlock, env: ReadEnv): Omit<Counts, 'blocks'> {
  const shown = shownOf(block)
  return countText(withoutMarks(read(block, shown, env), shown.marks))
}

const shownOf = ({ content, text, places }: ReferringBlock): VisibleText => shownAt(text ?? content, places)

const read = ({ id }: ReferringBlock, shown: VisibleText, env: ReadEnv): string =>
  named(
    replaceReferences(shown, (target) => env.line(target), id),
    env,
  )

/** Marks precede every reference and file, so their range is the same in the final text. */
export const withoutMarks = (text: string, [start, end]: VisibleText['marks']): string =>
  start === end ? text : text.slice(0, start) + text.slice(end)
