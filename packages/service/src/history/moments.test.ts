import type { KeptSummary } from '@notegraph/store'
import { expect, test } from 'vitest'
import { momentsOf, type Moment } from './moments.ts'

const kept = (id: string, since: number, seq: number, until: number, deleted = false): KeptSummary => ({
  id,
  since,
  seq,
  until,
  deleted,
  at: seq * 10,
})
const now = (id: string, seq: number) => ({ id, seq, at: seq * 10 })
const moment = (seq: number, what: Partial<Moment>): Moment => ({
  seq,
  at: seq * 10,
  page: false,
  added: 0,
  changed: 0,
  removed: 0,
  ...what,
})

test.each<[string, KeptSummary[], ReturnType<typeof now>[], Moment[]]>([
  ['a new page with blocks', [], [now('p', 1), now('a', 1)], [moment(1, { page: true, added: 1 })]],
  [
    'an edit of a block',
    [kept('a', 1, 1, 2)],
    [now('a', 2)],
    [moment(2, { changed: 1 }), moment(1, { added: 1 })],
  ],
  [
    'states that count as one',
    [kept('a', 1, 3, 4)],
    [now('a', 4)],
    [moment(4, { changed: 1 }), moment(3, { added: 1 })],
  ],
  [
    'a deletion, and a block that comes back',
    [kept('a', 1, 1, 2), kept('a', 2, 2, 3, true)],
    [now('a', 3)],
    [moment(3, { added: 1 }), moment(2, { removed: 1, at: 10 }), moment(1, { added: 1 })],
  ],
  [
    'a page that was deleted',
    [kept('p', 1, 1, 2)],
    [],
    [moment(2, { page: true, at: 10 }), moment(1, { page: true })],
  ],
])('[H3] %s', (_, states, present, moments) => {
  expect(momentsOf('p', states, present)).toEqual(moments)
})
