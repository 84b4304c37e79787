/**
 * Limits of one note. The caller chooses them: a person's own folder may contain more than an archive from the network.
 * A reader stops at a limit, so the work for any text is bounded.
 */
import { numbered, type NoteLimits } from '@notegraph/graph'
import type { Unread } from './draft.ts'

export { FOLDER_NOTE_LIMITS } from '@notegraph/graph'
export type { NoteLimits }

/** Thrown by a reader if a note exceeds a limit; `readNote` returns it as a value. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch'
  /** The line, from 1. */
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

/**
 * Checks the number of lines. @throws TooMuch
 */
export function checkLines(text: string, most: number): void {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1))
    if (++lines > most)
      throw new TooMuch(lines, `The file has more than ${numbered(most)} lines. Split the file.`)
}

/** The error for too many blocks. */
export const tooManyBlocks = (line: number, most: number): TooMuch =>
  new TooMuch(line, `The note has more than ${numbered(most)} blocks. Split the note.`)

/** The error for blocks that nest too deep. */
export const tooDeep = (line: number, most: number): TooMuch =>
  new TooMuch(line, `Blocks nest deeper than ${numbered(most)} levels. Indent them less.`)

/** The error for a block that is too long. */
export const tooLong = (line: number, most: number): TooMuch =>
  new TooMuch(line, `A block has more than ${numbered(most)} characters. Split the block.`)

/** The limits of an outline. */
export type OutlineLimits = Partial<Pick<NoteLimits, 'blocks' | 'depth' | 'blockText'>>

/**
 * Checks an outline that does not come from a Markdown text. @throws TooMuch
 */
export function checkFlat(
  flat: readonly { readonly depth: number; readonly content: string; readonly line: number }[],
  { blocks = Infinity, depth: deepest = Infinity, blockText = Infinity }: OutlineLimits,
): void {
  if (flat.length > blocks) throw tooManyBlocks(flat[blocks]!.line, blocks)
  for (const { depth, content, line } of flat) {
    if (depth >= deepest) throw tooDeep(line, deepest)
    if (content.length > blockText) throw tooLong(line, blockText)
  }
}

/**
 * Checks the nesting of brackets outside strings, before a recursive parser reads the text. The text is JSON, or YAML
 * in flow style. Unbalanced brackets count as written.
 *
 * @returns the first line that nests deeper, from 1, or `undefined`
 * @example
 * deeperThan('[[1]]', 1) // 1
 * deeperThan('[[1]]', 2) // undefined
 */
export function deeperThan(text: string, most: number): number | undefined {
  let depth = 0
  let line = 1
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === NEWLINE) line++
    else if (inString) {
      if (sign === BACKSLASH) at++
      else if (sign === QUOTE) inString = false
    } else if (sign === QUOTE) inString = true
    else if (sign === BRACE || sign === BRACKET) {
      if (++depth > most) return line
    } else if (sign === BRACE_END || sign === BRACKET_END) depth--
  }
  return undefined
}

const NEWLINE = 0x0a
const QUOTE = 0x22
const BACKSLASH = 0x5c
const BRACKET = 0x5b
const BRACKET_END = 0x5d
const BRACE = 0x7b
const BRACE_END = 0x7d

/** Describes a file that nests too deep. */
export const nestsTooDeep = (file: string, line: number, most: number): Unread => ({
  file,
  line,
  why: `The file nests deeper than ${most} levels and was not read.`,
})
