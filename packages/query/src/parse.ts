/**
 * Parses the text of a search. A text with a bracket or a quote is a query; any other text is plain words, which give
 * the same kind of tree. Parsing takes linear time for any text. The caller checks that the text is neither empty nor
 * too long.
 * @see query; decisions 5.1 to 5.3
 */
import { foldForSearch } from '@notegraph/block-text'
import { PAGE_TYPES, type PageTypes } from '@notegraph/page-types'
import type { QueryFault } from './fault.ts'
import { parse } from './generated/parser.js'
import type { Row } from './item.ts'
import { MAX_NESTING } from './limits.ts'
import { readOperand } from './operand.ts'
import { readAll } from './operator.ts'
import { Reading, wordsOf } from './reading.ts'
import type { Query } from './tree.ts'

/** A parsed query, or the first fault of the text. */
export type ParsedQuery =
  { readonly ok: true; readonly query: Query } | { readonly ok: false; readonly fault: QueryFault }

/**
 * Whether a search is a query of the language instead of plain words.
 * @example
 * isQuery('rye bread') // false
 * isQuery('(todo now)') // true
 * @see decisions 5.2
 */
export function isQuery(q: string): boolean {
  return /[()[\]"]/.test(q)
}

/**
 * Parses a search: plain words or a query.
 * @param types the valid types for `page-type`, beside those of pages that declare none; the registry by default
 * @returns the tree, or the first fault with its place; a blank text is a fault too
 * @example
 * parseQuery('rye') // { ok: true, query: { kind: 'words', text: 'rye', at: 0 } }
 * parseQuery('(rye').ok // false
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
  // Invisible characters alone would match every block.
  const words = wordsOf(q).filter(({ text }) => foldForSearch(text) !== '')
  return words.map(({ text, at }) => ({ kind: 'words', text, at }))
}

function readRow(q: string, reading: Reading): Query[] {
  const row = parse(q, { nesting: MAX_NESTING })
  if (row.cut) reading.refuse(row.cut.at, CUTS[row.cut.why])
  return readAll(row.items, (item) => readOperand(item, reading))
}

const CUTS: Readonly<Record<NonNullable<Row['cut']>['why'], string>> = {
  text: 'nothing closes the quote',
  link: 'nothing closes the bracket "[["',
  nesting: `brackets nest more than ${MAX_NESTING} levels deep`,
}
