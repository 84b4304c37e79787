/**
 * How much one note may hold. Whoever reads a folder gives the limits, since a person's own folder may hold more than an
 * archive from the network. Readers stop at a limit, so that no text costs more than its limits allow.
 */
import type { NoteLimits } from '@notegraph/graph'
import type { Unread } from './draft.ts'

export type { NoteLimits }

/** Of a person's own folder on disk, where a note may be large and nobody else waits. */
export const FOLDER_NOTE_LIMITS: NoteLimits & {
  /** A note, in bytes. */
  readonly bytes: number
  /** A file that holds pages of another outliner, in bytes. */
  readonly exportBytes: number
} = {
  bytes: 256 * 2 ** 20,
  exportBytes: 256 * 2 ** 20,
  lines: 5_000_000,
  blocks: 1_000_000,
  depth: 1_000,
  blockText: 16 * 2 ** 20,
  properties: 1_000,
  propertyText: 2 ** 20,
  names: 10_000,
  nesting: 100,
  settings: 2 ** 20,
}

/** Thrown by a reader where a note holds more than its limits allow; `readNote` turns it into a value. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch'
  /** From 1. */
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

export const many = (count: number): string => count.toLocaleString('en')

/** @throws TooMuch */
export function checkLines(text: string, most: number): void {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1))
    if (++lines > most)
      throw new TooMuch(lines, `It has more than ${many(most)} lines. Split it into several notes.`)
}

export const tooManyBlocks = (line: number, most: number): TooMuch =>
  new TooMuch(line, `It has more than ${many(most)} blocks. Split it into several notes.`)

export const tooDeep = (line: number, most: number): TooMuch =>
  new TooMuch(line, `Its blocks nest deeper than ${many(most)} levels. Indent them less.`)

export const tooLong = (line: number, most: number): TooMuch =>
  new TooMuch(line, `A block has more than ${many(most)} characters. Split it into several.`)

export type OutlineLimits = Partial<Pick<NoteLimits, 'blocks' | 'depth' | 'blockText'>>

/** An outline that something else than its text says. @throws TooMuch */
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
 * Checks how deep brackets nest outside of strings, before a parser that keeps a level for each walks the text. Texts of
 * JSON and YAML in flow style; what is unbalanced counts as it stands.
 * @returns the first line, from 1, that nests deeper; undefined where none does
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

export const nestsTooDeep = (file: string, line: number, most: number): Unread => ({
  file,
  line,
  why: `It nests deeper than ${most} levels, and is not read.`,
})
