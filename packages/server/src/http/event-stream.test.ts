import { describe, expect, test } from 'vitest'
import { eventReader } from '../../test/event-reader.ts'
import { eventStream } from './event-stream.ts'

function opened() {
  let left = 0
  const stream = eventStream(() => left++)
  return { ...stream, reader: () => eventReader(new Response(stream.body)), left: () => left }
}

describe('a stream of events', () => {
  test('sends events and comments in order', async () => {
    const { send, comment, end, reader } = opened()
    const { next } = reader()
    const parts: (string | undefined)[] = []
    for (const act of [() => send({ a: 1 }), comment, () => send({ a: 2 }, '7'), end]) {
      const part = next()
      act()
      parts.push(await part)
    }
    expect(parts).toEqual(['data: {"a":1}', ':', 'id: 7\ndata: {"a":2}', undefined])
  })

  test('keeps the newest of the events that wait for a slow caller', async () => {
    const { send, reader } = opened()
    for (let n = 1; n <= 1_000; n++) send({ n })
    const { event } = reader()
    expect([await event(), await event()]).toEqual([{ n: 1 }, { n: 1_000 }])
  })

  test('ends when the caller reads nothing between two comments', async () => {
    const { send, comment, reader, left } = opened()
    send({ n: 1 })
    comment()
    expect(left()).toBe(0)
    comment()
    expect(left()).toBe(1)
    await expect(reader().event()).rejects.toThrow('the events were not read')
  })

  test('stays when the caller reads between two comments', async () => {
    const { send, comment, reader, left } = opened()
    const { event } = reader()
    for (let n = 0; n < 5; n++) {
      send({ n })
      comment()
      expect(await event()).toEqual({ n })
    }
    expect(left()).toBe(0)
  })

  test.each([
    ['the server', async (it: ReturnType<typeof opened>) => it.end()],
    ['the caller', async (it: ReturnType<typeof opened>) => it.body.cancel()],
  ])('reports once that %s left, and then does nothing', async (_, leave) => {
    const it = opened()
    await leave(it)
    it.end()
    it.send({ n: 1 })
    it.comment()
    expect(it.left()).toBe(1)
  })
})
