import { describe, expect, test } from 'vitest'
import { PageSums, type BlockTotals, type PageTimes } from './page-sums.ts'

const counts = { blocks: 1, words: 2, sentences: 1, paragraphs: 1, characters: 9 }
const stored = (updatedAt: number, rest: Partial<BlockTotals> = {}): BlockTotals => ({
  ...counts,
  page: 1,
  updatedAt,
  referring: 0,
  ...rest,
})
const row = (updatedAt: number, places?: string) => ({
  counts,
  updatedAt,
  ...(places !== undefined && { places }),
})

test('[D3.3] sums of a page are written once, whatever number of its blocks changed', () => {
  const sums = new PageSums()
  sums.add(1, row(5))
  sums.add(1, row(7, '{}'))
  sums.remove(stored(3, { words: 1 }))
  sums.add(2, row(4))
  expect([...sums.toPut(new Map())]).toEqual([
    { page: 1, ...counts, words: 3, referring: 1, latest: 7, recount: false },
    { page: 2, ...counts, referring: 0, latest: 4, recount: false },
  ])
})

test('[D3.3] sums of a deleted page are not written, whatever is taken off it', () => {
  const sums = new PageSums()
  sums.add(1, row(5))
  sums.delete(1)
  sums.remove(stored(5))
  expect([...sums.toPut(new Map())]).toEqual([])
})

describe('[D3.1] the latest edit of a page', () => {
  type Change = (sums: PageSums) => void
  const edited = (before: number, after: number): Change => {
    return (sums) => {
      sums.remove(stored(before))
      sums.add(1, row(after))
    }
  }
  const removed =
    (at: number): Change =>
    (sums) =>
      sums.remove(stored(at))
  const page =
    (before: number, after: number): Change =>
    (sums) =>
      sums.put(1, before, after)
  const at = (editedAt: number, updatedAt: number): PageTimes => ({ editedAt, updatedAt })

  test.each<[string, Change, PageTimes, loads: boolean, recount: boolean]>([
    ['a block is edited', edited(5, 6), at(5, 1), false, false],
    ['a block goes back to an earlier stamp', edited(5, 4), at(5, 1), true, true],
    ['a block that was edited last is deleted', removed(5), at(5, 1), true, true],
    ['a block that was edited earlier is deleted', removed(4), at(5, 1), true, false],
    [
      'a block is new and deleted at once',
      (sums) => (sums.add(1, row(5)), removed(5)(sums)),
      at(1, 1),
      true,
      true,
    ],
    ['the page was edited as late as the block', removed(5), at(5, 5), true, false],
    ['the page is edited', page(5, 6), at(5, 6), false, false],
    ['the page goes back to an earlier stamp', page(5, 4), at(5, 4), true, true],
    ['the page is new', page(0, 4), at(0, 4), false, false],
  ])('%s', (_, change, times, loads, recount) => {
    const sums = new PageSums()
    change(sums)
    expect(sums.toLoad()).toEqual(loads ? [1] : [])
    expect([...sums.toPut(new Map([[1, times]]))]).toMatchObject([{ page: 1, recount }])
  })
})
