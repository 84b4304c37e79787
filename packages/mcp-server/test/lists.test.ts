/**
 * The lists of pages, blocks and tasks that the tools answer.
 *
 * @module-tag both-stores
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { records } from './notes.ts'
import { block, page, world, type World } from './world.ts'

let it: World
beforeAll(async () => {
  it = await world({ records, zone: 'Europe/Berlin' })
})
const textOf = async (tool: string, args: object = {}) => (await it.call(tool, args)).text

describe('[1] list_pages', () => {
  test('names pages, latest edit first, with what they are', async () => {
    expect(await textOf('list_pages')).toBe(`6 pages.

- [[2026-11-20]] journal Fri, 1 block, edited 2026-11-20
- [[Plans]] page, 5 blocks, edited 2026-11-20
- [[Nov 19th, 2026]] journal 2026-11-19 Thu, 1 block, edited 2026-11-20
- [[Ada Lovelace]] person, 5 blocks, edited 2026-11-20; also [[Countess]], [[Enchantress of Numbers]]
- [[Empty]] page, 0 blocks, edited 2026-11-20
- [[A board]] whiteboard, 0 blocks, edited 2026-11-20`)
  })

  test('a part says which it is, with the call for the rest', async () => {
    expect(await textOf('list_pages', { limit: 2, offset: 1 })).toBe(`6 pages.

- [[Plans]] page, 5 blocks, edited 2026-11-20
- [[Nov 19th, 2026]] journal 2026-11-19 Thu, 1 block, edited 2026-11-20

Pages 2-3 of 6. For the rest: list_pages {"limit":2,"offset":3}`)
    expect(await textOf('list_pages', { limit: 5, offset: 5 })).toMatch(/\n\nPages 6-6 of 6, to the end\.$/)
  })

  test.each([
    [{ type: 'album' }, 'No pages of type album.'],
    [
      { type: 'person', q: 'countess', sort: 'name' },
      `1 page of type person matching "countess", by name.

- [[Ada Lovelace]] person, 5 blocks, edited 2026-11-20; also [[Countess]], [[Enchantress of Numbers]]`,
    ],
    [
      { tag: 'x', property: 'a=b', namespace: 'y', linked_to: 'z' },
      'No pages with tag [[x]], with property "a=b", under [[y]], that link [[z]].',
    ],
    [{ offset: 50 }, '6 pages.\n\nOffset 50 is past the end; the total is 6.'],
  ])('%j', async (args, text) => expect(await textOf('list_pages', args)).toBe(text))
})

test.each([
  ['#Byron', '1 page'],
  ['[[Byron]]', '1 page'],
  ['#1', '1 page'], // a value of its own, and no page
])('[A13.2] list_pages with property lead=%s: %s', async (value, words) => {
  const crew = await world({
    records: [
      page('z', 'Zed Ada', [['alias', 'Byron']]),
      page('c', 'Crew', [['lead', '[[Byron]]']]),
      page('r', 'Rank', [['lead', '#1']]),
    ],
  })
  const { text } = await crew.call('list_pages', { property: `lead=${value}` })
  expect(text?.split(' with ', 1)[0]).toBe(words)
})

test('[A4.1] sixty pages with a tag are a short list, whatever their properties', async () => {
  const tagged = await world({
    records: Array.from({ length: 60 }, (_, i) =>
      page(`p${i}`, `Page ${i}`, [
        ['tags', 'many'],
        ['note', 'long '.repeat(300)],
      ]),
    ),
  })
  const { text = '' } = await tagged.call('list_pages', { tag: 'many' })
  expect(text).toMatch(/^60 pages with tag \[\[many\]\]\./)
  expect(text.length).toBeLessThan(6_000)
})

describe('[A4.2] search shows the pages that match before the blocks', () => {
  const PAGE = `1 page by name or property:
- [[Ada Lovelace]] person, 5 blocks, edited 2026-11-20; also [[Countess]], [[Enchantress of Numbers]]`
  test.each([
    ['countess', `${PAGE}\n\nNo block contains every word.`],
    ['lovelace', `${PAGE}\n\nNo block contains every word.`],
    ['royal', `${PAGE}\n\nNo block contains every word.`],
  ])('%s', async (query, text) => expect(await textOf('search', { query })).toBe(text))

  test('at most five, with the call for the rest, and not in later parts', async () => {
    const many = await world({
      records: Array.from({ length: 7 }, (_, i) => page(`p${i}`, `Rye ${i}`)).concat(
        [1, 2].map((n) => block(`b${n}`, 'p1', 'rye')),
      ),
    })
    const { text = '' } = await many.call('search', { query: 'rye', limit: 1 })
    expect(text).toMatch(
      /^7 pages by name or property:\n(- \[\[Rye \d\]\] .*\n){5}For all: list_pages \{"q":"rye"\}\n\n2 blocks match\.\n/,
    )
    expect((await many.call('search', { query: 'rye', limit: 1, offset: 1 })).text).toMatch(
      /^2 blocks match\./,
    )
  })

  test.each(['"Rye bread"', '[[Rye bread]]', '#[[rye bread]]', '[[Loaf]]', '"loaf"', '#Loaf'])(
    'also for %s',
    async (query) => {
      const it = await world({ records: [page('r', 'Rye bread', [['alias', 'Loaf']])] })
      expect((await it.call('search', { query })).text).toBe(
        `1 page by name or property:\n- [[Rye bread]] page, 0 blocks, edited 2026-11-20; also [[Loaf]]\n\n${query === '#Loaf' ? 'No block contains every word.' : 'No block matches.'}`,
      )
    },
  )
})

describe('[5] search', () => {
  test('hits by page, each in its place on it', async () => {
    expect(await textOf('search', { query: 'engine' })).toBe(`1 page by name or property:
- [[Ada Lovelace]] person, 5 blocks, edited 2026-11-20; also [[Countess]], [[Enchantress of Numbers]]

2 blocks match.

## [[2026-11-20]] Fri
- rain on the engine ^00000020

## [[Ada Lovelace]]
- ## Work ^00000001 (above)
\t- wrote the first program for the [[Analytical Engine]] #engines ^00000002 (1 nested)`)
  })

  test('shows several matches of one page in the order of the page', async () => {
    expect(await textOf('search', { query: '(or program table)' })).toBe(`3 blocks match.

## [[Ada Lovelace]]
- ## Work ^00000001 (above)
\t- wrote the first program for the [[Analytical Engine]] #engines ^00000002 (1 nested)
\t\t- with a table of operations ^00000003
- a program ^00000005
  in two lines

  and a third`)
  })

  test.each([
    [{ query: '(todo NOW)' }, 'No matches.'],
    [
      { query: 'ada lovelase' },
      'No matches: a block must contain every word. Try fewer words, or (or …). Similar page names: [[Ada Lovelace]].',
    ],
    [{ query: 'engine', offset: 9 }, '2 blocks match.\n\nOffset 9 is past the end; the total is 2.'],
  ])('%j', async (args, text) => expect(await textOf('search', args)).toBe(text))

  test('a part says which it is, with the call for the rest', async () => {
    expect(await textOf('search', { query: 'engine', limit: 1 })).toMatch(
      /\n\nBlocks 1-1 of 2\. For the rest: search \{"query":"engine","limit":1,"offset":1\}$/,
    )
  })

  test('[D5.4] reports that there are more matches than it counts', async () => {
    const many = Array.from({ length: 10_001 }, (_, n) => block(`b${n}`, 'p', 'x'))
    const it = await world({ records: [page('p', 'P'), ...many] })
    expect((await it.call('search', { query: 'x', limit: 1 })).text).toMatch(
      /^10,000 blocks match; more blocks match, but are not counted\.\n/,
    )
  })
})

describe('[6] list_tasks', () => {
  test('by the day they are due, each with its day, priority and page', async () => {
    expect(await textOf('list_tasks', { status: 'all' })).toBe(`5 tasks; today is 2026-11-20 Fri.

## Overdue
- TODO [#A] oil the mill ^00000010 scheduled 2026-11-18 Wed, 2 days ago, on [[Plans]]

## Today
- DOING read the letters ^00000011 deadline 2026-11-20 Fri, today, on [[Plans]]

## Later
- LATER ask on [[2026-11-21]] ^00000012 linked 2026-11-21 Sat, tomorrow, on [[Plans]]

## No day
- WAITING for the post ^00000013 on [[Plans]]

## Done
- DONE print the cards ^00000014 on [[Plans]]`)
  })

  test('[A12.2] canceled tasks have a heading of their own', async () => {
    const it = await world({
      records: [page('p', 'P'), block('a', 'p', 'DONE a'), block('b', 'p', 'CANCELED b', { order: 2 })],
    })
    const { text } = await it.call('list_tasks', { status: 'done' })
    expect(text).toMatch(/\n## Done\n- DONE a /)
    expect(text).toMatch(/\n## Canceled\n- CANCELED b /)
  })

  test.each([
    [
      { due_by: '2026-11-20', limit: 1 },
      /^2 open tasks due by 2026-11-20 Fri; today .*\n\n## Overdue\n- .*\n\nTasks 1-1 of 2\. For the rest: list_tasks \{"due_by":"2026-11-20","after":"00000010","limit":1\}$/,
    ],
    [
      { status: 'done', limit: 1, offset: 1 },
      /^1 finished task; today is .*\.\n\nOffset 1 is past the end; the total is 1\.$/,
    ],
    [
      { status: 'done', due_by: '2026-11-20' },
      /^0 finished tasks due by 2026-11-20 Fri; today is 2026-11-20 Fri\.$/,
    ],
    [
      { due_from: 'yesterday' },
      /^\d open tasks? due from 2026-11-19 Thu; today is 2026-11-20 Fri\.\n\n## Today/,
    ],
    [
      { due_from: '-9d', due_by: 'yesterday', page: 'plans', priority: 'A', marker: 'TODO', q: 'oil' },
      /^1 open task due from 2026-11-11 Wed to 2026-11-19 Thu on \[\[plans\]\] with TODO, priority A, matching "oil"; today/,
    ],
    [{ q: 'oil' }, /^1 open task matching "oil"; today/],
    [
      { limit: 1, offset: 1 },
      /\n\nTasks 2-2 of 4\. For the rest: list_tasks \{"after":"00000011","limit":1\}$/,
    ],
    [
      { due_by: 'yesterday' },
      /^1 open task due by 2026-11-19 Thu; today is 2026-11-20 Fri\.\n\n## Overdue\n- TODO \[#A\] oil the mill/,
    ],
  ])('%j', async (args, text) => expect(await textOf('list_tasks', args)).toMatch(text))
})

test('[A3.4] a part of the tasks goes on behind its last one', async () => {
  const tasks = Array.from({ length: 5 }, (_, n) => block(`task${n}-000`, 'p', `TODO ${n}`, { order: n }))
  const it = await world({ records: [page('p', 'P'), ...tasks] })
  const { text = '' } = await it.call('list_tasks', { limit: 2 })
  const call = /For the rest: list_tasks (.*)$/.exec(text)![1]!
  expect(JSON.parse(call)).toEqual({ limit: 2, after: expect.stringMatching(/^task\d-00$/) })
  const last = (JSON.parse(call) as { after: string }).after
  await it.call('set_task', { block_id: last, state: 'done' })
  expect((await it.call('list_tasks', JSON.parse(call))).text).toMatch(
    new RegExp(`^3 open tasks behind \\^${last}; today is `),
  )
})

test('[A12.2] undated tasks alone', async () => {
  expect(await textOf('list_tasks', { undated: true })).toMatch(
    /^1 open task without a day; today is .*\n\n## No day\n- WAITING/,
  )
})
