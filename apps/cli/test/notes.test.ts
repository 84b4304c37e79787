/**
 * The commands that read and write notes give the same results as the API.
 *
 * @module-tag process
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { isoDay } from '@notegraph/block-text'
import type { AddBlockAnswer, ChangeList, DayAnswer, SearchAnswer } from '@notegraph/contract'
import { dayAt } from '@notegraph/graph'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { useHome } from './home.ts'
import { start } from './run.ts'

const { at, env, notegraph, json, failure } = useHome()
const ME = ['--account', 'me'] as const

/** 23:30 on 20 November in UTC: half past midnight of the 21st in Berlin. */
const LATE = Date.UTC(2026, 10, 20, 23, 30)

afterEach(() => vi.useRealTimers())
const setTime = (now: number) => vi.useFakeTimers({ toFake: ['Date'], now })

beforeAll(async () => {
  await json('account', 'create', 'me', '--zone', 'Europe/Berlin')
  await json('account', 'create', 'ended', '--plan', 'none')
})

describe('add', () => {
  test("writes to today's page in the account's zone, and is listed as a change", async () => {
    setTime(LATE)
    const added = (await json('add', 'TODO Call [[Ada]]', ...ME)) as AddBlockAnswer
    expect(added).toMatchObject({
      changed: true,
      block: { page: '2026-11-21', content: 'TODO Call [[Ada]]', parentId: null },
      day: { date: '2026-11-21', zone: 'Europe/Berlin' },
    })
    const { changes } = (await json('changes', ...ME)) as ChangeList
    expect(changes).toMatchObject([
      { action: 'add_block', page: '2026-11-21', token: 'notegraph add', blockId: added.block.id },
    ])
    const reverted = await json('revert', changes[0]!.id, ...ME)
    expect(reverted).toMatchObject({ ok: true, restored: 2 })
  })

  test.each([
    [['--zone', 'UTC'], '2026-11-20'],
    [['--page', 'today'], '2026-11-21'],
    [['--page', 'tomorrow'], '2026-11-22'],
    [['--page', '2026-11-25'], '2026-11-25'],
  ])('with %j writes to %s', async (options, page) => {
    setTime(LATE)
    const { code, stdout } = await notegraph('add', `for ${page}`, ...ME, ...options)
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^Added a block to ${page}: \\S{36}\n$`)),
    ])
  })

  test.each([
    [['add', 'x', ...ME, '--page', 'Gardn'], 1, 'No page is called "Gardn".'],
    [['add', 'x', '--account', 'nobody'], 1, 'No account has the id "nobody".'],
    [['add', 'x', '--account', 'ended'], 1, 'plan'],
    [['add', 'x'.repeat(20_001), ...ME], 1, '20000'],
    [['add', ' ', ...ME], 2, 'The text is empty.'],
  ])('%j … is refused as the API refuses it', async (args, code, words) => {
    expect(await failure(code as 1 | 2, ...args)).toContain(words)
  })
})

describe('today', () => {
  test("prints today's page as an outline", async () => {
    setTime(LATE)
    expect((await notegraph('today', ...ME, '--zone', 'Asia/Tokyo')).stdout).toBe('- for 2026-11-21\n')
    await json('add', 'Shopping\nfor the week', ...ME)
    expect((await notegraph('today', ...ME)).stdout).toBe('- for 2026-11-21\n- Shopping\n  for the week\n')
    const { date, blocks, total } = (await json('today', ...ME)) as DayAnswer
    expect([date, blocks.length, total]).toEqual(['2026-11-21', 2, 2])
  })

  test('prints properties first, and a tab for each level', async () => {
    const note = 'mood:: calm\n\n- a\n\t- b\n\t  of two lines\n\t\t- c\n- d\n'
    mkdirSync(at('notes/journals'), { recursive: true })
    writeFileSync(at('notes/journals/2027_01_05.md'), note)
    await json('import', at('notes'), ...ME)
    setTime(Date.UTC(2027, 0, 5, 12))
    expect((await notegraph('today', ...ME)).stdout).toBe(note.replace('\n\n', '\n'))
  })

  test('says so where nothing was written', async () => {
    setTime(LATE + 40 * 86_400_000)
    expect((await notegraph('today', ...ME)).stdout).toBe('No notes for 2026-12-31 yet.\n')
    expect(await json('today', ...ME)).toMatchObject({ date: '2026-12-31', page: null, blocks: [] })
  })
})

describe('search', () => {
  test.each([
    ['SHOPPING week', ['Shopping\nfor the week']],
    ['(and "for" (not "week") (between today today))', ['for 2026-11-21']],
    ['(between tomorrow tomorrow)', ['for 2026-11-22']],
    ['[[Nobody]]', []],
  ])('%s finds %j', async (query, contents) => {
    setTime(LATE)
    const { blocks } = (await json('search', query, ...ME)) as SearchAnswer
    expect(blocks.map(({ content }) => content)).toEqual(contents)
  })

  test('prints page, text and id, a line each', async () => {
    const { blocks } = (await json('search', 'shopping', ...ME)) as SearchAnswer
    expect((await notegraph('search', 'shopping', ...ME)).stdout).toBe(
      `2026-11-21  Shopping for the week  ${blocks[0]!.id}\n`,
    )
    expect((await notegraph('search', 'nothing at all', ...ME)).stdout).toBe('No matches.\n')
    expect((await notegraph('search', 'for', ...ME, '--limit', '2')).stdout).toMatch(
      /^(.+\n){2}3 matches are not shown\.\n$/,
    )
  })

  test.each([
    [['search', '(and', ...ME], 1, 'query does not parse'],
    [['search', 'x', ...ME, '--limit', '1001'], 2, 'limit takes a whole number from 1 to 1000'],
    [['search', 'x', '--account', 'nobody'], 1, 'No account has the id "nobody".'],
  ])('%j is refused in one line', async (args, code, words) => {
    expect(await failure(code as 1 | 2, ...args)).toContain(words)
  })
})

describe('search --explain', () => {
  beforeAll(async () => {
    await json('account', 'create', 'eve')
    await json('add', 'TODO row to [[Ada]]', '--account', 'eve')
    await json('add', 'the oar', '--account', 'eve')
  })

  test.each([
    ['oar', 'oar', ['bounds'], { scanned: 0, checked: 3 }, 1],
    ['[[Ada]]', '[[Ada]]', ['listing'], { checked: 0, postingRows: 0 }, 1],
    ['(and (todo TODO) "oar")', '(and (todo TODO) oar)', ['operand', 'bounds'], { checked: 3 }, 0],
  ])('%s prints the plan and the reads as JSON', async (query, settled, kinds, reads, total) => {
    const explained = (await json('search', query, '--account', 'eve', '--explain')) as Explained
    expect(explained).toMatchObject({ settled, reads, total, index: { unindexed: 3 } })
    expect(explained.steps.map(({ kind }) => kind)).toEqual(expect.arrayContaining(kinds))
    expect(explained.milliseconds).toBeGreaterThan(0)
  })

  test('prints the plan and the reads in words', async () => {
    const { stdout } = await notegraph('search', '(and (todo TODO) oar)', '--account', 'eve', '--explain')
    expect(stdout.replace(/[\d.]+ ms/, '1.0 ms')).toBe(`Parsed        (todo TODO) oar
Days settled  (and (todo TODO) oar)
Index         0 segments, 3 records, 3 unindexed

Plan
  find oar (estimate 0 µs): 4 records become 3
  find (todo TODO) (estimate 0 µs): 3 records become 3
  0 records match, and 3 more may

Read
  3 blocks checked one by one

0 matches in 1.0 ms, from an empty cache.
`)
  })

  test.each([
    [['search', '(and', '--explain', ...ME], 1, 'query does not parse'],
    [['search', 'x', '--explain', '--account', 'nobody'], 1, 'No account has the id "nobody".'],
  ])('%j is refused in one line', async (args, code, words) => {
    expect(await failure(code as 1 | 2, ...args)).toContain(words)
  })

  test('explains a search of an account without notes', async () => {
    await json('account', 'create', 'none')
    expect(await json('search', 'x', '--explain', '--account', 'none')).toMatchObject({ total: 0 })
  })
})

interface Explained {
  readonly steps: readonly { readonly kind: string }[]
  readonly milliseconds: number
}

test('search, add and today work beside a server on the same data', async () => {
  const ADA = ['--account', 'ada'] as const
  await json('account', 'create', 'ada', '--zone', 'Europe/Berlin')
  const server = start(['serve', '--port', '0', '--json'], env())
  const [, baseUrl] = await server.said(/"baseUrl":"([^"]+)"/)
  const { token } = (await json('token', 'create', ...ADA, '--name', 'test', '--scope', 'write')) as {
    token: string
  }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const api = async (path: string, init: RequestInit = {}) =>
    (await fetch(`${baseUrl}/api/v1/notes${path}`, { ...init, headers })).json()

  setTime(Date.now()) // the day does not end during the test
  const day = isoDay(dayAt(Date.now(), 'Europe/Berlin'))
  await json('add', 'from the shell', ...ADA, '--page', day)
  expect(await api(`/days/${day}`)).toMatchObject({ blocks: [{ content: 'from the shell' }] })
  await api(`/pages/${day}/blocks`, { method: 'POST', body: JSON.stringify({ text: 'from the API' }) })
  const { blocks: today } = (await json('today', ...ADA)) as DayAnswer
  expect(today.map(({ content }) => content)).toEqual(['from the shell', 'from the API'])
  const { blocks } = (await json('search', '(or "from the shell" "from the API")', ...ADA)) as SearchAnswer
  expect(blocks.map(({ content }) => content)).toEqual(['from the API', 'from the shell'])
  expect(await json('changes', ...ADA)).toMatchObject({
    changes: expect.arrayContaining([
      expect.objectContaining({ token: 'test' }),
      expect.objectContaining({ token: 'notegraph add', summary: `Added a block to ${day}` }),
    ]),
  })
  server.child.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
})
