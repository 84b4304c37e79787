/** @module-tag both-stores */
import { checkBody, LIMITS, SearchAnswer } from '@notegraph/contract'
import type { GraphStore, SearchStore } from '@notegraph/store'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { add, block, NOON, page, setUp, type Setup } from '../test/notes.ts'
import { notesService } from './index.ts'

const HOUR = 3_600_000

let it: Setup
beforeAll(async () => {
  it = await setUp()
  await add(
    it.graph,
    page('garden', 'Garden', [['alias', 'Plot']]),
    ...['20261119', '20261120', '20261121'].map((day) => page(`journal-${day}`, day)),
    ...['20261119', '20261120', '20261121'].map((day, i) => block(`on-${day}`, `journal-${day}`, 'rain', i)),
    // The last millisecond of the 19th and the first of the 20th, in UTC
    { ...block('late', 'garden', 'sow rye'), createdAt: NOON - 12 * HOUR - 1, updatedAt: NOON - 12 * HOUR },
    { ...block('early', 'garden', 'see [[plot]]'), createdAt: NOON - 12 * HOUR, updatedAt: NOON },
  )
})
beforeEach(() => {
  it.clock.now = NOON
})

async function search(q: string, zone = 'UTC', limit = 200, offset = 0): Promise<SearchAnswer> {
  const result = await it.notes.search({ ...it.caller, zone }, { q, limit, offset })
  if (!result.ok) throw new Error(JSON.stringify(result.refusal))
  const checked = checkBody(SearchAnswer, result.value.value())
  if (!checked.ok) throw new Error(checked.error)
  return checked.value
}

const found = async (q: string, zone?: string): Promise<string[]> =>
  (await search(q, zone)).blocks.map(({ id }) => id)

describe('[D1.6] days of a query are those of the caller', () => {
  test.each([
    ['UTC', 0, '(between today today)', ['on-20261120']],
    ['UTC', 0, '(between yesterday -1d)', ['on-20261119']],
    ['Pacific/Kiritimati', 0, '(between today today)', ['on-20261121']],
    ['Pacific/Pago_Pago', -2, '(between today today)', ['on-20261119']],
    ['Asia/Kolkata', 6.5, '(between today today)', ['on-20261121']],
    ['Asia/Kolkata', 6.4, '(between today today)', ['on-20261120']],
  ])('in %s %d hours after noon: %s', async (zone, hours, q, ids) => {
    it.clock.now = NOON + hours * HOUR
    expect(await found(q, zone)).toEqual(ids)
  })

  test.each([
    ['UTC', '(between created yesterday yesterday)', ['late']],
    ['UTC', '(page garden) (between created today today)', ['early']],
    ['UTC', '(page garden) (between updated today today)', ['early', 'late']],
    ['Europe/Berlin', '(page garden) (between created today today)', ['early', 'late']],
    ['America/New_York', '(between created -1d -1d)', ['early', 'late']],
    ['America/New_York', '(between updated -1d -1d)', ['late']],
    ['America/New_York', '(page garden) (not (between updated -1d -1d))', ['early']],
  ])('in %s %s', async (zone, q, ids) => expect(await found(q, zone)).toEqual(ids))
})

test.each([
  ['rye', ['late']],
  ['[[Garden]]', ['early']],
  ['(not (or (page plot) "snow")) rain', ['on-20261121', 'on-20261120', 'on-20261119']],
])('[5] words and queries: %s', async (q, ids) => {
  expect(await found(q)).toEqual(ids)
})

test.each([
  ['(tood now)', 'q does not parse: there is no operator "tood" at character 2; did you mean (todo …)?'],
  ['rye "', 'q does not parse: nothing closes the quote at character 5.'],
])('[Q faults] %s is refused with the reason and the place', async (q, error) => {
  expect(await it.notes.search(it.caller, { q, limit: 1, offset: 0 })).toEqual({
    ok: false,
    refusal: { code: 'bad_request', error },
  })
})

describe('[D5.4] counting', () => {
  test.each([
    [2, 0, 2, 2],
    [2, 2, 1, null],
    [2, 3, 0, null],
    [Infinity, 0, 3, null],
    [1, Number.MAX_SAFE_INTEGER, 0, null],
  ])('limit %d, offset %d: %d blocks, next %j', async (limit, offset, count, next) => {
    const { blocks, ...rest } = await search('"rain"', 'UTC', limit, offset)
    expect(blocks).toHaveLength(count)
    expect(rest).toEqual({ total: 3, next, truncated: false })
  })

  test('goes on to 10,000 and says where it stopped', async () => {
    const asked: number[] = []
    const search: Pick<SearchStore, 'find'> = {
      find: async (_query, _days, { offset }, ceiling) => {
        asked.push(ceiling)
        return { blocks: offset < ceiling ? [FOUND] : [], total: ceiling, truncated: true }
      },
    }
    const notes = notesService({ ...it.store, graph: () => ({ search }) as GraphStore }, () => NOON)
    const at = async (offset: number) => {
      const result = await notes.search(it.caller, { q: 'rain', limit: 1, offset })
      if (!result.ok) throw new Error(result.refusal.code)
      const { total, next, truncated } = result.value.value()
      return [total, next, truncated]
    }
    expect(await at(9_998)).toEqual([10_000, 9_999, true])
    expect(await at(9_999)).toEqual([10_000, null, true])
    expect(await at(10_000)).toEqual([10_000, null, true])
    expect(asked).toEqual([LIMITS.searchCounted, 10_000, 10_000])
  })
})

const FOUND = {
  id: 'b',
  pageId: 'p',
  pageName: 'P',
  parentId: null,
  order: 1,
  content: 'rain',
  createdAt: NOON,
  updatedAt: NOON,
}
