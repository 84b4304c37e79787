/**
 * Blocks of a pasted text: a Markdown outline as an import of notes reads it, or one block for each line.
 *
 * @see outliner 3.3
 */
import { normalizeLines } from '@notegraph/block-text'
import { readBody } from '@notegraph/folder'
import { fieldOf, startsFolded } from '../outline/field.ts'
import { withFold, withNumber } from '../outline/words.ts'
import { nested, type PastedBlock } from './pasted.ts'

/** A bullet, a heading, a numbered item, or the fence of code. */
const OUTLINE = /^[ \t]*(?:[-*+](?:[ \t]|$)|#{1,6}[ \t]|\d{1,9}[.)][ \t]|```|~~~)/m

/** Characters of a stored text: no NUL and no lone surrogates. */
const clean = (text: string): string => normalizeLines(text).replaceAll('\0', '').toWellFormed()

/**
 * Reads a pasted text as blocks. Ids stay with the copied blocks.
 *
 * @example
 * readText('- tea\n\t- green') // [{ content: 'tea', children: [{ content: 'green', children: [] }] }]
 */
export function readText(pasted: string): PastedBlock[] {
  const text = clean(pasted)
  const outline = bulleted(text)
  const read = OUTLINE.test(outline) ? readBody(outline) : undefined
  if (read?.ok !== true) return plainLines(text)
  return nested(
    read.blocks.map(({ content, depth }) => {
      const words = withoutId(content.replaceAll(NUMBERED, ''))
      // Further lines of an item are behind its number, which is longer than a bullet.
      return content.includes(NUMBERED)
        ? { content: withNumber(words.replaceAll('\n ', '\n')), depth }
        : { content: words, depth }
    }),
  )
}

/** A bullet of notes, or the fence of code. */
const OWN = /^[ \t]*(?:[-*+](?:[ \t]|$)|\d{0,9}[.)]?[ \t]*(?:```|~~~))/m
/** A bullet of other programs. */
const SIGN = /^([ \t]*)[•◦▪‣●○][ \t]+/
const NUMBER = /^([ \t]*)(\d{1,9})[.)][ \t]+(?=\S)/
/** Ends the first line of a numbered item. Pasted text has none. */
const NUMBERED = '\0'

/**
 * A list of other programs with the bullets of notes: numbered items become numbered blocks. A text with code, or with
 * bullets of notes, stays as it is.
 */
function bulleted(text: string): string {
  if (OWN.test(text)) return text
  const lines = text.split('\n')
  const isNumbered = isCount(lines)
  return lines
    .map((line) =>
      isNumbered && NUMBER.test(line) ? line.replace(NUMBER, '$1- ') + NUMBERED : line.replace(SIGN, '$1- '),
    )
    .join('\n')
}

/** Whether two or more lines are numbered, and count from one at each indent. Days such as `24. December` do not. */
function isCount(lines: readonly string[]): boolean {
  const numbered = lines.map((line) => NUMBER.exec(line)).filter((match) => match !== null)
  const last = new Map<string, number>()
  return (
    numbered.length > 1 &&
    numbered.every(([, indent = '', digits]) => {
      const [before = 0, number] = [last.get(indent), Number(digits)]
      last.set(indent, number)
      return number === 1 || number === before + 1
    })
  )
}

function withoutId(content: string): string {
  const { text } = fieldOf(content)
  return startsFolded(content) ? withFold(text) : text
}

/** One block for each line; an indented line is nested. */
function plainLines(text: string): PastedBlock[] {
  const indents: number[] = []
  const rows = text.split('\n').flatMap((line) => {
    if (line.trim() === '') return []
    const words = line.trimStart()
    const indent = line.slice(0, line.length - words.length).replaceAll('\t', '    ').length
    while (indents.length > 0 && indents.at(-1)! >= indent) indents.pop()
    indents.push(indent)
    return [{ content: words.trimEnd(), depth: indents.length - 1 }]
  })
  return nested(rows)
}

/**
 * Whether a text is an OPML document, for which the view needs an XML parser.
 *
 * @example
 * looksLikeOpml('<?xml version="1.0"?><opml version="2.0">…') // true
 */
export const looksLikeOpml = (text: string): boolean =>
  /^\s*(?:<\?xml[^>]{0,200}\?>)?\s*<opml[\s>]/i.test(text)

/** Whether a text is an outline with bullets of its own. */
export const hasBullets = (text: string): boolean => /^[ \t]*[-*+][ \t]/m.test(text)
