/** Tests of the accounts that the sweep must visit, for every driver. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { Account, Store } from '../../src/index.ts'
import { add, change, deleted, page, T0 } from '../builder.ts'

const ONE: Account = { id: 'one', plan: 'active', allowed: true, quota: 9, createdAt: T0 }
const FILE = { id: 'f1', hash: 'h1', name: 'a.png', type: 'image/png', size: 1, createdAt: T0 }

/**
 * Test the accounts that need maintenance.
 * @param open opens an empty store
 * @example
 * describe('my store', () => {
 *   sweepsContract(async () => openMyStore())
 * })
 */
export function sweepsContract(open: () => Promise<Store>): void {
  describe('accounts that the sweep looks at', () => {
    let store: Store
    const due = async (now = T0) => store.sweeps.due(now)
    const looked = async (next?: number) => {
      await store.sweeps.begin('one')
      await store.sweeps.end('one', next)
    }
    beforeEach(async () => {
      store = await open()
      await store.accounts.create(ONE)
    })

    test('none that nothing was ever done with', async () => {
      await store.graph('one').commits.head()
      expect(await due()).toEqual([])
    })

    test.each<[what: string, act: () => Promise<unknown>]>([
      ['a write', async () => add(store.graph('one'), page('p1', 'Ada'))],
      ['a write that is refused', async () => store.graph('one').commits.commit({ puts: [], head: 7 })],
      [
        'an import',
        async () =>
          store.graph('one').commits.commitAll([{ puts: [{ record: page('p2', 'Bob'), from: 0 }] }]),
      ],
      ['a file that is added again', async () => store.graph('one').files.renew('f1')],
      ['rows that are derived again', async () => store.graph('one').maintenance.rebuild()],
      ['a restore', async () => store.graph('one').feed.raiseEpoch(T0)],
      ['a change of the plan', async () => store.accounts.update(ONE, { ...ONE, plan: 'none', endedAt: T0 })],
      ['bytes that come in', async () => store.sweeps.note('one')],
    ])('%s is looked at once', async (_, act) => {
      await looked()
      await act()
      expect(await due()).toEqual(['one'])
      await looked()
      expect(await due()).toEqual([])
    })

    test('reads are not', async () => {
      await add(store.graph('one'), page('p1', 'Ada'))
      await looked()
      await store.graph('one').pages.list({}, { limit: 9, offset: 0 })
      await store.graph('one').maintenance.check()
      expect(await due()).toEqual([])
    })

    test.each([undefined, T0 + 5])(
      'a change while one is looked at is looked at again at once, though it is due at %j',
      async (next) => {
        await store.sweeps.note('one')
        await store.sweeps.begin('one')
        await add(store.graph('one'), page('p1', 'Ada'))
        await store.sweeps.end('one', next)
        expect(await due()).toEqual(['one'])
      },
    )

    test('a change is noted for its own account, though another one is due', async () => {
      await store.accounts.create({ ...ONE, id: 'two' })
      await store.sweeps.note('two')
      await looked()
      await add(store.graph('one'), page('p1', 'Ada'))
      expect(await due()).toEqual(['one', 'two'])
    })

    test('one that was not looked at to the end stays due', async () => {
      await store.sweeps.note('one')
      await store.sweeps.begin('one')
      expect(await due()).toEqual(['one'])
    })

    test('one is due later though nothing changes, and at once where something does', async () => {
      await store.sweeps.note('one')
      await looked(T0 + 5)
      expect([await due(T0 + 4), await due(T0 + 5)]).toEqual([[], ['one']])
      await add(store.graph('one'), page('p1', 'Ada'))
      expect(await due(T0)).toEqual(['one'])
    })

    test('Infinity lists every account that is ever due', async () => {
      await store.sweeps.note('one')
      await looked(T0 + 5)
      expect(await due(Infinity)).toEqual(['one'])
    })

    test('an account that was made without a plan is looked at, one that is removed is not', async () => {
      await store.accounts.create({ ...ONE, id: 'two', plan: 'grace', endedAt: T0 })
      expect(await due()).toEqual(['two'])
      await store.accounts.remove('two')
      expect(await due()).toEqual([])
    })

    test('the backlog of the sweep in a graph: unused files, and tombstones', async () => {
      const graph = store.graph('one')
      expect(await graph.files.sweepBacklog()).toEqual({})
      await add(graph, page('p1', 'Ada'), page('p2', 'Bob'))
      await graph.commits.commit({ puts: [], files: [FILE] })
      await graph.files.clearUnused(T0 + 1, T0)
      expect(await graph.files.sweepBacklog()).toEqual({ unusedSince: T0 + 1 })
      await change(graph, 'p1', (held) => deleted(held, T0))
      expect(await graph.files.sweepBacklog()).toEqual({ unusedSince: T0 + 1, deletedSince: 0 })
      await graph.feed.collectTombstones(T0 + 2, 1_000)
      expect(await graph.files.sweepBacklog()).toMatchObject({ deletedSince: T0 + 2 })
    })
  })
}
