/** The commands history, restore-page and snapshot. */
import { randomUUID } from 'node:crypto'
import type { SearchAnswer } from '@notegraph/contract'
import { writeService } from '@notegraph/service'
import { openSqlite } from '@notegraph/store/sqlite'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { useHome } from './home.ts'

const { at, notegraph, json, failure } = useHome()
const DAY = 86_400_000
const ME = ['--account', 'writer']

interface Listed {
  readonly history: readonly { readonly seq: number }[]
}
const numbers = async (page: string) =>
  ((await json('history', page, ...ME)) as Listed).history.map(({ seq }) => seq)
const texts = async () =>
  ((await json('search', 'one', ...ME)) as SearchAnswer).blocks.map(({ content }) => content)

/** The page Ada with one block, whose text changed a day later. */
beforeAll(async () => {
  await json('account', 'create', 'writer')
  const store = openSqlite(at('data'))
  const account = (await store.accounts.find('writer'))!
  let now = Date.now() - DAY
  const writes = writeService(store, { clock: () => now, newId: randomUUID, revertibleChanges: 500 })
  const caller = {
    account,
    plan: 'active',
    tokenId: 't',
    tokenName: 'laptop',
    scope: 'write',
    zone: 'UTC',
  } as const
  await writes.createPage(caller, { name: 'Ada', blocks: ['one good'] })
  const { blocks } = (await json('search', 'good', ...ME)) as SearchAnswer
  now += DAY
  await writes.updateBlock(caller, blocks[0]!.id, { text: 'one bad' })
  await writes.createPage(caller, { name: 'Bob', blocks: [] })
  await store.close()
})

describe('[H3] notegraph history', () => {
  test('lists the commits that changed a page, newest first', async () => {
    const by = { kind: 'token', id: 't', name: 'laptop' }
    const moment = { seq: expect.any(Number), at: expect.any(Number), by, added: 0, changed: 0, removed: 0 }
    expect(await json('history', 'Ada', ...ME)).toEqual({
      history: [
        { ...moment, page: false, changed: 1 },
        { ...moment, page: true, added: 1 },
      ],
      total: 2,
    })
    expect((await notegraph('history', 'ada', ...ME)).stdout).toMatch(
      /^\d+ {2}\d{4}-.*Z {2}1 block changed +by laptop\n\d+ {2}.*Z {2}name or properties, 1 block added {2}by laptop\n$/,
    )
  })

  test('takes the id of a page, and refuses what is neither', async () => {
    const { changes } = (await json('changes', ...ME)) as { changes: { page: string; pageId: string }[] }
    const { pageId } = changes.find(({ page }) => page === 'Ada')!
    expect(await json('history', pageId, ...ME)).toMatchObject({ total: 2 })
    expect(await failure(1, 'history', 'Eve', ...ME)).toContain('No page is called "Eve".')
    expect(await failure(1, 'history', 'Ada', '--account', 'nobody')).toContain('No account has the id')
  })
})

describe('[H4] notegraph restore-page', () => {
  test('counts, and with --yes restores, which one revert takes back', async () => {
    const [, first] = await numbers('Ada')
    const to = ['restore-page', 'Ada', ...ME, '--to', String(first)]
    const counts = {
      pages: { changed: 0, back: 0, gone: 0 },
      blocks: { changed: 1, back: 0, gone: 0 },
      kept: 0,
    }
    expect(await json(...to)).toEqual({ preview: true, seq: first, ...counts })
    expect((await notegraph(...to)).stdout).toBe(
      'Pages:   0 changed,  0 restored,  0 deleted\nBlocks:  1 changed,  0 restored,  0 deleted\n' +
        'Nothing is restored yet. Use --yes to restore.\n',
    )
    expect(await texts()).toEqual(['one bad'])
    const { stdout } = await notegraph(...to, '--yes')
    expect(await texts()).toEqual(['one good'])
    const undo = /\nTo undo: notegraph revert ([0-9a-f-]{36}) --account writer\n$/.exec(stdout)!
    expect(await json('changes', ...ME)).toMatchObject({
      changes: [{ action: 'restore', token: 'notegraph restore-page' }, {}, {}, {}],
    })
    expect((await notegraph(...to, '--yes')).stdout).toContain('The page is already as it was.')
    await json('revert', undo[1]!, ...ME)
    expect(await texts()).toEqual(['one bad'])
  })

  test('brings a deleted page back by its id', async () => {
    const { changes } = (await json('changes', ...ME)) as {
      changes: { action: string; pageId: string; id: string }[]
    }
    const made = changes.find(({ action }) => action === 'create_page')!
    const [before] = await numbers('Bob')
    await json('revert', made.id, ...ME)
    expect(await failure(1, 'history', 'Bob', ...ME)).toContain('No page is called "Bob".')
    expect(await json('restore-page', made.pageId, ...ME, '--to', String(before), '--yes')).toMatchObject({
      pages: { back: 1 },
    })
    expect((await numbers('Bob')).length).toBe(3)
  })

  test.each([
    ['0', 'There was no such page or block after the commit 0.'],
    ['100000', 'There was no such page or block after the commit 100000.'],
  ])('refuses --to %s', async (number, message) => {
    expect(await failure(1, 'restore-page', 'Ada', ...ME, '--to', number, '--yes')).toContain(message)
  })
})

describe('a day is named as in other commands', () => {
  afterEach(() => vi.useRealTimers())

  test('[H3] [H4] today is that of the account, and a deleted day is found too', async () => {
    const { zone } = (await json('account', 'show', 'writer')) as { zone?: string }
    expect(zone).toBeUndefined() // so today is that of UTC
    vi.useFakeTimers({ toFake: ['Date'] }) // the day does not end during the test
    await json('add', 'sun', '--page', 'today', ...ME)
    const today = new Date().toISOString().slice(0, 10)
    const { history } = (await json('history', today, ...ME)) as Listed
    expect(history.length).toBe(1)
    expect(await json('history', 'today', ...ME)).toEqual({ history, total: 1 })
    const { changes } = (await json('changes', ...ME)) as { changes: { id: string }[] }
    await json('revert', changes[0]!.id, ...ME)
    expect(await json('history', 'today', ...ME)).toMatchObject({ total: 2 })
    const to = ['--to', String(history[0]!.seq), '--yes']
    expect(await json('restore-page', 'today', ...ME, ...to)).toMatchObject({ blocks: { back: 1 } })
  })
})

describe('[H2] notegraph snapshot', () => {
  test('creates, lists and removes snapshots', async () => {
    expect(await json('snapshot', 'list', ...ME)).toEqual({ snapshots: [] })
    const made = (await json('snapshot', 'create', 'before the clean-up', ...ME)) as { id: string }
    expect(made).toEqual({
      id: expect.any(String),
      name: 'before the clean-up',
      seq: expect.any(Number),
      at: expect.any(Number),
    })
    expect(await json('snapshot', 'list', ...ME)).toEqual({ snapshots: [made] })
    expect((await notegraph('snapshot', 'list', ...ME)).stdout).toMatch(
      /^[0-9a-f-]{36} {2}\d{4}-.*Z {2}after commit \d+ {2}before the clean-up\n$/,
    )
    expect(await json('snapshot', 'remove', made.id, ...ME)).toEqual({ ok: true, id: made.id })
    expect(await failure(1, 'snapshot', 'remove', made.id, ...ME)).toContain(
      `No snapshot of this account has the id "${made.id}".`,
    )
  })

  test('refuses a name over 200 characters', async () => {
    expect(await failure(1, 'snapshot', 'create', 'x'.repeat(201), ...ME)).toContain('at most 200 characters')
  })
})
