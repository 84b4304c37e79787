/**
 * Tags as Obsidian reads them, in the syntax of blocks. A tag stands at the start of a line, or after a blank or the bar
 * of a table cell. It has letters, digits, `_`, `-`, `/`, marks and emoji, and more than digits.
 *
 * @see https://help.obsidian.md/tags
 */
import { parseMarks } from '@notegraph/block-text'

const NAME =
  /^(?:[\p{L}\p{M}\p{N}_/-]|\p{Extended_Pictographic}|\p{RI}|\p{EMod}|[\u200C\u200D](?=[\p{L}\p{M}]|\p{Extended_Pictographic}))*/u
const MORE_THAN_DIGITS = /[^\p{Nd}\p{M}]/u
/** What can stand before a tag: the start of a line, a blank, opening marks of emphasis. */
const BEFORE = /(?:^|[\s\p{Z}])(?:\*{1,3}|_{1,3}|~~|==)?$/u
const CELL = /^[ \t]*\|(?:[^\n]*\|)?$/u

/**
 * Escapes each `#` that begins no tag in Obsidian, and ends each tag where Obsidian ends it.
 *
 * @example
 * vaultTags('teal (#5EA8A7) #sea, #tag&y') // 'teal (\\#5EA8A7) #sea, #[[tag]]&y'
 */
export function vaultTags(text: string): string {
  if (!text.includes('#')) return text
  let out = ''
  let done = 0
  for (const { kind, start, end } of parseMarks(text).marks) {
    if (kind !== 'tag' || text.startsWith('[[', start + 1)) continue
    const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
    const name = isBefore(line) ? NAME.exec(text.slice(start + 1, end))![0] : ''
    if (start + 1 + name.length === end && MORE_THAN_DIGITS.test(name)) continue
    out += text.slice(done, start) + (MORE_THAN_DIGITS.test(name) ? `#[[${name}]]` : `\\#${name}`)
    done = start + 1 + name.length
  }
  return done === 0 ? text : out + text.slice(done)
}

const isBefore = (line: string): boolean => BEFORE.test(line.slice(-8)) || CELL.test(line)
