/** The commands changes and revert. */
import { randomUUID } from 'node:crypto'
import { writeService } from '@notegraph/service'
import { openSqlite } from '@notegraph/store/sqlite'
import { beforeAll, expect, test } from 'vitest'
import { useHome } from './home.ts'

const { at, notegraph, json, failure } = useHome()

beforeAll(async () => {
  await json('account', 'create', 'writer')
  const store = openSqlite(at('data'))
  const account = (await store.accounts.find('writer'))!
  const writes = writeService(store, { clock: Date.now, newId: randomUUID, revertibleChanges: 500 })
  const caller = {
    account,
    plan: 'active',
    tokenId: 't',
    tokenName: 'laptop',
    scope: 'write',
    zone: 'UTC',
  } as const
  await writes.createPage(caller, { name: 'Ada', blocks: ['one'] })
  await writes.addBlock(caller, 'Ada', { text: 'two' })
  await store.close()
})

test('changes are listed newest first', async () => {
  const listed = {
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    at: expect.any(Number),
    token: 'laptop',
    via: 'over the API',
    page: 'Ada',
    pageId: expect.any(String),
    state: 'open',
  }
  expect(await json('changes', '--account', 'writer')).toEqual({
    changes: [
      { ...listed, action: 'add_block', summary: 'Added a block to Ada', blockId: expect.any(String) },
      { ...listed, action: 'create_page', summary: 'Made the page Ada with a block' },
    ],
    total: 2,
    next: null,
  })
  expect((await notegraph('changes', '--account', 'writer')).stdout).toMatch(
    /^[0-9a-f-]{36} {2}\d{4}-.*Z {2}open {2}Added a block to Ada +by laptop\n.*\n$/,
  )
})

test('changes come in parts, with the offset of the next part', async () => {
  const first = await json('changes', '--account', 'writer', '--limit', '1')
  expect(first).toMatchObject({ changes: [{ action: 'add_block' }], total: 2, next: 1 })
  const rest = await json('changes', '--account', 'writer', '--limit', '1', '--offset', '1')
  expect(rest).toMatchObject({ changes: [{ action: 'create_page' }], total: 2, next: null })
  expect((await notegraph('changes', '--account', 'writer', '--limit', '1')).stdout).toMatch(
    /by laptop\nShown: 1 of 2 changes\. For the rest, use --offset 1\.\n$/,
  )
  expect(await failure(2, 'changes', '--account', 'writer', '--offset', '-1')).toContain(
    'Use a whole number.',
  )
})

test('revert restores what later edits allow, and lists the rest', async () => {
  const { changes } = (await json('changes', '--account', 'writer')) as { changes: { id: string }[] }
  const [added, made] = changes.map(({ id }) => id)
  const { code, stdout } = await notegraph('revert', made!, '--account', 'writer')
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /^Restored 1 item\.\nNot restored: page [0-9a-f-]{36}\. The page still has blocks\.\n$/,
  )
  expect(await json('revert', added!, '--account', 'writer')).toEqual({ ok: true, restored: 1, left: [] })
  expect(await failure(1, 'revert', added!, '--account', 'writer')).toContain('is already reverted')
  expect(await failure(1, 'revert', 'nothing', '--account', 'writer')).toContain('No change in the list')
  expect(await failure(1, 'revert', added!, '--account', 'nobody')).toContain('No account has the id')
  expect(await json('changes', '--account', 'writer')).toMatchObject({
    changes: [{ state: 'reverted' }, { state: 'reverted' }],
  })
})

test('[D8.6] changes are kept by their ids, or all of a token', async () => {
  const store = openSqlite(at('data'))
  const account = (await store.accounts.find('writer'))!
  const writes = writeService(store, { clock: Date.now, newId: randomUUID, revertibleChanges: 500 })
  const caller = { account, plan: 'active', tokenId: 't', scope: 'write', zone: 'UTC' } as const
  for (const tokenName of ['a', 'b', 'b'])
    await writes.addBlock({ ...caller, tokenName }, 'Ada', { text: 'x' })
  await store.close()
  const { changes } = (await json('changes', '--account', 'writer')) as {
    changes: { id: string; token: string }[]
  }
  const { id } = changes.find(({ token }) => token === 'a')!
  const { stdout } = await notegraph('changes', 'keep', id, 'nothing', '--account', 'writer')
  expect(stdout).toBe('Kept 1 change.\nNot kept: 1, which are reverted, kept before, or not in the list.\n')
  expect(await json('changes', 'keep', '--token', 'b', '--account', 'writer')).toEqual({ ok: true, kept: 2 })
  expect(await json('changes', '--account', 'writer', '--limit', '3')).toMatchObject({
    changes: [{ state: 'kept' }, { state: 'kept' }, { state: 'kept' }],
  })
  expect(await failure(1, 'revert', id, '--account', 'writer')).toContain('This change was kept')
  expect(await failure(2, 'changes', 'keep', '--account', 'writer')).toContain('Name the changes to keep')
})
