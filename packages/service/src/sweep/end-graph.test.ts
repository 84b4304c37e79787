/** @module-tag both-stores */
import { makeBlock, makePage, remove } from '@notegraph/graph'
import type { Blobs, Store } from '@notegraph/store'
import { beforeEach, describe, expect, test } from 'vitest'
import { answers, folder } from '../../test/memory.ts'
import { DAY, MONTH, NOON, NOTHING, useSweeps } from '../../test/sweeps.ts'
import { importFolder, type Retention } from '../index.ts'

const AT = { rev: 'r', parentId: null, order: 9, now: NOON }

const { it, after, isThere, bytesOf } = useSweeps()

describe('[D9.3] a graph whose account has no plan any more', () => {
  test('is archived and removed when grace is over, and not a millisecond earlier', async () => {
    await it.operators.setAccount('me', { plan: 'grace' })
    expect(await after(MONTH - 1)).toEqual(NOTHING)
    expect(await isThere()).toBe(true)
    expect(await after(MONTH)).toEqual({ ...NOTHING, ended: [{ account: 'me', file: 'archive 1' }] })
    expect([await isThere(), await bytesOf()]).toEqual([false, 0])
    expect(it.events).toEqual([
      { event: 'grace_over', account: 'me' },
      { event: 'graph_ended', account: 'me', file: 'archive 1' },
    ])
    expect(await after(MONTH + 1)).toEqual(NOTHING)
    expect(it.events).toHaveLength(2)
  })

  test('was taken away without grace: after a day, in which that can be put right', async () => {
    await it.operators.setAccount('me', { plan: 'none' })
    expect(await after(DAY - 1)).toEqual(NOTHING)
    await it.operators.setAccount('me', { plan: 'none' }) // a repeated end has no new date
    await it.operators.setAccount('me', { allowed: false })
    expect((await after(DAY)).ended).toHaveLength(1)
    expect(await isThere()).toBe(false)
  })

  test('and was given one in time, goes on', async () => {
    await it.operators.setAccount('me', { plan: 'none' })
    it.clock.now += DAY / 2
    await it.operators.setAccount('me', { plan: 'active' })
    expect(await after(MONTH)).toEqual(NOTHING)
    expect(await isThere()).toBe(true)
  })

  test('comes back from its archive, the same', async () => {
    const before = await answers(it.store.graph('me'))
    await it.operators.setAccount('me', { plan: 'none' })
    await after(DAY)
    await it.operators.setAccount('me', { plan: 'active' })
    expect(await answers(it.store.graph('me'))).toEqual([])
    const account = await it.operators.account('me')
    const done = await importFolder(it.store, it.blobs, account, it.kept.whole[0]!.folder, { now: NOON })
    expect(done).toMatchObject({
      ok: true,
      report: { pages: 1, journals: 1, blocks: 3, files: 1, unread: [] },
    })
    expect(await answers(it.store.graph('me'))).toEqual(before)
  })

  test('is archived with the conflicting versions of its words', async () => {
    const graph = it.store.graph('me')
    const version = { text: 'other\nwords', rev: 'v', at: NOON, device: 'phone' }
    const block = makeBlock({ ...AT, id: 'b1', content: 'words', pageId: 'journal-20261119' })
    await graph.commits.commit({ puts: [{ record: { ...block, versions: [version] }, from: 0 }] })
    await it.operators.setAccount('me', { plan: 'none' })
    await after(DAY)
    expect(it.kept.whole[0]!.folder.files()['conflicting-versions.txt']).toMatch(
      /\n\n"2026_11_19", b1, phone:\n {4}other\n {4}words\n$/,
    )
  })

  test('is archived with blocks whose page is deleted or missing', async () => {
    const { commits } = it.store.graph('me')
    const page = remove(makePage({ id: 'p', name: 'Old', now: NOON }), NOON)
    const blocks = ['p', 'gone'].map((pageId) =>
      makeBlock({ ...AT, id: `of-${pageId}`, content: `of ${pageId}`, pageId }),
    )
    await commits.commitAll([{ puts: [page, ...blocks].map((record) => ({ record, from: 0 })) }])
    await it.operators.setAccount('me', { plan: 'none' })
    expect((await after(DAY)).ended).toHaveLength(1)
    const archived = it.kept.whole[0]!.folder.files()
    expect(archived['pages/Recovered blocks.md']).toBe('- of gone\n- of p\n')
    expect(archived).not.toHaveProperty('conflicting-versions.txt')
  })

  test('leaves its account and tokens, which open an empty graph once there is a plan', async () => {
    const { id } = await it.operators.createToken('me', { name: 'T', scope: 'read' })
    await it.operators.setAccount('me', { plan: 'none' })
    await after(DAY)
    expect(await it.operators.listTokens('me')).toMatchObject([{ id }])
    expect(await it.operators.listAccounts()).toMatchObject([{ id: 'me', plan: 'none' }])
  })

  test('that holds nothing is removed without an archive', async () => {
    await it.operators.createAccount('it', { plan: 'none' })
    await it.store.graph('it').commits.head()
    expect((await after(DAY)).ended).toEqual([{ account: 'it' }])
    expect(it.kept.whole).toEqual([])
  })

  test('that was never there is nothing to end', async () => {
    await it.operators.createAccount('it', { plan: 'none' })
    expect(await after(DAY)).toEqual(NOTHING)
  })
})

describe('[D9.3] nothing is removed before its archive is whole', () => {
  beforeEach(async () => void (await it.operators.setAccount('me', { plan: 'none' })))

  test('an archive that cannot be written leaves the graph, and the next sweep begins again', async () => {
    const full = { ...it.blobs, open: async () => Promise.reject(new Error('disk full')) }
    expect(await after(DAY, { blobs: full })).toEqual({ ...NOTHING, failed: ['me'] })
    expect(it.events).toEqual([{ event: 'failed', account: 'me', error: new Error('disk full') }])
    expect([await isThere(), it.kept.whole.length, it.kept.open.size]).toEqual([true, 0, 0])
    expect((await after(DAY)).ended).toHaveLength(1)
  })

  test.each<[string, () => Promise<unknown>]>([
    ['a plan that is given meanwhile', async () => it.operators.setAccount('me', { plan: 'active' })],
    [
      'what is written meanwhile',
      async () =>
        importFolder(
          it.store,
          it.blobs,
          await it.operators.account('me'),
          folder({ 'pages/B.md': '- late\n' }),
          {
            now: NOON,
          },
        ),
    ],
    ['an account that is removed meanwhile', async () => it.operators.removeAccount('me')],
  ])('%s keeps what there is then', async (_, meanwhile) => {
    const retention: Retention = {
      open: async (...args) => {
        const file = (await it.kept.retention.open(...args))!
        return {
          ...file,
          finish: async () => {
            await meanwhile()
            return file.finish()
          },
        }
      },
    }
    const before = await isThere()
    expect(await after(DAY, { retention })).toMatchObject({ ended: [], failed: [] })
    const account = (await it.store.accounts.find('me')) !== undefined
    expect([before, await isThere()]).toEqual([true, account])
  })

  test('one that another process is writing is left to it', async () => {
    const other = (await it.kept.retention.open('me', NOON))!
    expect(await after(DAY)).toEqual(NOTHING)
    expect(await isThere()).toBe(true)
    await other.discard()
    expect((await after(DAY)).ended).toHaveLength(1)
  })

  test('a graph that is cut off between archive and removal is archived once more', async () => {
    const dying: Store = { ...it.store, removeGraph: async () => Promise.reject(new Error('killed')) }
    await after(DAY, { store: dying })
    expect([await isThere(), it.kept.whole.length]).toEqual([true, 1])
    expect((await after(DAY)).ended).toEqual([{ account: 'me', file: 'archive 2' }])
    expect(it.kept.whole[1]!.folder.files()).toEqual(it.kept.whole[0]!.folder.files())
  })

  test('a removal that is cut off between graph and bytes leaves bytes that go a day later', async () => {
    const dying: Blobs = { ...it.blobs, removeAll: async () => Promise.reject(new Error('killed')) }
    await after(DAY, { blobs: dying })
    expect([await isThere(), await bytesOf()]).toEqual([false, 1])
    await after(DAY + 1)
    expect(await bytesOf()).toBe(0)
  })
})

describe('[D9.3] every change of a plan is noted', () => {
  test('by whom it was made, and when', async () => {
    await it.operators.setAccount('me', { plan: 'grace', endedAt: NOON - DAY })
    await it.operators.setAccount('me', { zone: 'Asia/Tokyo' }) // another change of the account
    await after(MONTH)
    await after(MONTH + DAY)
    await it.operators.setAccount('me', { plan: 'active' })
    expect(await it.operators.planChanges('me')).toEqual([
      { at: NOON, from: 'active', to: 'grace', by: 'operator' },
      { at: NOON - DAY + MONTH, from: 'grace', to: 'none', by: 'time' },
      { at: NOON + MONTH + DAY, from: 'none', to: 'active', by: 'operator' },
    ])
  })

  test('a second grace ends like the first', async () => {
    await it.operators.setAccount('me', { plan: 'grace' })
    await after(MONTH)
    await it.operators.setAccount('me', { plan: 'grace' })
    await after(2 * MONTH)
    expect(it.events.filter(({ event }) => event === 'grace_over')).toHaveLength(2)
  })
})
