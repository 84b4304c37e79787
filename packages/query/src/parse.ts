/**
 * From the text of a search to its tree. A text that holds a bracket or a quote is a query; any other is plain words,
 * which give the same tree. Any text of any length can be read, in time that grows with its length; a caller sees to
 * it that there is one, and that it is not too long.
 *
 * @see query; decisions 5.1 to 5.3
 */
import { PAGE_TYPES, type PageTypes } from '@notegraph/page-types'
import type { QueryFault } from './fault.ts'
import { parse } from './generated/parser.js'
import type { Row } from './item.ts'
import { MAX_NESTING } from './limits.ts'
import { readOperand } from './operand.ts'
import { readAll } from './operator.ts'
import { Reading, wordsOf } from './reading.ts'
import type { Query } from './tree.ts'

export type ParsedQuery =
  { readonly ok: true; readonly query: Query } | { readonly ok: false; readonly fault: QueryFault }

/** Whether a search is a query of the language, not plain words. @see decisions 5.2 */
export function isQuery(q: string): boolean {
  return /[()[\]"]/.test(q)
}

/**
 * Reads a search: plain words or a query.
 * @param types that `page-type` takes, beside those of pages that declare none; those of the registry by default
 * @returns the tree, or the first fault of the text with its place; a blank text has no words, which is a fault too
 */
export function parseQuery(q: string, types: PageTypes = PAGE_TYPES): ParsedQuery {
  const reading = new Reading(types)
  const operands = isQuery(q) ? readRow(q, reading) : readPlain(q, reading)
  const [first] = operands
  if (reading.fault !== undefined) return { ok: false, fault: reading.fault }
  if (first === undefined) return { ok: false, fault: { reason: 'there are no words', at: 1 } }
  return { ok: true, query: operands.length === 1 ? first : { kind: 'and', operands, at: first.at } }
}

function readPlain(q: string, reading: Reading): Query[] {
  reading.countWords(q, 0)
  return wordsOf(q).map(({ text, at }) => ({ kind: 'words', text, at }))
}

function readRow(q: string, reading: Reading): Query[] {
  const row = parse(q, { nesting: MAX_NESTING })
  if (row.cut) reading.refuse(row.cut.at, CUTS[row.cut.why])
  return readAll(row.items, (item) => readOperand(item, reading))
}

const CUTS: Readonly<Record<NonNullable<Row['cut']>['why'], string>> = {
  text: 'nothing closes the quote',
  link: 'nothing closes the bracket "[["',
  nesting: `brackets stand more than ${MAX_NESTING} deep in one another`,
}
