/**
 * Names, values and keys: a word, a string, `[[Name]]` or `#tag`, as operands. Each reader returns `undefined` for a
 * fault and records the fault in the reading.
 */
import { quote } from '@notegraph/page-types'
import type { Item, SquaresItem, TextItem } from './item.ts'
import type { Reading } from './reading.ts'

/** The words between quotes, as written. */
export function readText(item: TextItem, reading: Reading): string | undefined {
  reading.countWords(item.raw, item.at + 1)
  return item.text.trim() === '' ? reading.refuse(item.at, 'there is nothing between the quotes') : item.text
}

/**
 * A name or value, trimmed.
 * @param what the expected operand with its article: `a name`
 */
export function readName(item: Item, what: string, reading: Reading): string | undefined {
  switch (item.kind) {
    case 'word':
      return item.text
    case 'text':
      return readText(item, reading)?.trim()
    case 'link':
    case 'tag':
      if (item.name !== '') return item.name
      return reading.refuse(item.at, `there is no name in ${quote(item.kind === 'tag' ? '#[[]]' : '[[]]')}`)
    case 'list':
      return reading.refuse(item.at, `expected ${what}, not an operator`)
    case 'squares':
      return refuseSquares(item, what, reading)
    case 'surplus':
      return refuseSurplus(item, reading)
    case 'unread':
      return undefined
  }
}

/** A word or string, such as the name of a marker or a field. */
export function readWord(item: Item, what: string, reading: Reading): string | undefined {
  const name = readName(item, what, reading)
  if (name === undefined || (item.kind !== 'link' && item.kind !== 'tag')) return name
  return reading.refuse(item.at, `expected ${what}, not a link or tag`)
}

/**
 * The key of a property: a word, `:word` or a string, in lower case, NFC, with `-` for spaces. No property's key
 * begins with a colon, so the colons are removed.
 * @see decisions 2.4, 3.5
 */
export function readKey(item: Item, reading: Reading): string | undefined {
  const word = readWord(item, 'the key of a property', reading)
  if (word === undefined) return undefined
  const key = word.replace(/^:+/, '').trim().toLowerCase().normalize('NFC').replaceAll(' ', '-')
  return key === '' ? reading.refuse(item.at, 'there is no key after the colon') : key
}

export const UNCLOSED_SQUARE = 'nothing closes the bracket "["'

/** Reports square brackets that are not a valid list. */
export function refuseSquares({ at, end }: SquaresItem, what: string, reading: Reading): undefined {
  if (end === 'open') return reading.refuse(at, UNCLOSED_SQUARE)
  return reading.refuse(at, `expected ${what}, not a list in square brackets`)
}

export function refuseSurplus(
  item: { readonly at: number; readonly text: string },
  reading: Reading,
): undefined {
  return reading.refuse(item.at, `nothing opens the bracket ${quote(item.text)}`)
}
