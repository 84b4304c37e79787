import { settleDays, parseQuery, type SettledQuery } from '@notegraph/query'
import { expect, test } from 'vitest'
import { rewrite } from './rewrite.ts'

function read(q: string): SettledQuery {
  const parsed = parseQuery(q)
  if (!parsed.ok) throw new Error(q)
  return settleDays(parsed.query, { today: 20260101, startOf: () => 0 })
}

/** The shape of a query: leaves by kind, and words by their text. */
function shape(query: SettledQuery): string {
  if ('operands' in query) return `(${query.kind} ${query.operands.map(shape).join(' ')})`
  if (query.kind === 'not') return `(not ${shape(query.operand)})`
  return query.kind === 'words' ? query.text : query.kind
}

test.each([
  ['rye', 'rye'],
  ['(and rye oats)', '(and rye oats)'],
  ['(and (page a) rye (page-tags b))', '(and rye (and page page-tags))'],
  ['(or (page a) rye (page-tags b))', '(or rye (or page page-tags))'],
  ['(and (page a) (not (page b)))', '(and page (not page))'],
  ['(and rye (not oats) (not wheat))', '(and rye (not (or oats wheat)))'],
  ['(and rye (not oats) (not (page a)))', '(and rye (not oats) (not page))'],
  ['(not (and rye (not oats) (not wheat)))', '(not (and rye (not (or oats wheat))))'],
])('%s becomes %s', (q, expected) => expect(shape(rewrite(read(q)))).toBe(expected))
