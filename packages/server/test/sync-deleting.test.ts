/**
 * The server's rules of deleting blocks and pages.
 *
 * @module-tag both-stores
 */
import type { BlockRecord } from '@notegraph/graph'
import { beforeEach, describe, expect, test } from 'vitest'
import { NOON } from './notes.ts'
import {
  aBlock,
  aPage,
  deletion,
  openSync,
  replaced,
  reworded,
  whole,
  type Item,
  type SyncApi,
} from './syncing.ts'

let api: SyncApi
beforeEach(async () => {
  api = await openSync()
})

const b = aBlock('b', 'as it was', { rev: 'r0', at: NOON - 9_000 })

describe('[sync server 5] deleting', () => {
  beforeEach(async () => {
    await api.pushOne(whole(b))
  })
  test('with the held rev seen', async () => {
    expect(await api.pushOne(deletion(b, ['r0']))).toMatchObject({
      outcome: 'applied',
      record: { deleted: NOON },
    })
    expect((await api.get('/blocks/b')).status).toBe(404)
  })
  test('without it the block stays and is answered', async () => {
    await api.pushOne(reworded(b, 'since', 'r1', NOON - 1_000))
    const { outcome, record } = await api.pushOne(deletion(b, ['r0']), 'laptop')
    expect([outcome, record!.words.text]).toEqual(['kept', 'since'])
    expect(record).not.toHaveProperty('deleted')
  })
  test('nor without every version', async () => {
    await api.pushOne(reworded(b, 'here', 'r1', NOON - 5_000))
    await api.pushOne(reworded(b, 'there', 'r2', NOON - 4_000), 'laptop')
    expect((await api.pushOne(deletion(b, ['r2']))).outcome).toBe('kept')
    expect((await api.pushOne(deletion(b, ['r1', 'r2']))).outcome).toBe('applied')
  })
  test('words written to a deleted block bring it back', async () => {
    await api.pushOne(deletion(b, ['r0'], NOON - 2_000))
    const { record } = await api.pushOne(reworded(b, 'back again', 'r1', NOON - 5_000), 'laptop')
    expect(record).toMatchObject({ words: { text: 'back again' } })
    expect((await api.get('/blocks/b')).body['block'].content).toBe('back again')
  })
})

describe('[sync server 5] deleting a page', () => {
  const tea = aPage('tea', 'Tea', NOON - 9_000)
  const leaf = (id: string, rest = {}) => aBlock(id, id, { pageId: 'tea', at: NOON - 8_000, ...rest })
  const removal = deletion(tea, [], NOON - 1_000)
  const cursor = async () => (await api.pull()).body['cursor'] as string
  const remove = async (pulledTo: string | undefined, device = 'phone', item = removal) => {
    const more = { device, ...(pulledTo !== undefined && { cursor: pulledTo }) }
    const { status, body } = await api.push([item], more)
    expect(status).toBe(200)
    const { outcome, record } = (body['results'] as { outcome: string; record: BlockRecord }[])[0]!
    return [outcome, record.deleted === undefined ? 'lives' : 'deleted']
  }
  beforeEach(async () => {
    await api.pushAll([whole(tea), whole(leaf('a'))])
  })

  test('that holds only what the device had pulled deletes it', async () => {
    expect(await remove(await cursor(), 'laptop')).toEqual(['applied', 'deleted'])
  })
  test('leaves it where another device added a block since, and is answered with it', async () => {
    const pulledTo = await cursor()
    await api.pushAll([whole(leaf('b'))], 'laptop')
    expect(await remove(pulledTo)).toEqual(['kept', 'lives'])
    expect((await api.get('/pages/Tea')).body['blocks']).toMatchObject([{ id: 'a' }, { id: 'b' }])
  })
  test('leaves it where another device reworded a block since, or moved one there', async () => {
    await api.pushAll([whole(aBlock('far', 'far', { at: NOON - 8_000 }))])
    for (const item of [
      reworded(leaf('a'), 'since', 'r1', NOON - 2_000, ['rev-a']),
      replaced(aBlock('far', 'far'), { pageId: 'tea' }, NOON - 2_000),
    ]) {
      const pulledTo = await cursor()
      await api.pushAll([item], 'laptop')
      expect(await remove(pulledTo)).toEqual(['kept', 'lives'])
    }
  })
  test('leaves it where the API wrote since', async () => {
    const pulledTo = await cursor()
    expect((await api.post('/pages/Tea/blocks', { text: 'by a program' })).status).toBe(200)
    expect(await remove(pulledTo)).toEqual(['kept', 'lives'])
    expect(await remove(await cursor())).toEqual(['applied', 'deleted'])
  })
  test('leaves it where a block stays that the same push deletes, also if the push comes again', async () => {
    const pulledTo = await cursor()
    await api.pushAll([reworded(leaf('a'), 'there', 'r1', NOON - 3_000, ['rev-a'])], 'laptop')
    const own = reworded(leaf('a'), 'here', 'r2', NOON - 2_000, ['rev-a'])
    const both = {
      ...own,
      record: { ...(own.record as object), deleted: NOON - 1_000 },
      dirty: ['words', 'deleted'],
    }
    for (let times = 0; times < 2; times++) {
      const { body } = await api.push([both, removal], { device: 'phone', cursor: pulledTo })
      expect(body['results']).toMatchObject([{ outcome: 'kept' }, { outcome: 'kept' }])
    }
    expect((await api.get('/pages/Tea')).body['blocks']).toMatchObject([{ id: 'a' }])
  })
  test.each([1, 2])('restored and deleted again leaves it too, in pushes: %i', async (pushes) => {
    const pulledTo = await cursor()
    expect(await remove(pulledTo, 'laptop')).toEqual(['applied', 'deleted'])
    await api.pushAll([whole(leaf('b'))], 'laptop')
    const restored = aPage('tea', 'Tea', NOON - 900)
    const again = { ...restored, deleted: NOON - 800 }
    const items = pushes === 1 ? [whole(again)] : [whole(restored), deletion(again, [], NOON - 800)]
    for (const item of items) await api.push([item], { cursor: pulledTo })
    expect(await api.held('tea')).not.toHaveProperty('deleted')
  })
  test('takes along what the device itself added since', async () => {
    const pulledTo = await cursor()
    await api.pushAll([whole(leaf('b'))])
    expect(await remove(pulledTo)).toEqual(['applied', 'deleted'])
  })
  test('takes along what others added and deleted again', async () => {
    const pulledTo = await cursor()
    await api.pushAll([whole(leaf('b'))], 'laptop')
    await api.pushAll([deletion(leaf('b'), ['rev-b'], NOON - 2_000)], 'laptop')
    expect(await remove(pulledTo)).toEqual(['applied', 'deleted'])
  })
  test('with a cursor of another epoch leaves what others wrote at any time', async () => {
    expect(await remove(`${api.epoch - 1}.9999.0`, 'laptop')).toEqual(['kept', 'lives'])
    expect(await remove(`${api.epoch - 1}.9999.0`, 'phone')).toEqual(['applied', 'deleted'])
  })
  test('by a plain record is held to the cursor too', async () => {
    const pulledTo = await cursor()
    await api.pushAll([whole(leaf('b'))], 'laptop')
    const deleted = { ...tea, deleted: NOON - 1_000, updatedAt: NOON - 1_000 }
    expect(await remove(pulledTo, 'phone', deleted as unknown as Item)).toEqual(['kept', 'lives'])
  })
  test('without a cursor is as it was before there was one', async () => {
    await api.pushAll([whole(leaf('b'))], 'laptop')
    expect(await remove(undefined)).toEqual(['applied', 'deleted'])
  })
  test.each(['', 'x', '1.2', '1.2.3.4'])('a cursor that was never one is 400: %j', async (cursor) => {
    expect(await api.push([removal], { cursor })).toMatchObject({
      status: 400,
      body: { code: 'bad_request', error: 'cursor takes the cursor of the last pull.' },
    })
  })
})
