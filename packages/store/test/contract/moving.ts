/** Tests that every store refuses writes to an account that moves, and misses none that began before. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AccountMoving, type Account, type Moving, type Store } from '../../src/index.ts'
import { add, block, page, T0 } from '../builder.ts'

/** A store whose marks the test sets by hand. */
export interface MarkedStore {
  readonly store: Store
  /** Sets the mark of an account and closes its graph, or takes both back. */
  mark(accountId: string, moving: Moving | undefined): Promise<void>
}

const account: Account = { id: 'one', plan: 'active', allowed: true, quota: 1e9, createdAt: T0 }
const token = { id: 't1', accountId: 'one', hash: 'h1', name: 'n', scope: 'read', createdAt: T0 } as const
const session = { id: 's1', accountId: 'one', hash: 'h1', device: 'phone', createdAt: T0 }
const browser = {
  id: 'b1',
  accountId: 'one',
  hash: 'h1',
  name: 'n',
  signedInBy: 'provider',
  issuer: 'i',
  subject: 'ada',
  sid: 'sid',
  createdAt: T0,
  lastUsedAt: T0,
} as const
const link = { accountId: 'one', hash: 'h1', createdAt: T0, expiresAt: T0 + 9 }
const job = {
  accountId: 'one',
  id: 'j1',
  state: 'done',
  startedAt: T0,
  seenAt: T0,
  done: 1,
  total: 1,
} as const
const app = {
  id: 'a1',
  accountId: 'one',
  clientId: 'c',
  name: 'n',
  host: 'h',
  scope: 'read',
  createdAt: T0,
  expiresAt: T0 * 2,
} as const
const secret = { kind: 'code', hash: 'h1', appId: 'a1', payload: '{}', expiresAt: T0 * 2 } as const
const room = { now: T0, most: 9, replaces: false }
const file = { id: 'f1', hash: 'h', name: 'a.png', type: 'image/png', size: 5, createdAt: T0 }

type Write = (store: Store) => Promise<unknown>
const WRITES: readonly (readonly [name: string, write: Write])[] = [
  ['a plan', async ({ accounts }) => accounts.update(account, { ...account, plan: 'none' })],
  ['a new token', async ({ tokens }) => tokens.create({ ...token, id: 't2', hash: 'h2' })],
  ['a revoked token', async ({ tokens }) => tokens.revoke('t1', T0)],
  ['a revoked token of an account', async ({ tokens }) => tokens.revoke('t1', T0, 'one')],
  ['a new session', async ({ sessions }) => sessions.create({ ...session, id: 's2', hash: 'h2' })],
  ['an ended session', async ({ sessions }) => sessions.end('s1', T0)],
  ['a new browser', async ({ browsers }) => browsers.create({ ...browser, id: 'b2', hash: 'h2' }, 0)],
  ['an ended browser', async ({ browsers }) => browsers.end('one', 'b1', T0)],
  [
    'a sign-out by the provider',
    async ({ browsers }) => browsers.endByProvider({ issuer: 'i', subject: 'ada' }, T0),
  ],
  ['an identity', async ({ identities }) => identities.assign({ issuer: 'i', subject: 's2' }, 'one', T0)],
  [
    'an identity that another account gets',
    async ({ identities }) => identities.assign({ issuer: 'i', subject: 's' }, 'two', T0),
  ],
  ['a new link', async ({ signInLinks }) => signInLinks.create({ ...link, hash: 'h2' })],
  ['a used link', async ({ signInLinks }) => signInLinks.take('h1', T0)],
  ['a connected app', async ({ connectedApps }) => connectedApps.create({ ...app, id: 'a2' }, 9)],
  ['an app that works for longer', async ({ connectedApps }) => connectedApps.extend('a1', T0 * 3)],
  ['an ended app', async ({ connectedApps }) => connectedApps.end('a1')],
  [
    'a new secret of an app',
    async ({ connectedApps }) => connectedApps.addSecret({ ...secret, hash: 'h2' }, room),
  ],
  ['a used secret of an app', async ({ connectedApps }) => connectedApps.useSecret('code', 'h1', T0)],
  ['a removed secret of an app', async ({ connectedApps }) => connectedApps.removeSecret('code', 'h1')],
  ['a new import', async ({ imports }) => imports.begin({ ...job, id: 'j2' }, 0)],
  ['the progress of an import', async ({ imports }) => imports.update({ ...job, done: 0 })],
  ['a restore', async ({ restores }) => restores.begin(job, 0)],
  ['a commit', async (store) => add(store.graph('one'), block('b2', 'p1', 'two'))],
  [
    'an import',
    async (store) =>
      store.graph('one').commits.commitAll([{ puts: [{ record: page('p2', 'p2'), from: 0 }] }]),
  ],
  [
    'a large import',
    async (store) => {
      const puts = Array.from({ length: 2_500 }, (_, n) => ({ record: page(`n${n}`, `n${n}`), from: 0 }))
      return store.graph('one').commits.commitAll([{ puts }])
    },
  ],
  ['unused files', async (store) => store.graph('one').files.clearUnused(T0 + 9, T0 + 9)],
  ['a renewed file', async (store) => store.graph('one').files.renew('f1', 'a.png')],
  ['old tombstones', async (store) => store.graph('one').feed.collectTombstones(T0 * 2, 1)],
  ['a new epoch', async (store) => store.graph('one').feed.raiseEpoch(T0 * 2)],
]

async function contents(store: Store): Promise<unknown> {
  const graph = store.graph('one')
  const { moving: _, ...own } = (await store.accounts.find('one'))!
  return [
    own,
    await store.tokens.list('one'),
    await store.sessions.list('one'),
    await store.browsers.list('one'),
    await store.identities.list('one'),
    await store.imports.find('one'),
    await store.restores.find('one'),
    await store.connectedApps.list('one', T0),
    await store.connectedApps.findSecret('code', 'h1').then((found) => found?.secret),
    await graph.feed.read({ seq: 0, n: 0 }, { records: 10_000, bytes: 1e9 }),
    await graph.files.sweepBacklog(),
    await graph.files.listUnlinked(),
  ]
}

/**
 * Tests the marks of a store.
 * @param open opens an empty store
 * @example
 * describe('my store', () => {
 *   movingContract(async () => ({ store, mark }))
 * })
 */
export function movingContract(open: () => Promise<MarkedStore>): void {
  let marked: MarkedStore
  let store: Store
  beforeEach(async () => {
    marked = await open()
    store = marked.store
    for (const id of ['one', 'two']) await store.accounts.create({ ...account, id })
    await store.tokens.create(token)
    await store.sessions.create(session)
    await store.browsers.create(browser, 0)
    await store.identities.assign({ issuer: 'i', subject: 's' }, 'one', T0)
    await store.signInLinks.create(link)
    await store.imports.begin(job, 0)
    await store.connectedApps.create(app, 9)
    await store.connectedApps.addSecret(secret, room)
    const graph = store.graph('one')
    await add(graph, page('p1', 'p1'), block('b1', 'p1', 'one'))
    await graph.commits.commit({ puts: [], files: [file] })
    await graph.files.clearUnused(T0, 0)
  })
  afterEach(async () => store.close())

  describe('an account with a mark refuses', () => {
    test.each(WRITES)('%s', async (_, write) => {
      const before = await contents(store)
      await marked.mark('one', 'leaving')
      await expect(write(store)).rejects.toThrow(AccountMoving)
      expect(await contents(store)).toEqual(before)
      await marked.mark('one', undefined)
      await write(store)
      // The sweeps find nothing that is due, and so change the notes of the sweep at most.
    })
  })

  test('an account with a mark says so with each secret, and other accounts have none', async () => {
    await store.tokens.create({ ...token, accountId: 'two', id: 't2', hash: 'h2' })
    await marked.mark('one', 'leaving')
    const found = [
      await store.tokens.findByHash('h1'),
      await store.sessions.findByHash('h1'),
      await store.browsers.findByHash('h1'),
    ]
    expect(found.map((holder) => holder?.account.moving)).toEqual(['leaving', 'leaving', 'leaving'])
    expect((await store.tokens.findByHash('h2'))?.account).toEqual({ ...account, id: 'two' })
    expect((await store.tokens.revoke('t2', T0))?.revokedAt).toBe(T0)
    expect((await store.graph('one').pages.find('p1'))?.name).toBe('p1')
  })

  test.each(['left', 'arriving'] as const)(
    'an account that is marked %s gets no new graph',
    async (moving) => {
      await store.removeGraph('one')
      await marked.mark('one', moving)
      await expect(store.graph('one').pages.find('p1')).rejects.toThrow(AccountMoving)
      await expect(add(store.graph('one'), page('p1', 'p1'))).rejects.toThrow(AccountMoving)
      expect(await store.hasGraph('one')).toBe(false)
    },
  )

  test('an account that has left may be removed, and one that moves may not', async () => {
    for (const moving of ['leaving', 'arriving'] as const) {
      await marked.mark('one', moving)
      await expect(store.accounts.remove('one')).rejects.toThrow(AccountMoving)
    }
    await marked.mark('one', 'left')
    expect(await store.accounts.remove('one')).toBe(true)
    expect(await store.tokens.findByHash('h1')).toBeUndefined()
  })
}
