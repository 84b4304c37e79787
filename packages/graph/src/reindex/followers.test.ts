import { expect, test } from 'vitest'
import { block, page } from '../../test/builders.ts'
import { followersToLoad, withFollowers, type RecordChange } from './followers.ts'

const live = page()
const gone = { ...live, deleted: live.updatedAt }

test.each<[string, Omit<RecordChange, 'n'>, readonly string[], readonly number[]]>([
  ['a new page: the records that wait for it', { after: live }, ['p1'], []],
  ['a page that is live again: likewise', { before: gone, after: live }, ['p1'], []],
  ['an edited page: nothing', { before: live, after: live }, [], []],
  ['a deleted page: the records on it', { before: live, after: gone }, [], [7]],
  ['a block: nothing', { after: block('rye') }, [], []],
])('followers of %s', (_, change, waitingFor, on) => {
  expect(followersToLoad([{ n: 7, ...change }], ['f1'])).toEqual({ waitingFor, on, using: ['f1'] })
})

test('changes with their followers name each record once, pages first, and keep what the commit says', () => {
  const own: RecordChange = { n: 1, before: block('rye'), after: block('oats') }
  const paged: RecordChange = { n: 2, before: live, after: gone }
  const other = block('barley', { id: 'b3' })
  const all = withFollowers([own, paged], {
    waiting: [{ n: 4, record: block('wheat', { id: 'b4' }) }],
    on: [
      { n: 1, record: block('rye') },
      { n: 3, record: other },
    ],
    using: [{ n: 3, record: other }],
  })
  expect(all).toEqual([
    paged,
    own,
    { n: 4, after: block('wheat', { id: 'b4' }), waited: true },
    { n: 3, before: other, after: other },
  ])
})
