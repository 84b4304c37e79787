/**
 * References to blocks, read out when a block is read. The row of a block that refers to others keeps its text with the
 * references in place, so that an edit of a block changes no other block's row, however many refer to it.
 *
 * @see decisions 2.7
 */
import { cutLine, parseBlock, readOut, shownLine, type Shown } from '@notegraph/block-text'
import { countText, type Counts } from './counts.ts'
import type { DeriveEnv } from './env.ts'
import { named, shownNamed } from './files.ts'
import type { BlockRecord } from './record.ts'

/** What reading needs beside the row. */
export interface ReadEnv extends DeriveEnv {
  /** What a reference to the block reads as (`blockLine` of its record); nothing when there is no such live block. */
  line(id: string): Shown | undefined
}

/** The row of a block that refers to others, as far as its text goes. */
export interface Referring {
  readonly id: string
  readonly content: string
  /** The text with its references in place and its files by their addresses; none where it is the content. */
  readonly text?: string | null
  readonly places: string
}

/** Where references and head marks are in a text, as JSON text; none where nothing is read out. */
export const placesOf = ({ blockRefs, marks }: Shown): string | undefined =>
  blockRefs.length === 0 ? undefined : JSON.stringify({ blockRefs, marks })

/** The text with the places that `placesOf` gave. */
export const shownAt = (text: string, places: string | null): Shown =>
  places === null
    ? { text, blockRefs: [], marks: [0, 0] }
    : { text, ...(JSON.parse(places) as Omit<Shown, 'text'>) }

/** What a reference to the block reads as: the first line of its words, cut short, files named. */
export const blockLine = (record: BlockRecord, env: DeriveEnv): Shown =>
  cutLine(shownNamed(shownLine(parseBlock(record.words.text)), env))

/**
 * What the app shows of the block. The files are named last: words that are read out may stand inside a link to one, and
 * an address may come together only where they are put in.
 */
export const referringText = (block: Referring, env: ReadEnv): string => read(block, shownOf(block), env)

/** What that text adds up to. @see decisions 3.3 */
export function referringCounts(block: Referring, env: ReadEnv): Omit<Counts, 'blocks'> {
  const shown = shownOf(block)
  return countText(withoutMarks(read(block, shown, env), shown.marks))
}

const shownOf = ({ content, text, places }: Referring): Shown => shownAt(text ?? content, places)

const read = ({ id }: Referring, shown: Shown, env: ReadEnv): string =>
  named(
    readOut(shown, (target) => env.line(target), id),
    env,
  )

/** The marks stand before any reference or file, so that their place holds in the text that is shown, too. */
export const withoutMarks = (text: string, [start, end]: Shown['marks']): string =>
  start === end ? text : text.slice(0, start) + text.slice(end)
