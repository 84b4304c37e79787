/**
 * Tags as Obsidian reads them, in the syntax of blocks. A tag is at the start of a line, or after a blank or the bar
 * of a table cell. It has letters, digits, `_`, `-`, `/`, marks and emoji, and more than digits.
 *
 * @see https://help.obsidian.md/tags
 */
import { parseMarks } from '@notegraph/block-text'

const SIGN = String.raw`[\p{L}\p{M}\p{N}_/-]|\p{Extended_Pictographic}|\p{RI}|\p{EMod}|[\u200C\u200D](?=[\p{L}\p{M}]|\p{Extended_Pictographic})`
const NAME = new RegExp(String.raw`^(?:${SIGN})*`, 'u')
/** Dendron's tags have levels with dots between. */
const DOTTED_NAME = new RegExp(String.raw`^(?:${SIGN}|\.(?=[\p{L}\p{N}]))*`, 'u')
const MORE_THAN_DIGITS = /[^\p{Nd}\p{M}]/u
/** The text before a tag: the start of a line, a blank, opening marks of emphasis. */
const BEFORE = /(?:^|[\s\p{Z}])(?:\*{1,3}|_{1,3}|~~|==)?$/u
/** One more than the marks, so that the start of this many units is the start of a line or a blank. */
const LONGEST_BEFORE = 4
const ROW = /[ \t]*\|/uy
const LINK = /^!?\[\[/u

/**
 * Escapes each `#` that begins no tag in Obsidian, and ends each tag where Obsidian ends it.
 *
 * @param dotted whether a tag can have dots, as in Dendron
 * @example
 * vaultTags('teal (#5EA8A7) #sea, #tag&y') // 'teal (\\#5EA8A7) #sea, #[[tag]]&y'
 */
export function vaultTags(text: string, dotted = false): string {
  if (!text.includes('#')) return text
  const isFree = tagPlaces(text)
  let out = ''
  let done = 0
  for (const { kind, start, end } of parseMarks(text).marks) {
    if (kind !== 'tag') continue
    // Only in Logseq, `#[[note]]` is a tag.
    const name = isFree(start) ? (dotted ? DOTTED_NAME : NAME).exec(text.slice(start + 1, end))![0] : ''
    const isTag = MORE_THAN_DIGITS.test(name)
    // The words of a link right behind it would be part of the tag.
    if (isTag && start + 1 + name.length === end && !LINK.test(text.slice(end, end + 3))) continue
    out += text.slice(done, start) + (isTag ? `#[[${name}]]` : `\\#${name}`)
    done = start + 1 + name.length
  }
  return done === 0 ? text : out + text.slice(done)
}

/** Returns a function that says whether a tag can begin at an index. Indexes must not decrease. */
function tagPlaces(text: string): (at: number) => boolean {
  let line = 0
  let next = -1
  let isRow = false
  return (at) => {
    while (next < 0 || next < at) {
      line = next + 1
      ROW.lastIndex = line
      isRow = ROW.test(text)
      next = text.indexOf('\n', line)
      if (next < 0) next = text.length
    }
    return BEFORE.test(text.slice(Math.max(line, at - LONGEST_BEFORE), at)) || (isRow && text[at - 1] === '|')
  }
}
