/** Tests of the listeners that wait for changes of an account, for every driver. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Account, ConnectedApp, Session, Store, Token } from '../../src/index.ts'
import { add, page, T0 } from '../builder.ts'

const ONE: Account = { id: 'one', plan: 'active', allowed: true, quota: 1e6, createdAt: T0 }
const SESSION: Session = { id: 's1', accountId: 'one', hash: 'h1', device: 'phone', createdAt: T0 }
const TOKEN: Token = { id: 't1', accountId: 'one', hash: 'h2', name: 'bot', scope: 'read', createdAt: T0 }
const APP: ConnectedApp = {
  id: 'a1',
  accountId: 'one',
  clientId: 'c1',
  name: 'App',
  host: 'app.example',
  scope: 'read',
  createdAt: T0,
  expiresAt: T0 + 100,
}
const FILE = { id: 'f1', hash: 'h1', name: 'a.png', type: 'image/png', size: 1, createdAt: T0 }

/**
 * Test `watch` within one process.
 * @param open opens an empty store
 * @example
 * describe('my store', () => {
 *   watchingContract(async () => openMyStore())
 * })
 */
export function watchingContract(open: () => Promise<Store>): void {
  describe('a listener of an account', () => {
    let store: Store
    let calls: number
    let unwatch: () => void
    beforeEach(async () => {
      store = await open()
      await store.accounts.create(ONE)
      await store.accounts.create({ ...ONE, id: 'two' })
      await store.sessions.create(SESSION)
      await store.tokens.create(TOKEN)
      await store.connectedApps.create(APP, 10)
      await add(store.graph('one'), page('p1', 'Ada'))
      calls = 0
      unwatch = store.watch('one', () => calls++)
    })
    afterEach(() => store.close())

    const CHANGES: readonly (readonly [what: string, act: (store: Store) => Promise<unknown>])[] = [
      ['a commit', async (store) => add(store.graph('one'), page('p2', 'Bob'))],
      ['a file', async (store) => store.graph('one').commits.commit({ puts: [], files: [FILE] })],
      [
        'an import',
        async (store) =>
          store.graph('one').commits.commitAll([{ puts: [{ record: page('p3', 'Cy'), from: 0 }] }]),
      ],
      ['a new epoch', async (store) => store.graph('one').feed.raiseEpoch(T0)],
      ['the end of a graph', async (store) => store.removeGraph('one')],
      ['the end of an account', async (store) => store.accounts.remove('one')],
      [
        'a change of the plan',
        async (store) => store.accounts.update(ONE, { ...ONE, plan: 'none', endedAt: T0 }),
      ],
      ['the end of a session', async (store) => store.sessions.end('s1', T0)],
      ['a revoked token', async (store) => store.tokens.revoke('t1', T0)],
      ['the end of an app', async (store) => store.connectedApps.end('a1')],
    ]
    test.each(CHANGES)('hears of %s', async (_, act) => {
      await act(store)
      expect(calls).toBeGreaterThan(0)
    })

    test.each(CHANGES)('hears nothing of %s after it was removed', async (_, act) => {
      unwatch()
      await act(store)
      expect(calls).toBe(0)
    })

    test('reads the new state when it is called', async () => {
      const heads: Promise<number>[] = []
      store.watch('one', () => heads.push(store.graph('one').commits.head()))
      await add(store.graph('one'), page('p2', 'Bob'))
      expect(await Promise.all(heads)).toEqual([2])
    })

    test('hears nothing of reads, refused changes and other accounts', async () => {
      const graph = store.graph('one')
      await graph.commits.commit({ puts: [] })
      await graph.commits.commit({ puts: [{ record: page('p9', 'Nine'), from: 7 }] })
      await graph.feed.state()
      await store.sessions.findByHash('h1')
      await store.sessions.end('none', T0)
      await add(store.graph('two'), page('p2', 'Bob'))
      expect(calls).toBe(0)
    })

    test('is called once for each time that it was added', async () => {
      const again = [store.watch('two', count), store.watch('two', count)]
      await add(store.graph('two'), page('p2', 'Bob'))
      expect(calls).toBe(2)
      again[0]!()
      again[0]!()
      await add(store.graph('two'), page('p3', 'Cy'))
      expect(calls).toBe(3)
    })

    function count(): void {
      calls++
    }
  })
}
