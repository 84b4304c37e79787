/** Operands of the row, `and`, `or` and `not`. Each is one part of the query. */
import { foldForSearch } from '@notegraph/block-text'
import { quote } from '@notegraph/page-types'
import type { Item, ListItem } from './item.ts'
import { readName, readText, refuseSquares, refuseSurplus, UNCLOSED_SQUARE } from './name.ts'
import type { Operator } from './operator.ts'
import { findOperator, isRefused, nearestOperator } from './operators.ts'
import type { Reading } from './reading.ts'
import type { Query } from './tree.ts'

/** @returns `undefined` for a fault, which the reading records */
export function readOperand(item: Item, reading: Reading): Query | undefined {
  const { at } = item
  reading.countPart(at)
  switch (item.kind) {
    case 'word':
      return readWords(item.text, at, reading)
    case 'text': {
      const text = readText(item, reading)
      return text === undefined ? undefined : readWords(text, at, reading)
    }
    case 'link':
    case 'tag': {
      const name = readName(item, 'a name', reading)
      return name === undefined ? undefined : { kind: 'ref', name, at }
    }
    case 'list':
      return readList(item, reading)
    case 'squares':
      return refuseSquares(item, 'an operand', reading)
    case 'surplus':
      return refuseSurplus(item, reading)
    case 'unread':
      return undefined
  }
}

/** Search drops invisible characters, and would match every block without any other. */
const readWords = (text: string, at: number, reading: Reading): Query | undefined =>
  foldForSearch(text).trim() === ''
    ? reading.refuse(at, 'there are only invisible characters')
    : { kind: 'words', text, at }

function readList(list: ListItem, reading: Reading): Query | undefined {
  const [head, ...operands] = list.items
  if (list.end === 'open') reading.refuse(list.at, 'nothing closes the bracket "("')
  if (!head) return reading.refuse(list.at, 'there is nothing in the brackets "()"')
  const operator = readHead(head, reading)
  if (!operator) return undefined
  const spread = operator.list ? spreadLists(operands, reading) : operands
  const surplus = operator.most === undefined ? undefined : spread[operator.most]
  if (surplus) refuseMore(surplus, operator, reading)
  // The unread rest may contain the missing operands.
  if (spread.length < operator.least) {
    return list.end === 'cut' ? undefined : reading.refuse(list.at, `too few operands for ${operator.form}`)
  }
  return operator.read({
    at: list.at,
    operands: spread.slice(0, operator.most),
    reading,
    operand: (item) => readOperand(item, reading),
  })
}

function readHead(head: Item, reading: Reading): Operator | undefined {
  switch (head.kind) {
    case 'word':
      return findOperator(head.text) ?? refuseOperator(head, reading)
    case 'surplus':
      return refuseSurplus(head, reading)
    case 'unread':
      return undefined
    case 'squares':
      return head.end === 'open'
        ? reading.refuse(head.at, UNCLOSED_SQUARE)
        : reading.refuse(head.at, NO_OPERATOR)
    case 'list':
    case 'text':
    case 'link':
    case 'tag':
      return reading.refuse(head.at, NO_OPERATOR)
  }
}

const NO_OPERATOR = 'the name of an operator is missing'

function refuseOperator(
  { at, text }: { readonly at: number; readonly text: string },
  reading: Reading,
): undefined {
  if (!isRefused(text))
    return reading.refuse(at, `there is no operator ${quote(text)}`, nearestOperator(text))
  return reading.refuse(at, `answers are blocks in a fixed order, so there is no operator ${quote(text)}`)
}

function refuseMore(surplus: Item, operator: Operator, reading: Reading): undefined {
  if (surplus.kind === 'surplus') return refuseSurplus(surplus, reading)
  if (surplus.kind === 'unread') return undefined
  return reading.refuse(surplus.at, `too many operands for ${operator.form}`)
}

/** The operands, including those inside lists in square brackets. */
function spreadLists(items: readonly Item[], reading: Reading): Item[] {
  return items.flatMap((item) => {
    if (item.kind !== 'squares') return [item]
    if (item.end === 'open') reading.refuse(item.at, UNCLOSED_SQUARE)
    else if (item.items.length === 0) reading.refuse(item.at, 'there is nothing in the brackets "[]"')
    return item.items
  })
}
