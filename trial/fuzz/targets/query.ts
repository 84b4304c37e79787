/** Queries: a text parses, or is refused in words. The result agrees with the negation, and with the printed query. */
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { makeBlock, makePage } from '@notegraph/graph'
import { faultWords, OPERATORS, parseQuery, printQuery, type Query } from '@notegraph/query'
import { readNotes, search } from '@notegraph/search'
import fc from 'fast-check'
import { bare, hostile, tree } from '../../../packages/query/test/trees.ts'
import { bytesOf, textOf, type Target } from '../target.ts'

const now = Date.UTC(2026, 10, 20)
const TEXTS = [
  'a b 字 [[a]] #d',
  'TODO [#A] now\nSCHEDULED: <2026-11-20 Fri>',
  'DONE (x) "b c"\nDEADLINE: <2026-11-13 Fri>',
  'value\nproperty:: a\nbook:: [[c]]',
  '',
]
const notes = readNotes([
  makePage({ id: 'p1', name: 'a', props: [['tags', 'd'], ['type', 'book']], now }),
  makePage({ id: 'journal-20261120', name: '2026-11-20', now }),
  ...TEXTS.flatMap((content, n) =>
    ['p1', 'journal-20261120'].map((pageId) => {
      const id = `${pageId}-${n}`
      return makeBlock({ id, content, rev: id, pageId, parentId: null, order: n, now: now + n })
    }),
  ),
]) // prettier-ignore

const found = (query: Query): readonly string[] =>
  search(notes, query, { today: 20261120, zone: 'Europe/Berlin' }).blocks.map(({ record }) => record.id)

const target: Target = {
  name: 'query',
  grammar: fc.oneof(hostile, tree.map(printQuery)).map(bytesOf),
  tokens: '( ) [[ ]] [ ] " \\ # , : -7d +1w today monday due created 2026-11-20 TODO now A'.split(' ').concat(
    Object.keys(OPERATORS).map((name) => `(${name} `),
    ' ',
    '\u3000',
  ),
  check(input) {
    const text = textOf(input)
    const parsed = parseQuery(text)
    if (!parsed.ok) {
      const { at } = parsed.fault
      ok(at >= 1 && at <= text.length + 1, `the fault is at ${at} of ${text.length}`)
      match(faultWords(parsed.fault), /^q does not parse: .+\.$|^q does not parse: .+\?$/s)
      return
    }
    const { query } = parsed
    const again = parseQuery(printQuery(query))
    ok(again.ok, `prints as ${printQuery(query)}, which does not parse`)
    deepEqual(bare(again.query), bare(query))

    const ids = found(query)
    deepEqual(found(again.query), ids)
    deepEqual(found({ kind: 'and', operands: [query, query], at: 0 }), ids)
    const others = found({ kind: 'not', operand: query, at: 0 })
    equal(
      new Set([...ids, ...others]).size,
      notes.blocks.length,
      'a block matches neither the query nor its negation',
    )
    equal(ids.length + others.length, notes.blocks.length, 'a block matches the query and its negation')
  },
}
export default target
