/** The list of tasks: filters, and groups by when they are due. */
import type { Caller } from '@notegraph/service'
import { beforeAll, describe, expect, test } from 'vitest'
import { openWeb, type Web } from '../open.ts'
import { openNotes } from './notes.ts'

let web: Web
let caller: Caller
beforeAll(async () => {
  ;({ web, caller } = await openNotes())
})

test.each([
  ['', 'Open 1', 'rig the mast'],
  ['?status=done', 'Done 1', 'خبز'],
  ['?status=all', 'All 2', 'rig the mast'],
  ['?status=else', 'Open 1', 'rig the mast'],
])('graph: tasks%s', async (query, chip, words) => {
  const { text } = await web.get(`/graph/tasks${query}`)
  expect(text).toContain(chip)
  expect(text).toContain(words)
})

describe('graph: tasks by when they are due', () => {
  let own: Web
  beforeAll(async () => {
    own = await openWeb()
    const account = (await own.store.accounts.find('me'))!
    const task = (words: string, day?: string) =>
      `TODO ${words}${day === undefined ? '' : `\nDEADLINE: <${day}>`}`
    const blocks = [
      task('undated'),
      task('[#B] next week', '2026-11-27'),
      task('after that', '2026-11-28'),
      task('now', '2026-11-20'),
      task('[#A] late', '2026-11-19'),
      task('soon', '2026-11-21'),
      'LATER sometime',
      'DONE finished',
    ]
    await own.writes.createPage({ ...caller, account }, { name: 'List', blocks })
  })

  test('each group has its heading, its count and its tasks, soonest first', async () => {
    const { text } = await own.get('/graph/tasks')
    expect(text).toMatch(
      /Overdue 1 , due before today .* late .*Today 1 .* now .*Next 2 , due in the next 7 days .* soon .* next week .*Later 3 .* after that .*(?:undated .* sometime|sometime .* undated) /,
    )
    expect(text).not.toContain('finished')
  })

  test('days are those of the visitor', async () => {
    const { text } = await own.get('/graph/tasks', 'notegraph_zone=Pacific%2FKiritimati')
    expect(text).toMatch(/Overdue 2 .* late .* now .*Today 1 .* soon /)
  })

  test('finished tasks are one list', async () => {
    for (const status of ['done', 'all'])
      expect((await own.get(`/graph/tasks?status=${status}`)).text).not.toMatch(/Overdue|Later \d/)
  })

  test.each([
    ['priority=A', /Overdue 1 .* late /, /Today|Next|Later \d/],
    ['marker=LATER', /Later 1 .* sometime /, /Overdue|undated/],
    ['q=next', /Next 1 .* next week /, /Overdue|Today/],
    ['page=list', /Overdue 1 .*Later 3 /, /No tasks/],
    ['priority=C', /No tasks match\. Show all open tasks/, /Overdue/],
    ['priority=Z', /Overdue 1 .*Later 3 /, /No tasks/],
  ])('[A3.4] filtered by %s', async (query, has, lacks) => {
    const { status, text } = await own.get(`/graph/tasks?${query}`)
    expect([status, text]).toEqual([200, expect.stringMatching(has)])
    expect(text).not.toMatch(lacks)
  })

  test('[A3.4] a filter with a fault says which, and stays in its field', async () => {
    for (const [query, words] of [
      ['page=Nowhere', 'No page is called "Nowhere"'],
      ['q=(and', 'at character'],
    ] as const) {
      const { status, text, html } = await own.get(`/graph/tasks?${query}`)
      expect([status, text]).toEqual([400, expect.stringContaining(words)])
      expect(html).toContain(`value="${query.split('=')[1]}"`)
    }
  })

  test('the filter stays with another status, and a rarer one is open', async () => {
    expect((await own.get('/graph/tasks?priority=A')).html).toMatch(/<details\s+open>/)
    expect((await own.get('/graph/tasks')).html).toMatch(/<details\s*>/)
    expect((await own.get('/graph/tasks?priority=A')).html).toContain(
      'href="/graph/tasks?priority=A&amp;status=done"',
    )
  })
})
