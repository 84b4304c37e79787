/**
 * Conflicting versions: the list, and the choice of a person.
 *
 * @module-tag both-stores
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { codeOf, ids } from './api.ts'
import { NOON } from './notes.ts'
import { aBlock, cursorOf, openSync, reworded, whole, type SyncApi } from './syncing.ts'

let api: SyncApi
beforeEach(async () => {
  api = await openSync()
})

describe('[sync, Routes] conflicts', () => {
  const b = aBlock('b', 'as it was', { rev: 'r0', at: NOON - 9_000 })
  beforeEach(async () => {
    await api.push([whole(b)])
    await api.push([reworded(b, 'here', 'phone~1', NOON - 5_000)])
    await api.push([reworded(b, 'there', 'laptop~1', NOON - 3_000)], { device: 'laptop' })
  })

  test('GET /api/sync/conflicts: the blocks with versions', async () => {
    const { body } = await api.conflicts()
    expect(body).toEqual({ blocks: [await api.held('b')], total: 1, next: null })
    expect(body['blocks'][0]).toMatchObject({
      words: { text: 'there', rev: 'laptop~1' },
      versions: [{ text: 'here', rev: 'phone~1', at: NOON - 5_000, device: 'phone' }],
    })
  })

  test('a window of them, as any list, which ends before it grows beyond 4 MB', async () => {
    const long = 'long '.repeat(3_900)
    const versions = Array.from({ length: 100 }, (_, n) => ({
      text: long,
      rev: `v~${n}`,
      at: NOON,
      device: 'd',
    }))
    const records = ['c1', 'c2', 'c3'].map((id) => ({
      ...aBlock(id, long, { rev: 'r', at: NOON }),
      versions,
    }))
    await api.graph.commits.commit({ puts: records.map((record) => ({ record, from: 0 })) })
    const seen: string[] = []
    const lengths: number[] = []
    for (let offset: number | null = 0; offset !== null;) {
      const { text, body } = await api.call(`/api/sync/conflicts?limit=1000&offset=${offset}`, {
        token: api.session,
      })
      expect(body['total']).toBe(4)
      lengths.push(Buffer.byteLength(text))
      seen.push(...ids(body['blocks']))
      offset = body['next'] as number | null
    }
    expect(seen).toEqual(['b', 'c1', 'c2', 'c3'])
    expect(Math.max(...lengths)).toBeLessThanOrEqual(4_000_000)
    expect(lengths).toHaveLength(2)
    for (const query of ['limit=0', 'limit=1001', 'offset=-1', 'offset=x'])
      expect((await api.call(`/api/sync/conflicts?${query}`, { token: api.session })).status).toBe(400)
  })

  test.each([
    ['the words that are shown', 'laptop~1', 'there'],
    ['the others', 'phone~1', 'here'],
  ])('POST with %s: the block with those words and no versions', async (_, rev, text) => {
    const { status, body } = await api.pick('b', rev)
    expect(status).toBe(200)
    expect(body['block'].words.text).toBe(text)
    expect(body['block']).not.toHaveProperty('versions')
    expect(body['block']).toEqual(await api.held('b'))
    expect((await api.conflicts()).body).toEqual({ blocks: [], total: 0, next: null })
    expect((await api.get('/blocks/b')).body['block'].content).toBe(text)
  })

  test('a pick reaches the devices as any change', async () => {
    const before = await api.pull()
    await api.pick('b', 'phone~1')
    const { body } = await api.pull(cursorOf(before))
    expect(body['records']).toMatchObject([{ id: 'b', words: { text: 'here' } }])
  })

  test.each([
    ['a block that there is not', 'none', 'r', 404, 'No block has the id "none".'],
    ['a page', 'long', 'r', 404, 'No block has the id "long".'],
    ['words it does not have', 'b', 'r9', 409, 'The block has no version with this revision.'],
    ['words it had once', 'b', 'r0', 409, 'The block has no version with this revision.'],
    ['no words', 'b', undefined, 400, 'pick is missing. Set it to the revision of the words to keep.'],
    ['a number', 'b', 7, 400, 'pick takes a string, not 7.'],
    [
      'an id that is no percent-encoding',
      '%ff',
      'r',
      400,
      'The block id in the path is not valid percent-encoding of UTF-8.',
    ],
  ])('of %s', async (_, id, rev, status, error) => {
    const reply = await api.pick(id, rev)
    expect([reply.status, reply.body['error']]).toEqual([status, error])
    expect((await api.conflicts()).body['blocks']).toHaveLength(1)
  })

  test('a key it does not take: 400, by its name', async () => {
    const { status, body } = await api.call('/api/sync/conflicts/b', {
      method: 'POST',
      token: api.session,
      headers: { 'Content-Type': 'application/json' },
      body: '{"pick":"phone~1","drop":true}',
    })
    expect([status, body['error']]).toEqual([400, 'This route has no key "drop". Use pick.'])
  })

  test('a body over 64 KB: 413', async () => {
    expect(codeOf(await api.pick('b', 'x'.repeat(65_536)))).toEqual([413, 'too_large'])
  })
})
