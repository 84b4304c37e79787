/**
 * Fields of Obsidian's Dataview plugin. `**key**:: value` on a line of its own becomes a property line. So does `[key::
 * value]` or `(key:: value)` at the end of a line. A field inside a sentence also stays in its words.
 */
import { MARKERS } from '@notegraph/block-text'
import { opensMultiLine } from './multi-line.ts'
import { isKey } from './key.ts'
import { maskCode } from './code-mask.ts'

/** Excludes the brackets of the field around it, so that each position is read once. */
const LINKED = String.raw`\[\[[^[\]()\n]*\]\]`
const KEY = String.raw`[*_]{0,3}([\p{L}\p{N}][\p{L}\p{M}\p{N} _./-]{0,63}?)[*_]{0,3}`
const FIELD = new RegExp(
  String.raw`(?<![[!\\\]\w])\[${KEY}::[ \t]*((?:[^[\]\n]|${LINKED})*)\](?![(\]])|` +
    String.raw`(?<![(\]])\(${KEY}::[ \t]+((?:[^()[\n]|${LINKED})*)\)`,
  'gu',
)
const MOST_FIELDS = 64
const BOLD = /^[ \t]*(\*\*|__|\*|_)([\p{L}\p{N}][\p{L}\p{M}\p{N} _./-]{0,63}?)\1[ \t]*::(?=[ \t]|$)/u
/** A key of two to four words, as Dataview reads it. The words of a task are none. */
const BLANKS = new RegExp(
  String.raw`^[ \t]*(?!(?:${MARKERS.join('|')}) )()` +
    String.raw`([\p{L}\p{N}][\p{L}\p{M}\p{N}_/-]*(?: [\p{L}\p{M}\p{N}_/-]+){1,3})::(?=[ \t]|$)`,
  'u',
)
/** Text that can follow a field at the end of a line. */
const TAIL = /^(?:[ \t]+(?:#[^\s#]+|\^[A-Za-z0-9-]+))*[ \t]*$/u
const PROPERTY = /^[ \t]*([\p{L}\p{M}\p{N}_./-]{1,64})::(?:[ \t]|$)/u

/** Keys with another meaning on a block. */
const OWN: ReadonlySet<string> = new Set(['id', 'collapsed'])

/** Rewrites `**Key**:: value` and `Two words:: value` as a property line. Any other line stays. */
export function plainKey(line: string): string {
  const match = fieldIn(line)
  const key = match ? keyOf(match[2]!) : undefined
  return key === undefined ? line : `${key}::${line.slice(match![0].length)}`
}

const fieldIn = (line: string): RegExpExecArray | null => BOLD.exec(line) ?? BLANKS.exec(line)

interface Line {
  readonly text: string
  readonly at: number
}

/**
 * Rewrites the fields of one block.
 *
 * @param lines the lines of the block, each with a number that identifies its origin
 * @param found called with this number for each field that becomes a property line
 */
export function readFields(lines: readonly Line[], found: (at: number) => void = () => {}): readonly Line[] {
  if (!lines.some(({ text }) => text.includes('::'))) return lines
  const content = lines.map(({ text }) => text).join('\n')
  if (content.includes('<!--')) return lines
  const masked = maskCode(content).split('\n')
  const keys = new Set<string>()
  for (const line of masked) {
    const key = PROPERTY.exec(line)?.[1]
    if (key !== undefined) keys.add(key.toLowerCase())
  }
  const words: Line[] = []
  const fields: Line[] = []
  for (const [index, line] of lines.entries()) {
    const read = readLine(line.text, masked[index]!, keys)
    const { rest } = read
    if (rest.trim() !== '' || read.found.length === 0) words.push({ text: rest, at: line.at })
    for (const text of read.found) fields.push({ text, at: line.at })
    if (read.found.length > 0 || rest !== line.text) found(line.at)
  }
  if (fields.length === 0) return words
  const after = words.length === 0 ? 0 : opensMultiLine(words[0]!.text) ? words.length : 1
  return [...words.slice(0, after), ...fields, ...words.slice(after)]
}

/**
 * @param keys the keys of the block so far; new ones are added
 */
function readLine(line: string, masked: string, keys: Set<string>): { rest: string; found: string[] } {
  if (!masked.includes('::') || /^[ \t]*\|/u.test(line)) return { rest: line, found: [] }
  const bold = fieldIn(masked) ? plainKey(line) : line
  if (bold !== line || PROPERTY.test(masked)) return { rest: bold, found: [] }
  const found: string[] = []
  const cuts: { readonly start: number; readonly end: number }[] = []
  for (const match of masked.matchAll(FIELD)) {
    const [whole, squareKey, squareValue, roundKey, roundValue] = match
    const key = keyOf(squareKey ?? roundKey ?? '')
    const value = (squareValue ?? roundValue ?? '').trim()
    if (key === undefined || value === '' || value.includes('\0') || keys.has(key.toLowerCase())) continue
    keys.add(key.toLowerCase())
    found.push(`${key}:: ${value}`)
    cuts.push({ start: match.index, end: match.index + whole.length })
    if (cuts.length === MOST_FIELDS) break
  }
  let rest = line
  for (const { start, end } of cuts.toReversed()) {
    const after = rest.slice(end)
    if (!TAIL.test(after)) break
    rest = rest.slice(0, start).trimEnd() + (after.trim() === '' ? '' : ` ${after.trim()}`)
  }
  return { rest, found }
}

function keyOf(written: string): string | undefined {
  const key = written.trim().replaceAll(/[ \t]+/gu, '-')
  return isKey(key) && !OWN.has(key.toLowerCase()) ? key : undefined
}
