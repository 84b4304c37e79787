import { LIMITS } from '@notegraph/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sentFrom, responseMemory, type Room } from './response-memory.ts'

const MOST = LIMITS.answerBytes

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Room for two answers of an account, three in total, and one waiting read. */
const two = () => responseMemory({ perAccount: 2 * MOST, inAll: 3 * MOST, waiting: 1, patience: 1_000 })

const never = (): void => {
  throw new Error('it was ended')
}

async function settled<T>(promise: Promise<T>): Promise<T | 'waits'> {
  await vi.advanceTimersByTimeAsync(0)
  return Promise.race([promise, Promise.resolve('waits' as const)])
}

describe('the answers of an account', () => {
  test('a read waits while there is no room for an answer, then takes it', async () => {
    const unread = two()
    const [first] = [await unread.reserve('a'), await unread.reserve('a')]
    const third = unread.reserve('a')
    expect(await settled(third)).toBe('waits')
    expect(await settled(unread.reserve('b'))).toHaveProperty('done')
    first!.sending(MOST, never)
    expect(await settled(third)).toBe('waits')
    first!.done()
    expect(await settled(third)).toHaveProperty('done')
  })

  test('one that proves short leaves the rest to others', async () => {
    const unread = two()
    const [first, second] = [await unread.reserve('a'), await unread.reserve('a')]
    const third = unread.reserve('a')
    first!.sending(1, never)
    second!.sending(1, never)
    expect(await settled(third)).toHaveProperty('done')
  })

  test('a read that waits too long gets no room, nor does one behind too many', async () => {
    const unread = two()
    const rooms = [await unread.reserve('a'), await unread.reserve('a')]
    const third = unread.reserve('a')
    expect(await settled(unread.reserve('a'))).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await third).toBeUndefined()
    for (const room of rooms) room!.done()
    for (const _ of rooms) expect(await settled(unread.reserve('a'))).toHaveProperty('done')
  })

  test('one that is longer than all the room there is comes when nothing else does', async () => {
    const unread = two()
    const room = await unread.reserve('a')
    room!.sending(5 * MOST, never)
    expect(await settled(unread.reserve('a'))).toBe('waits')
    room!.done()
  })

  test('that of a write never waits, and counts', async () => {
    const unread = two()
    const room = unread.take('a')
    room.sending(2 * MOST, never)
    expect(await settled(unread.reserve('a'))).toBe('waits')
  })
})

test('if all are too much, the one that was unread for longest is ended', () => {
  const unread = two()
  const ended: string[] = []
  const rooms = new Map<string, Room>()
  const send = (name: string): void => {
    const room = unread.take(name)
    rooms.set(name, room)
    room.sending(MOST, () => {
      ended.push(name)
      room.done()
    })
  }
  for (const name of ['a', 'b', 'c']) send(name)
  rooms.get('a')!.read()
  send('d')
  expect(ended).toEqual(['b'])
  expect(unread.bytes()).toBe(3 * MOST)
})

describe('a body', () => {
  const roomOf = () => {
    const unread = responseMemory()
    return { unread, room: unread.take('a') }
  }

  test('that is short is sent as it is', () => {
    const { unread, room } = roomOf()
    expect(sentFrom(room, 'short')).toEqual({ body: 'short', headers: {} })
    expect(unread.bytes()).toBe(0)
  })

  test('that is long comes whole, in pieces, and counts until it is read', async () => {
    const { unread, room } = roomOf()
    const text = 'é'.repeat(100_000)
    const { body, headers } = sentFrom(room, text)
    expect([headers, unread.bytes()]).toEqual([{ 'Content-Length': '200000' }, 200_000])
    expect(await new Response(body).text()).toBe(text)
    expect(unread.bytes()).toBe(0)
  })

  test('whose caller goes away counts no more', async () => {
    const { unread, room } = roomOf()
    await (sentFrom(room, 'x'.repeat(100_000)).body as ReadableStream).cancel()
    expect(unread.bytes()).toBe(0)
  })
})
