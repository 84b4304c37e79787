/**
 * Commands on the text of a field: marks, links, and pairs of brackets. Each takes a text with its selection and returns
 * both, or `undefined` if the browser does it better by itself.
 *
 * @see outliner 3.1
 */
import { linkLabel, markdownLink } from '@notegraph/block-text'

/** A text with its selection; `start` equals `end` for a caret. */
export interface TextSelection {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** The marks of a selection, by command. */
export const MARKS = { bold: '**', italic: '*', strike: '~~', highlight: '==', code: '`' } as const
/** The name of a mark. */
export type MarkName = keyof typeof MARKS

/**
 * Puts a mark around the selection, or takes it off.
 *
 * @example
 * toggleMark({ text: 'buy milk', start: 4, end: 8 }, 'bold') // { text: 'buy **milk**', start: 6, end: 10 }
 */
export function toggleMark(selection: TextSelection, name: MarkName): TextSelection {
  const mark = MARKS[name]
  const { text, start, end } = withoutBlanks(selection)
  const inside = runs(text, mark, start, end, 'inside')
  if (inside && end - start >= mark.length * 2)
    return replaced({ text, start, end }, text.slice(start + mark.length, end - mark.length), 0)
  if (runs(text, mark, start, end, 'outside')) {
    const around = { text, start: start - mark.length, end: end + mark.length }
    return replaced(around, text.slice(start, end), 0)
  }
  const words = text.slice(start, end)
  const at = start + mark.length
  return {
    text: text.slice(0, start) + mark + words + mark + text.slice(end),
    start: at,
    end: at + words.length,
  }
}

/** Blanks at the ends stay outside a mark, which would not count next to them. */
function withoutBlanks({ text, start, end }: TextSelection): TextSelection {
  const words = text.slice(start, end)
  if (words.trim() === '') return { text, start, end }
  const lead = words.length - words.trimStart().length
  return { text, start: start + lead, end: start + lead + words.trim().length }
}

/** Whether the mark is at both ends. A run of three stars is bold and italic. */
function runs(text: string, mark: string, start: number, end: number, side: 'inside' | 'outside'): boolean {
  const [left, right] =
    side === 'inside'
      ? [run(text, mark[0]!, start, 1), run(text, mark[0]!, end - 1, -1)]
      : [run(text, mark[0]!, start - 1, -1), run(text, mark[0]!, end, 1)]
  const counts = (length: number): boolean =>
    mark === '*'
      ? length === 1 || length === 3
      : mark === '**'
        ? length === 2 || length === 3
        : length >= mark.length
  return counts(left) && counts(right)
}

/** The length of a run of one character, up to four. */
function run(text: string, character: string, at: number, step: 1 | -1): number {
  let length = 0
  while (length < 4 && text[at + length * step] === character) length++
  return length
}

function replaced({ text, start, end }: TextSelection, words: string, caret: number): TextSelection {
  const at = start + caret
  return { text: text.slice(0, start) + words + text.slice(end), start: at, end: at + words.length - caret }
}

/**
 * Makes a link of the selection, with the caret where the other part goes.
 *
 * @example
 * insertLink({ text: 'see docs', start: 4, end: 8 }) // { text: 'see [docs]()', start: 11, end: 11 }
 */
export function insertLink({ text, start, end }: TextSelection): TextSelection {
  const words = text.slice(start, end)
  const [label, address] = isAddress(words) ? ['', words] : [words, '']
  const link = `[${linkLabel(label)}](${address})`
  const caret = start + (label === '' ? 1 : link.length - 1)
  return { text: text.slice(0, start) + link + text.slice(end), start: caret, end: caret }
}

const ADDRESS = /^(?:https?:\/\/|mailto:)[^\s<>]+$/i
const isAddress = (words: string): boolean => words.length <= 2_000 && ADDRESS.test(words)

/**
 * Pastes an address over selected words: they become its link.
 *
 * @returns `undefined` if this is another paste
 * @example
 * linkOver({ text: 'docs', start: 0, end: 4 }, 'https://a.example') // { text: '[docs](https://a.example)', start: 25, end: 25 }
 */
export function linkOver({ text, start, end }: TextSelection, pasted: string): TextSelection | undefined {
  const words = text.slice(start, end)
  const address = pasted.trim()
  const isLabel = words.trim() !== '' && !words.includes('\n') && !isAddress(words)
  if (!isLabel || !isAddress(address)) return undefined
  const link = markdownLink(words, address)
  return {
    text: text.slice(0, start) + link + text.slice(end),
    start: start + link.length,
    end: start + link.length,
  }
}

const PAIRS: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}', '`': '`' }
/** Marks that pair around a selection only: alone they are also words, bullets and apostrophes. */
const AROUND: Readonly<Record<string, string>> = { ...PAIRS, '*': '*', _: '_', '~': '~', '=': '=', '"': '"' }
const isWord = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character)

/**
 * Types a bracket or a mark: around the selection, or with its other half behind the caret. Typing a closing bracket
 * before the same one goes past it.
 *
 * @returns `undefined` if the browser types the character
 * @example
 * typePair({ text: '', start: 0, end: 0 }, '[') // { text: '[]', start: 1, end: 1 }
 */
export function typePair({ text, start, end }: TextSelection, character: string): TextSelection | undefined {
  if (start !== end) {
    const close = ofOwn(AROUND, character)
    if (close === undefined) return undefined
    const words = character + text.slice(start, end) + close
    return { text: text.slice(0, start) + words + text.slice(end), start: start + 1, end: end + 1 }
  }
  const isClosing = Object.values(PAIRS).includes(character)
  if (isClosing && text[start] === character && isOpenBefore(text, start, character))
    return { text, start: start + 1, end: start + 1 }
  const close = ofOwn(PAIRS, character)
  const isFence = character === '`' && text[start - 1] === '`'
  if (close === undefined || isWord(text[start]) || isFence || text[start - 1] === '\\') return undefined
  if (character === '`' && isWord(text[start - 1])) return undefined
  return {
    text: text.slice(0, start) + character + close + text.slice(start),
    start: start + 1,
    end: start + 1,
  }
}

const ofOwn = (pairs: Readonly<Record<string, string>>, character: string): string | undefined =>
  Object.hasOwn(pairs, character) ? pairs[character] : undefined

/** Whether the line has an open bracket of this kind before the caret. */
function isOpenBefore(text: string, at: number, close: string): boolean {
  const open = Object.entries(PAIRS).find(([, one]) => one === close)![0]
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  return open === close
    ? line.split(open).length % 2 === 0
    : line.split(open).length > line.split(close).length
}

/**
 * Backspace between the halves of an empty pair deletes both.
 *
 * @returns `undefined` if the browser deletes
 * @example
 * deletePair({ text: '[]', start: 1, end: 1 }) // { text: '', start: 0, end: 0 }
 */
export function deletePair({ text, start, end }: TextSelection): TextSelection | undefined {
  const open = text[start - 1]
  if (start !== end || open === undefined || ofOwn(PAIRS, open) === undefined || text[start] !== PAIRS[open])
    return undefined
  return { text: text.slice(0, start - 1) + text.slice(start + 1), start: start - 1, end: start - 1 }
}
