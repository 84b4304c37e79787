/**
 * `between`: the journal pages of some days, or the blocks whose day in a field is in a range. The number of operands
 * distinguishes the two.
 */
import { fold } from '@notegraph/block-text'
import { either, quote } from '@notegraph/page-types'
import { readDayName, readDayWord } from './day-term.ts'
import type { Item } from './item.ts'
import { readName, readWord } from './name.ts'
import type { Call, Operator } from './operator.ts'
import type { Reading } from './reading.ts'
import type { DayField, DayTerm, Query } from './tree.ts'

const FIELDS: ReadonlyMap<string, DayField> = new Map([
  ['scheduled', 'scheduled'],
  ['deadline', 'deadline'],
  ['due', 'due'],
  ['created', 'created'],
  ['updated', 'updated'],
  ['created-at', 'created'],
  ['updated-at', 'updated'],
  ['last-modified-at', 'updated'],
])

const FORM = '(between START END) or (between FIELD START END)'

export const BETWEEN: Operator = {
  name: 'between',
  form: FORM,
  example: '(between -7d today)',
  what: `on the journal pages of those days and the days between; or whose day in FIELD lies there, which is one of ${either([...FIELDS.keys()])}`,
  least: 2,
  most: 3,
  read: (call) => (call.operands.length > 2 ? readField(call) : readJournal(call)),
}

function readJournal({ at, operands: [start, end], reading }: Call): Query | undefined {
  if (start && fieldOf(start) !== undefined) return reading.refuse(at, `too few operands for ${FORM}`)
  const days = readDays(start, end, reading)
  return days && { kind: 'journal', ...days, at }
}

function readField({ at, operands: [first, start, end], reading }: Call): Query | undefined {
  const field = first && fieldOf(first)
  if (!first || field === undefined) return refuseField(first, end, reading)
  const days = readDays(start, end, reading)
  return days && { kind: 'between', field, ...days, at }
}

function fieldOf(item: Item): DayField | undefined {
  return item.kind === 'word' || item.kind === 'text' ? FIELDS.get(fold(item.text)) : undefined
}

/**
 * Reports three operands whose first is not a field: the field is misspelled, or, after a day, the third operand is
 * extra.
 */
function refuseField(first: Item | undefined, third: Item | undefined, reading: Reading): undefined {
  if (!first || !third) return
  if (dayOf(first) !== undefined) return reading.refuse(third.at, `too many operands for ${FORM}`)
  const word = readWord(first, 'a field', reading)
  if (word === undefined) return
  return reading.refuse(first.at, `${quote(word)} is not one of the fields ${either([...FIELDS.keys()])}`)
}

function readDays(
  start: Item | undefined,
  end: Item | undefined,
  reading: Reading,
): { from: DayTerm; to: DayTerm } | undefined {
  const from = start && readDay(start, reading)
  const to = end && readDay(end, reading)
  return from && to && { from, to }
}

function readDay(item: Item, reading: Reading): DayTerm | undefined {
  const name = readName(item, 'a day', reading)
  if (name === undefined) return undefined
  return (
    dayOf(item) ?? reading.refuse(item.at, `${quote(name)} is not a day such as today, -7d or 2026-11-20`)
  )
}

function dayOf(item: Item): DayTerm | undefined {
  if (item.kind === 'word' || item.kind === 'text') return readDayWord(item.text)
  return item.kind === 'link' || item.kind === 'tag' ? readDayName(item.name) : undefined
}
