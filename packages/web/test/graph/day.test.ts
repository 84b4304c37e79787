/** The view of a day, with its calendar. */
import { journalId } from '@notegraph/graph'
import type { Caller } from '@notegraph/service'
import { beforeAll, describe, expect, test } from 'vitest'
import { NOON, openWeb, type Web } from '../open.ts'
import { openNotes } from './notes.ts'

let web: Web
let boat: readonly string[]
let caller: Caller
beforeAll(async () => {
  ;({ web, boat, caller } = await openNotes())
})

describe('graph: a day', () => {
  test('today is where the visitor is; what refers to a block reads as its words', async () => {
    const { text, html } = await web.get('/graph/day')
    expect(text).toMatch(/^Friday, 20 November 2026 Previous day Today Next day Calendar .* see rig the mast/)
    expect(html).toContain(`<a class="block-ref" href="/graph/block?id=${boat[1]}">rig the mast with Ada</a>`)
    expect(html).toContain('<a class="tag" href="/graph/page?name=Ada">#Ada</a>')
    const tokyo = await web.get('/graph/day', 'notegraph_zone=Pacific%2FKiritimati')
    expect(tokyo.text).toMatch(/^Saturday, 21 November 2026/)
  })

  test('the calendar shows its month in weeks from Monday, with the days that have notes', async () => {
    const { html, text } = await web.get('/graph/day?date=2026-11-03')
    expect(text).toMatch(
      /November 2026 Mon Tue Wed Thu Fri Sat Sun 1 2 3 .* 19 20 has notes 21 .* 29 30 No notes on this day/,
    )
    expect(html).toMatch(
      /<tbody>\s*<tr>(\s*<td><\/td>){6}\s*<td>\s*<a\s+href="\/graph\/day\?date=2026-11-01"/,
    )
    expect(html).toMatch(/date=2026-11-03"\s+class=""\s+aria-current="true"/)
    expect(html).toMatch(/date=2026-11-20"\s+class="noted"\s+aria-current="date"/)
    expect(html).toMatch(/rel="prev"\s+href="\/graph\/day\?date=2026-10-01&amp;calendar=1"/)
    expect(html).toMatch(/<details class="calendar"\s*>/)
    expect((await web.get('/graph/day?date=2026-02-28&calendar=1')).html).toMatch(
      /<details class="calendar" open/,
    )
    expect((await web.get('/graph/day?date=2028-02-29')).text).toMatch(/28 29 No notes/)
  })

  test('a day whose page was deleted has no notes in the calendar', async () => {
    const own = await openWeb()
    const account = (await own.store.accounts.find('me'))!
    await own.writes.addBlock({ ...caller, account }, '2026-11-05', { text: 'x' })
    expect((await own.get('/graph/day')).text).toContain('5 has notes')
    const graph = own.store.graph('me')
    const { record, seq } = (await graph.records.find(journalId(20261105)))!
    await graph.commits.commit({ puts: [{ record: { ...record, deleted: NOON }, from: seq }] })
    expect((await own.get('/graph/day')).text).not.toContain('has notes')
  })

  test.each([
    ['2026-11-19', 200, 'No notes on this day.'],
    ['2027-01-01', 200, 'No notes on this day yet.'],
    ['2026-02-30', 400, 'This date is not on the calendar.'],
    ['today', 400, 'This date is not on the calendar.'],
    ['1000-01-01', 200, 'No notes on this day'],
    ['9999-12-31', 200, 'No notes on this day'],
  ])('%s is %i', async (date, status, words) => {
    const shown = await web.get(`/graph/day?date=${date}`)
    expect([shown.status, shown.text]).toEqual([status, expect.stringContaining(words)])
  })
})
