/** Receivers of webhooks that are down, slow or lying. @see events 2 */
import type { RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'
import { here } from './document-server.ts'
import { NOON } from './notes.ts'
import { DAY, HOUR, SECOND, useSending } from './sending-webhooks.ts'
import { GOOD } from './webhook-receiver.ts'

const it = useSending()
const { add, block, me, hook, state, deliveries, seqs, senderOf, service, clock } = it

const REDIRECT: RequestListener = (_, response) =>
  response.writeHead(307, { Location: 'http://127.0.0.1:1/' }).end()
const ENDLESS: RequestListener = (_, response) => {
  response.writeHead(200)
  const more = (): void => {
    if (!response.destroyed) response.write('x'.repeat(65_536), () => setImmediate(more))
  }
  more()
}
const SHORT: RequestListener = (_, response) => {
  response.writeHead(200, { 'Content-Length': '10' })
  response.write('x', () => response.destroy())
}

describe('[V2] a receiver', () => {
  test.each<[string, RequestListener, string]>([
    [
      'is down',
      (request) => request.socket.destroy(),
      'The receiver closed the connection without an answer.',
    ],
    ['fails', (_, response) => response.writeHead(500).end(), 'The receiver answered with 500.'],
    [
      'redirects to a private address',
      REDIRECT,
      'The receiver redirects with 307, and redirects are not followed.',
    ],
    ['is slow', () => {}, 'The receiver took more than 10 seconds.'],
  ])('that %s gets the same message again, before any later one', async (_, answer, fault) => {
    const { id } = await hook()
    it.receiver.answer(answer)
    await add(block())
    const hasted = senderOf({ patience: 1_000 })
    await (fault.includes('10 seconds') ? hasted : it.sender).look()
    await add(block())
    await it.sender.look()
    expect(seqs()).toEqual([2])
    expect(await state(id)).toMatchObject({ state: 'failing', failingSince: NOON, dueAt: NOON + 5 * SECOND })
    expect(await deliveries(id)).toMatchObject([{ state: 'pending', attempts: 1, fault }])
    it.receiver.answer(GOOD)
    clock.now += 5 * SECOND
    await it.sender.look()
    expect(seqs()).toEqual([2, 2, 3])
    const [first, second] = it.receiver.received
    expect([second!.id, second!.body]).toEqual([first!.id, first!.body])
    expect(second!.headers['webhook-signature']).not.toBe(first!.headers['webhook-signature'])
    expect(await state(id)).toMatchObject({ state: 'on' })
  })

  test.each([
    ['an endless body', ENDLESS],
    ['a wrong length', SHORT],
  ])('that answers 200 with %s has accepted the message', async (_, answer) => {
    const { id } = await hook()
    it.receiver.answer(answer)
    await add(block())
    await it.sender.look()
    expect(await deliveries(id)).toMatchObject([{ state: 'delivered', status: 200 }])
  })

  test('on a private address is not connected to, whatever its name', async () => {
    const connections: unknown[] = []
    it.receiver.answer(() => connections.push(1))
    const { id } = await hook()
    const sender = senderOf({ ownHosts: [] })
    await add(block())
    await sender.look()
    await it.store.webhooks.update({
      ...(await it.store.webhooks.find('me', id))!,
      url: `https://${it.receiver.host}/`,
    })
    const other = senderOf({ ownHosts: [], resolve: here })
    clock.now += 5 * SECOND
    await other.look()
    await other.stop()
    expect([it.receiver.received, connections]).toEqual([[], []])
    expect((await deliveries(id))[0]!.fault).toBe('Its host has an address that is not public.')
  })

  test('that was down for a day gets every commit, once and in order', async () => {
    const { id } = await hook()
    it.receiver.answer((_, response) => response.writeHead(503).end())
    for (let hour = 0; hour < 24; hour++) {
      await add(block())
      await it.sender.look()
      clock.now += HOUR
    }
    const tries = it.receiver.received.length
    expect(new Set(it.receiver.received.map((one) => one.id)).size).toBe(1)
    it.receiver.answer(GOOD)
    clock.now += 6 * HOUR
    await it.sender.look()
    expect(seqs().slice(tries)).toEqual(Array.from({ length: 24 }, (_, i) => i + 2))
    expect(await state(id)).toMatchObject({ state: 'on' })
  })

  test('is tried for three days with growing waits, and then switched off with a notice', async () => {
    const { id } = await hook()
    it.receiver.answer((_, response) => response.writeHead(500).end())
    await add(block())
    const waits: number[] = []
    for (;;) {
      await it.sender.look()
      const { state: is, dueAt = 0 } = (await state(id))!
      if (is === 'off') break
      waits.push((dueAt - clock.now) / SECOND)
      clock.now = dueAt
    }
    expect(waits.slice(0, 8)).toEqual([5, 15, 45, 135, 405, 1_215, 3_645, 10_935])
    expect(waits.slice(8, -1).every((wait) => wait === 6 * 3_600)).toBe(true)
    expect(clock.now).toBe(NOON + 3 * DAY)
    expect(await state(id)).toMatchObject({ offAt: clock.now, offWhy: 'failed' })
    expect(await deliveries(id)).toMatchObject([{ state: 'failed' }])
    expect((await it.store.graph('me').outbox.read(0, 1)).isOpen).toBe(false)
  })

  test('that is switched on again begins with a reset', async () => {
    const { id } = await hook()
    await service().change(await me(), id, { on: false }, true)
    await add(block())
    await service().change(await me(), id, { on: true }, true)
    await add(block())
    await it.sender.look()
    await add(block())
    await it.sender.look()
    expect(it.receiver.received.map(({ message }) => [message.type, message.data.seq])).toEqual([
      ['pages.reset', 3],
      ['pages.changed', 4],
    ])
  })
})
