import { makeBlock, makePage, remove, reword, setProps, type GraphRecord } from '@notegraph/graph'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asItWas, isSame, type Restored } from './as-it-was.ts'

const PAGE = makePage({ id: 'p', name: 'Home', props: [['mood', 'calm']], now: 1 })
const BLOCK = makeBlock({ id: 'b', content: 'one', rev: 'r1', pageId: 'p', parentId: null, order: 1, now: 1 })
const moved = { ...BLOCK, place: { ...BLOCK.place, order: 5, at: 9 }, updatedAt: 9 }
const conflicting = { ...BLOCK, versions: [{ text: 'two', rev: 'r9', at: 2, device: 'd' }] }
const pen = { now: 100, newId: () => 'new' }

test.each<[string, held: GraphRecord | undefined, state: GraphRecord | undefined, how: Restored['how']]>([
  ['other words change', reword(BLOCK, 'two', 'r2', 5), BLOCK, 'changed'],
  ['another place changes', moved, BLOCK, 'changed'],
  ['another property changes', setProps(PAGE, [['mood', 'loud']], 5), PAGE, 'changed'],
  ['a new property goes', setProps(PAGE, [['note', 'x']], 5), PAGE, 'changed'],
  ['the same content with other stamps stays', reword(BLOCK, 'one', 'r2', 5), BLOCK, 'same'],
  ['a deleted block comes back', remove(BLOCK, 5), BLOCK, 'back'],
  ['a deleted page comes back', remove(PAGE, 5), PAGE, 'back'],
  ['a record that the graph no longer has comes back', undefined, BLOCK, 'back'],
  ['a newer record goes', BLOCK, undefined, 'gone'],
  ['a record that was deleted then goes', PAGE, remove(PAGE, 5), 'gone'],
  ['a deleted record that did not exist stays deleted', remove(BLOCK, 5), undefined, 'same'],
  ['a newer block with conflicting versions stays', conflicting, undefined, 'kept'],
])('[H4] %s', (_, held, state, how) => {
  const done = asItWas(held, state, pen)
  expect(done.how).toBe(how)
})

test.each<[held: GraphRecord | undefined, state: GraphRecord]>([
  [reword(BLOCK, 'two', 'r2', 5), BLOCK],
  [moved, BLOCK],
  [
    setProps(
      PAGE,
      [
        ['mood', 'loud'],
        ['note', 'x'],
      ],
      5,
    ),
    PAGE,
  ],
  [remove(BLOCK, 5), BLOCK],
  [remove(PAGE, 5), PAGE],
  [undefined, BLOCK],
])('[H4] a restored record has the content of its state', (held, state) => {
  const done = asItWas(held, state, pen)
  expect('record' in done && isSame(done.record, state)).toBe(true)
})

test('[H4] a revision is new, and the one before it is known', () => {
  const done = asItWas(reword(BLOCK, 'two', 'r2', 5), BLOCK, pen)
  expect(done).toMatchObject({ record: { words: { text: 'one', rev: 'new', at: 100 }, hist: ['r2', 'r1'] } })
})

test('[H4] stamps are later than all that the record has, whatever the clock says', () => {
  fc.assert(
    fc.property(fc.nat(1_000), fc.nat(1_000), fc.boolean(), (edited, now, isDeleted) => {
      const later = reword(BLOCK, 'two', 'r2', edited)
      const held = isDeleted ? remove(later, edited) : later
      const done = asItWas(held, BLOCK, { ...pen, now })
      expect('record' in done && done.record.updatedAt).toBeGreaterThan(
        held.updatedAt - (now > held.updatedAt ? 0 : 1),
      )
    }),
  )
})

test('[H4] conflicting versions stay with the restored words', () => {
  const done = asItWas({ ...conflicting, words: { text: 'x', rev: 'r2', at: 5 } }, BLOCK, pen)
  expect(done).toMatchObject({ how: 'changed', record: { versions: conflicting.versions } })
})
