/**
 * A push that exceeds the quota of storage.
 *
 * @module-tag both-stores
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { NOON } from './notes.ts'
import { aBlock, deletion, openSync, replaced, reworded, whole, type Item, type SyncApi } from './syncing.ts'

let api: SyncApi
beforeEach(async () => {
  api = await openSync()
})

const b = aBlock('b', 'as it was', { rev: 'r0', at: NOON - 9_000 })

describe('[sync server 9] storage over the quota', () => {
  beforeEach(async () => {
    await api.pushAll([whole(b), whole(aBlock('wordy', 'x'.repeat(9_000)))])
    await api.operators.setAccount('me', { quota: 1 })
  })
  const held = aBlock('wordy', 'x'.repeat(9_000))

  test('refuses growth, with the error body for the record', async () => {
    const [grown, added, shrunk] = await api.pushAll([
      reworded(b, 'as it was, and more', 'r1', NOON),
      whole(aBlock('new', 'x')),
      reworded(held, 'short', 'r1', NOON),
    ])
    const error = {
      error: 'Storage is full: this write would exceed the 1 bytes of this account.',
      code: 'quota_full',
      hint: 'Make room in cloud sync.',
    }
    expect(grown).toMatchObject({ outcome: 'refused', record: { words: { text: 'as it was' } }, error })
    expect(added).toEqual({ id: 'new', outcome: 'refused', record: null, error })
    expect(shrunk).toMatchObject({ outcome: 'applied', record: { words: { text: 'short' } } })
  })
  test.each<[string, Item]>([
    ['fewer words', reworded(held, 'x'.repeat(8_999), 'r1', NOON)],
    ['as many', reworded(held, 'y'.repeat(9_000), 'r1', NOON)],
    ['a deletion', deletion(held, [held.words.rev])],
    ['a move', replaced(held, { order: 9 }, NOON)],
  ])('takes what shrinks or stays: %s', async (_, item) => {
    expect((await api.pushOne(item)).outcome).toBe('applied')
  })
  test('a deletion of a short block makes room for another', async () => {
    const [one, other] = [aBlock('one', 'words', { rev: 'r' }), aBlock('other', 'words')]
    await api.operators.setAccount('me', { quota: 10_000_000 })
    await api.pushOne(whole(one))
    const used = await api.graph.storage.bytes()
    await api.operators.setAccount('me', { quota: used })
    expect((await api.pushOne(whole(other))).outcome).toBe('refused')
    expect((await api.pushOne(deletion(one, ['r']))).outcome).toBe('applied')
    expect(await api.graph.storage.bytes()).toBe(used - (256 + 5) + 32)
    await api.operators.setAccount('me', { quota: used + 32 })
    expect((await api.pushOne(whole(other))).outcome).toBe('applied')
  })
  test('a deletion makes room for what comes after it in the same push', async () => {
    await api.operators.setAccount('me', { quota: await api.graph.storage.bytes() })
    const results = await api.pushAll([
      whole(aBlock('before', 'x')),
      deletion(held, [held.words.rev]),
      whole(aBlock('after', 'x')),
    ])
    expect(results.map(({ outcome }) => outcome)).toEqual(['refused', 'applied', 'applied'])
  })
  test('records that fit are taken, in order', async () => {
    await api.operators.setAccount('me', { quota: (await api.graph.storage.bytes()) + 600 })
    const results = await api.pushAll([1, 2, 3].map((n) => whole(aBlock(`n-${n}`, 'x'))))
    expect(results.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'refused'])
  })
})
