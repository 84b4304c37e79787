/** Changes that a person has looked at, and their marks. */
import { expect, test } from 'vitest'
import {
  changesOn,
  isSeen,
  lookAt,
  marksOf,
  placesOf,
  undoneWords,
  withOthers,
  type KeptReview,
  verbOf,
  writersOf,
  type Reviewed,
} from './review-rules.ts'

const block = (id: string, before?: string, after?: string) => ({
  kind: 'block' as const,
  id,
  ...(before !== undefined && { before }),
  ...(after !== undefined && { after }),
})
const change = (id: string, touched: Reviewed['touched'], token = 'Claude'): Reviewed => ({
  id,
  at: 1,
  token,
  summary: 'Added 2 blocks',
  page: 'Boat',
  pageId: 'boat',
  touched,
})

const outline = change('c1', [block('b1', undefined, 'hull'), block('b2', undefined, 'mast')])
const edit = change('c2', [block('b1', 'hull', 'hulls')], 'Script')
const removal = change('c3', [block('b3', 'oar')])
const property = change('c4', [{ kind: 'property', id: 'boat', key: 'type', after: 'ship' }])

test('[O4.3] a mark is at each block that a change left, and none at a deleted one', () => {
  expect([outline, edit, removal, property].map(placesOf)).toEqual([['b1', 'b2'], ['b1'], [], []])
  expect([...marksOf([edit, outline, removal])].map(([id, all]) => [id, all.map((one) => one.id)])).toEqual([
    ['b1', ['c2', 'c1']],
    ['b2', ['c1']],
  ])
})

test('[O4.3] a change is looked at when each of its blocks was', () => {
  const looked = new Set([lookAt('c1', 'b1')])
  expect([isSeen(outline, looked), isSeen(edit, looked)]).toEqual([false, false])
  looked.add(lookAt('c1', 'b2'))
  expect(isSeen(outline, looked)).toBe(true)
})

test('[O4.3] a page names its own changes and those of its blocks, and by themselves those that left none', () => {
  const elsewhere = { ...change('c5', [block('b9', undefined, 'x')]), pageId: 'quay' }
  const { all, placeless } = changesOn([outline, removal, property, elsewhere], 'boat', (id) => id === 'b1')
  expect(all.map(({ id }) => id)).toEqual(['c1', 'c3', 'c4'])
  expect(placeless.map(({ id }) => id)).toEqual(['c3', 'c4'])
  expect(changesOn([outline], 'quay', (id) => id === 'b2').all).toEqual([outline])
})

test('[O4.3] a window keeps the decisions of another one, and drops its own that are over', () => {
  const state = (...waiting: readonly string[]): KeptReview => ({
    changes: [],
    looked: waiting.map((id) => lookAt(id, 'b1')),
    unsent: waiting,
    waiting: waiting.map((id) => [id, 'keep']),
  })
  expect(withOthers(state('c1', 'c2'), state('c1'), state('c1', 'c3'))).toEqual(state('c1', 'c2', 'c3'))
  expect(withOthers(state('c2'), state('c1', 'c2'), state('c1', 'c2', 'c3'))).toEqual(state('c2', 'c3'))
})

test.each([
  [undefined, 'hull', 'added'],
  ['hull', undefined, 'deleted'],
  ['hull', 'hulls', 'edited'],
  ['hull', 'hull', 'moved'],
])('%s, then %s: %s', (before, after, verb) => expect(verbOf(block('b', before, after))).toBe(verb))

test.each([
  [['Claude'], 'Claude'],
  [['Claude', 'Script', 'Claude'], 'Claude and Script'],
  [['Claude', 'Script', 'Bot', 'Zap'], 'Claude, Script and 2 others'],
])('writers %j: %s', (names, words) =>
  expect(writersOf(names.map((name, i) => change(`c${i}`, [], name)))).toBe(words),
)

const stays = { kind: 'block' as const, id: 'b1', why: 'Changed again after this change.' }
test.each([
  [2, [], 'Undone: 2 items.'],
  [1, [stays, stays], 'Undone: 1 item. Not undone: 2 items. Changed again after this change.'],
  [0, [stays], 'Nothing was undone. Not undone: 1 item. Changed again after this change.'],
])('[O4.3] an Undo of %i spares %j', (restored, left, words) =>
  expect(undoneWords({ ok: true, restored, left })).toBe(words),
)
