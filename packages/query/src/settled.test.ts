import { expect, test } from 'vitest'
import { parseQuery } from './parse.ts'
import { settleDays } from './settled.ts'

const DAYS = { today: 20261120, startOf: (day: number) => day * 10 }

test.each([
  ['(between -1d today)', { kind: 'journal', first: 20261119, last: 20261120 }],
  ['(between due 2026-12-01 today)', { kind: 'between', field: 'due', first: 20261120, last: 20261201 }],
  [
    '(between created yesterday today)',
    { kind: 'between', field: 'created', first: 202611190, last: 202611209 },
  ],
  [
    '(between updated 9999-12-31 9999-12-31)',
    { kind: 'between', field: 'updated', first: 99991231_0, last: Number.MAX_SAFE_INTEGER - 1 },
  ],
  [
    '(not (between today today))',
    { kind: 'not', operand: { kind: 'journal', first: 20261120, last: 20261120 } },
  ],
  ['(priority A)', { kind: 'priority', priorities: ['A'], at: 0 }],
])('[Q days] %s is settled as %j', (q, settled) => {
  const parsed = parseQuery(q)
  expect(parsed.ok && settleDays(parsed.query, DAYS)).toEqual(settled)
})
