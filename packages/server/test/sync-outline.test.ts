/** Blocks under missing parents, and the depth of an outline. */
import type { BlockRecord } from '@notegraph/graph'
import { beforeEach, describe, expect, test } from 'vitest'
import { NOON } from './notes.ts'
import { aBlock, aPage, deletion, openSync, replaced, whole, type Item, type SyncApi } from './syncing.ts'

let api: SyncApi
beforeEach(async () => {
  api = await openSync()
})

describe('[sync device 8] a block whose parent is not on its page reads as top level', () => {
  const under = (id: string, parentId: string, order: number) =>
    aBlock(id, `TODO ${id}`, { pageId: 'p', parentId, order })
  beforeEach(async () => {
    const mother = aBlock('mother', 'x', { pageId: 'p', order: 1 })
    await api.pushAll(
      [aPage('p', 'Page'), mother, under('a', 'nowhere', 2), under('b', 'mother', 3)].map(whole),
    )
    await api.pushAll([deletion(mother, [mother.words.rev])])
    await api.pushAll([whole(under('c', 'a', 4))])
  })

  test.each([
    ['/pages/Page', 'blocks'],
    ['/pages/Page?limit=2&offset=1', 'blocks'],
    ['/search?q=TODO', 'blocks'],
    ['/tasks', 'tasks'],
  ])('%s', async (path, list) => {
    const { body } = await api.get(path)
    const blocks = body[list] as { id: string; parentId: string | null }[]
    expect(blocks.length).toBeGreaterThan(0)
    for (const { id, parentId } of blocks) expect([id, parentId]).toEqual([id, id === 'c' ? 'a' : null])
  })

  test('and by itself, until its parent comes', async () => {
    const parentOf = async (id: string) => (await api.get(`/blocks/${id}`)).body['block'].parentId
    expect([await parentOf('a'), await parentOf('b'), await parentOf('c')]).toEqual([null, null, 'a'])
    await api.pushAll([whole(aBlock('nowhere', 'here now', { pageId: 'p' }))])
    expect(await parentOf('a')).toBe('nowhere')
    expect(await api.held('a')).toMatchObject({ place: { parentId: 'nowhere' } })
  })
})

describe('[sync server 10] a block is nested in 1,000 levels at most', () => {
  /** Blocks, each nested under the one before; the first under `parentId`. */
  const chain = (name: string, length: number, parentId: string | null = null) =>
    Array.from({ length }, (_, i) =>
      aBlock(`${name}${i + 1}`, 'x', { parentId: i === 0 ? parentId : `${name}${i}` }),
    )
  async function pushChains(blocks: readonly BlockRecord[]) {
    const results = []
    for (let i = 0; i < blocks.length; i += 500)
      results.push(...(await api.pushAll(blocks.slice(i, i + 500).map((block) => whole(block)))))
    return results
  }
  const under = (id: string, parentId: string): Item => replaced(aBlock(id, 'x'), { parentId }, NOON - 500)

  test('the thousandth level is taken, and a new block below it is taken at the top of its page', async () => {
    const results = await pushChains(chain('a', 1_001))
    expect(results.findIndex(({ outcome }) => outcome !== 'applied')).toBe(1_000)
    expect(results[999]!.record!.place.parentId).toBe('a999')
    expect(results[1_000]).toMatchObject({ outcome: 'kept', record: { place: { parentId: null } } })
  })
  test('a block that is moved too deep is answered with the place that it has', async () => {
    await pushChains([...chain('a', 1_000), ...chain('b', 1)])
    expect(await api.pushOne(under('b1', 'a1000'))).toMatchObject({
      outcome: 'kept',
      record: { place: { parentId: null } },
    })
    expect(await api.pushOne(under('b1', 'a999'))).toMatchObject({ outcome: 'applied' })
  })
  test('the blocks nested under a block count when it moves', async () => {
    await pushChains([...chain('a', 600), ...chain('b', 401)])
    expect(await api.pushOne(under('b1', 'a600'))).toMatchObject({
      outcome: 'kept',
      record: { place: { parentId: null } },
    })
    expect(await api.pushOne(under('b1', 'a599'))).toMatchObject({ outcome: 'applied' })
  })
  test('and the blocks that were waiting for a parent count when it comes', async () => {
    await pushChains([...chain('a', 600), ...chain('b', 400, 'root')])
    const root = (parentId: string) => api.pushOne(whole(aBlock('root', 'x', { parentId })))
    expect(await root('a600')).toMatchObject({ outcome: 'kept', record: { place: { parentId: null } } })
    expect(await api.pushOne(under('root', 'a599'))).toMatchObject({ outcome: 'applied' })
  })
  test('and so do those that a block left on the page, when it comes back', async () => {
    await pushChains([...chain('a', 600), ...chain('b', 401)])
    await api.pushAll([whole(aPage('other', 'Other'))])
    await api.pushOne(replaced(aBlock('b1', 'x'), { pageId: 'other' }, NOON - 900))
    expect(await api.pushOne(under('b1', 'a600'))).toMatchObject({
      outcome: 'kept',
      record: { place: { pageId: 'other' } },
    })
    expect(await api.pushOne(under('b1', 'a599'))).toMatchObject({ outcome: 'applied' })
  })
  test('and so do those that come before it in the same push', async () => {
    await pushChains([...chain('a', 600), ...chain('b', 300)])
    const waiting = chain('c', 400, 'root').map((block) => whole(block))
    const results = await api.pushAll([...waiting, whole(aBlock('root', 'x', { parentId: 'a600' }))])
    expect(results.at(-1)).toMatchObject({ outcome: 'kept', record: { place: { parentId: null } } })
  })
  test('and so does what the same push nests there, or takes away', async () => {
    await pushChains([...chain('a', 600), ...chain('b', 400), ...chain('c', 2), ...chain('d', 1)])
    const kept = await api.pushAll([under('c1', 'b400'), under('b1', 'a600')])
    expect(kept.map(({ outcome }) => outcome)).toEqual(['applied', 'kept'])
    const taken = await api.pushAll([under('b400', 'd1'), under('b1', 'a600')])
    expect(taken.map(({ outcome }) => outcome)).toEqual(['applied', 'applied'])
  })
  test('the API nests no block deeper either', async () => {
    await pushChains(chain('a', 1_000))
    const add = (parentId: string) => api.post('/pages/Long/blocks', { text: 'deep', parentId })
    expect(await add('a1000')).toMatchObject({
      status: 400,
      body: { error: 'The parent "a1000" is on level 1,000, and no block can be nested deeper.' },
    })
    expect((await add('a999')).status).toBe(200)
  })
  test('five hundred blocks under the last of them take little more than five hundred under the first', async () => {
    await pushChains(chain('a', 999))
    const timed = async (name: string, parentId: string) => {
      const items = Array.from({ length: 500 }, (_, i) => whole(aBlock(`${name}${i}`, 'x', { parentId })))
      const before = process.cpuUsage()
      await api.pushAll(items)
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    // Other threads' work can only add to a time, so the least of several tries is the nearest to the truth.
    const least = { first: Infinity, last: Infinity }
    for (const round of [1, 2, 3]) {
      least.first = Math.min(least.first, await timed(`first${round}-`, 'a1'))
      least.last = Math.min(least.last, await timed(`last${round}-`, 'a999'))
    }
    expect(least.last / least.first).toBeLessThan(8)
  })
})
