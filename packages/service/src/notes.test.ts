import {
  BlockAnswer,
  checkBody,
  DayAnswer,
  PageAnswer,
  PageList,
  SearchAnswer,
  TaskList,
  type Checked,
  type ObjectSchema,
} from '@notegraph/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { add, block, NOON, page, setUp, type Setup } from '../test/notes.ts'
import type { Answer, Result } from './index.ts'

const ALL = { limit: 1_000, offset: 0 }

let it: Setup
beforeAll(async () => {
  it = await setUp()
  await add(
    it.graph,
    page('old', 'Twin', [['alias', 'Shared, Only here']]),
    page('p2', 'Second', [['alias', 'Shared, Twin']]),
    page('j', 'journal-like'),
    page('journal-20261120', 'November 20th, 2026'),
    page('journal-20261119', '2026_11_19'),
    ...Array.from({ length: 5 }, (_, n) => block(`b${n}`, 'old', `${n % 2 ? 'TODO ' : ''}word ${n}`, n)),
    block('day-1', 'journal-20261120', 'today'),
  )
})

type Output<S> = S extends { readonly '~types'?: { readonly output: infer O } | undefined } ? O : never

/** The answer, checked by the contract. */
function taken<S extends ObjectSchema>(schema: S, result: Result<Answer<unknown>>): Output<S> {
  if (!result.ok) throw new Error(JSON.stringify(result.refusal))
  const checked: Checked<unknown> = checkBody(schema, result.value.value())
  if (!checked.ok) throw new Error(checked.error)
  return checked.value as Output<S>
}

describe('[D1.1] a page is found', () => {
  test.each([
    ['Twin', 'old'], // a name wins over another page's alias
    ['twin', 'old'],
    ['  TWIN ', 'old'],
    ['Shared', 'old'], // an alias of the page created first
    ['only HERE', 'old'],
    ['Second', 'p2'],
    ['November 20th, 2026', 'journal-20261120'],
    ['2026-11-20', 'journal-20261120'], // any form of its day
    ['Nov 20, 2026', 'journal-20261120'],
    ['2026_11_19', 'journal-20261119'],
    ['2026-11-19', 'journal-20261119'],
  ])('%j is %s', async (name, id) => {
    expect(taken(PageAnswer, await it.notes.readPage(it.caller, name, ALL)).page.id).toBe(id)
  })

  test.each(['Nobody', '', 'today', 'old', 'b1', '2026-11-18', 'journal-20261120'])(
    '%j is not',
    async (name) => {
      const { notes, caller } = it
      const refusal = { code: 'not_found', what: 'page', name }
      expect(await notes.readPage(caller, name, ALL)).toEqual({ ok: false, refusal })
    },
  )

  test.each(['2026-02-30', ' 2026-13-01 ', '0001-01-01'])('[D1.4] %j is no day, nor a name', async (name) => {
    const read = await it.notes.readPage(it.caller, name, ALL)
    expect(read).toMatchObject({
      refusal: { code: 'bad_request', error: expect.stringContaining(name.trim()) },
    })
  })
})

describe('[D1.5] a day', () => {
  test.each([
    ['today', 'UTC', '2026-11-20'],
    ['yesterday', 'UTC', '2026-11-19'],
    ['today', 'Pacific/Kiritimati', '2026-11-21'],
    ['yesterday', 'Pacific/Kiritimati', '2026-11-20'],
    ['today', 'Pacific/Pago_Pago', '2026-11-20'],
    ['2026-11-20', 'Pacific/Kiritimati', '2026-11-20'], // a day by its date is the same in every zone
  ])('%s in %s is %s', async (date, zone, iso) => {
    const read = await it.notes.readDay({ ...it.caller, zone }, date, ALL)
    expect(taken(DayAnswer, read).date).toBe(iso)
  })

  test.each([
    [NOON - 1, '2026-11-20'],
    [Date.UTC(2026, 10, 21) - 1, '2026-11-20'],
    [Date.UTC(2026, 10, 21), '2026-11-21'],
  ])('today at %i is %s', async (now, iso) => {
    it.clock.now = now
    expect(taken(DayAnswer, await it.notes.readDay(it.caller, 'today', ALL)).date).toBe(iso)
    it.clock.now = NOON
  })

  test('nobody wrote on has no page', async () => {
    const read = await it.notes.readDay(it.caller, '2026-11-18', { limit: 1, offset: 9 })
    expect(taken(DayAnswer, read)).toEqual({
      date: '2026-11-18',
      page: null,
      blocks: [],
      total: 0,
      next: null,
    })
  })

  test.each(['in a week', ' today', '2026-02-30', '20260230', 'Nov 20th, 2026', ''])(
    '%j is none here',
    async (date) => {
      expect(await it.notes.readDay(it.caller, date, ALL)).toMatchObject({ refusal: { code: 'bad_request' } })
    },
  )
})

describe('[lists] a part of a list', () => {
  test.each([
    [2, 0, 2, 2],
    [2, 4, 1, null],
    [2, 5, 0, null],
    [1_000, 0, 5, null],
    [1, 2 ** 53 - 1, 0, null],
  ])('limit %i, offset %i', async (limit, offset, count, next) => {
    const { notes, caller } = it
    const read = taken(PageAnswer, await notes.readPage(caller, 'Twin', { limit, offset }))
    expect([read.blocks.length, read.total, read.next]).toEqual([count, 5, next])
    const query = { q: 'word', limit, offset }
    const found = taken(SearchAnswer, await notes.search(caller, query))
    expect([found.blocks.length, found.total, found.next]).toEqual([count, 5, next])
  })

  test('pages and tasks too', async () => {
    const { notes, caller } = it
    const pages = taken(PageList, await notes.listPages(caller, { limit: 2, offset: 0 }))
    expect([pages.pages.length, pages.total, pages.next]).toEqual([2, 5, 2])
    const journals = taken(PageList, await notes.listPages(caller, { type: 'journal', limit: 1, offset: 1 }))
    expect([journals.pages.length, journals.total, journals.next]).toEqual([1, 2, null])
    const tasks = taken(TaskList, await notes.listTasks(caller, { status: 'open', limit: 1, offset: 0 }))
    expect([tasks.tasks.length, tasks.total, tasks.next]).toEqual([1, 2, 1])
  })
})

test('[4] a block, and none', async () => {
  const { notes, caller } = it
  expect(taken(BlockAnswer, await notes.readBlock(caller, 'b1')).block).toMatchObject({
    page: 'Twin',
    marker: 'TODO',
  })
  const refusal = { code: 'not_found', what: 'block', name: 'Twin' }
  expect(await notes.readBlock(caller, 'Twin')).toEqual({ ok: false, refusal })
})

test("security: nothing of one account is in another's answers", async () => {
  const { notes, operators } = it
  await operators.createAccount('other', {})
  const caller = { ...it.caller, account: await operators.account('other') }
  expect(taken(PageList, await notes.listPages(caller, ALL)).total).toBe(0)
  expect(taken(SearchAnswer, await notes.search(caller, { q: 'word', ...ALL })).total).toBe(0)
  expect(taken(TaskList, await notes.listTasks(caller, { status: 'all', ...ALL })).total).toBe(0)
  expect(taken(DayAnswer, await notes.readDay(caller, 'today', ALL)).page).toBeNull()
  expect(await notes.readPage(caller, 'Twin', ALL)).toMatchObject({ refusal: { code: 'not_found' } })
  expect(await notes.readBlock(caller, 'b1')).toMatchObject({ refusal: { code: 'not_found' } })
})
