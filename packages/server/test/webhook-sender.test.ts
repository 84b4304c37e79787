/**
 * Messages to webhooks, sent to a real receiver. @see events 2
 *
 * @module-tag both-stores
 */
import { makePage, remove } from '@notegraph/graph'
import { webhookSender } from '@notegraph/service'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test, vi } from 'vitest'
import { NOON } from './notes.ts'
import { DAY, ORIGIN, useSending } from './sending-webhooks.ts'
import { GOOD } from './webhook-receiver.ts'

const it = useSending()
const { add, block, me, hook, deliveries, seqs, senderOf, posting, service, clock } = it

describe('[V2] a message', () => {
  test('names the commit, its writer, and the pages and blocks that it wrote', async () => {
    const { id } = await hook()
    const one = block()
    await add(one, makePage({ id: 'p2', name: 'Bob', now: NOON }))
    await it.sender.look()
    expect(it.receiver.received.map(({ message }) => message)).toEqual([
      {
        type: 'pages.changed',
        timestamp: new Date(NOON).toISOString(),
        data: {
          seq: 2,
          by: { kind: 'owner' },
          pages: expect.arrayContaining([
            { id: 'p2', name: 'Bob', kind: 'written', blocks: [] },
            { id: 'p1', name: 'Ada', kind: 'written', blocks: [{ id: one.id, kind: 'written' }] },
          ]),
        },
      },
    ])
    expect(await deliveries(id)).toMatchObject([{ seq: 2, state: 'delivered', attempts: 1, status: 204 }])
  })

  test('contains the blocks as the API shows them, if the webhook asks for them', async () => {
    await hook({ blocks: true })
    await add(block('TODO tea'))
    await it.sender.look()
    const [page] = it.receiver.received[0]!.message.data.pages
    expect(page!.blocks[0]).toMatchObject({ block: { page: 'Ada', content: 'TODO tea', marker: 'TODO' } })
  })

  test('names further blocks by their ids alone once it is long', async () => {
    await hook({ blocks: true })
    await add(...Array.from({ length: 30 }, () => block('x'.repeat(10_000))))
    await it.sender.look()
    const { message, body } = it.receiver.received[0]!
    const shown = message.data.pages[0]!.blocks.filter((one) => one.block)
    expect(message.data.pages[0]!.blocks).toHaveLength(30)
    expect(shown.length).toBeGreaterThan(5)
    expect(body.length).toBeLessThan(300_000)
  })

  test('[D2.8] names files in the name of a page, deleted or not', async () => {
    await hook()
    const named = makePage({ id: 'p2', name: `See /api/files/f1secret ${ORIGIN}/api/files/f2`, now: NOON })
    const file = { id: 'f1secret', hash: 'h', name: 'cat.png', type: 'image/png', size: 1, createdAt: NOON }
    const graph = it.store.graph('me')
    await graph.commits.commit({ puts: [{ record: named, from: 0 }], files: [file] })
    const held = (await graph.records.find('p2'))!
    await graph.commits.commit({ puts: [{ record: remove(held.record, NOON + 1), from: held.seq }] })
    await it.sender.look()
    const names = it.receiver.received.map(({ message }) => message.data.pages[0]!.name)
    expect(names).toEqual(Array(2).fill('See [picture: cat.png] [file: unknown]'))
  })

  test('is signed as Standard Webhooks describes', async () => {
    const { secret } = await hook()
    await add(block())
    await it.sender.look()
    const { id, headers, body } = it.receiver.received[0]!
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-timestamp': String(NOON / 1_000),
      'webhook-signature': new Webhook(secret).sign(id, new Date(NOON), body),
    })
  })

  test('is signed with the new secret and the one before for a day, as the library of receivers checks', async () => {
    const { id, secret } = await hook()
    const renewed = await service().renewSecret(await me(), id)
    if (!renewed.ok) throw new Error('refused')
    const verifies = (by: string) => {
      const { headers, body } = it.receiver.received.at(-1)!
      try {
        return Boolean(new Webhook(by).verify(body, headers as Record<string, string>))
      } catch {
        return false
      }
    }
    const signed = async () => {
      await add(block())
      await it.sender.look()
      return [verifies(renewed.value.secret), verifies(secret)]
    }
    vi.useFakeTimers({ toFake: ['Date'], now: NOON })
    try {
      expect(await signed()).toEqual([true, true])
      clock.now += DAY - 1
      vi.setSystemTime(clock.now)
      expect(await signed()).toEqual([true, true])
      clock.now += 1
      vi.setSystemTime(clock.now)
      expect(await signed()).toEqual([true, false])
    } finally {
      vi.useRealTimers()
    }
  })

  test('of very many pages is followed by others', async () => {
    await hook()
    await add(...Array.from({ length: 250 }, (_, i) => makePage({ id: `q${i}`, name: `Q${i}`, now: NOON })))
    await it.sender.look()
    expect(it.receiver.received.map(({ message }) => message.data.pages.length)).toEqual([100, 100, 50])
    expect(
      new Set(it.receiver.received.flatMap(({ message }) => message.data.pages.map(({ id }) => id))).size,
    ).toBe(250)
    expect(new Set(it.receiver.received.map(({ id }) => id)).size).toBe(3)
  })

  test('a webhook without a filter hears of each commit once, in their order', async () => {
    await hook()
    for (let n = 0; n < 5; n++) await add(block())
    await Promise.all([it.sender.look(), it.sender.look()])
    await add(block())
    await it.sender.look()
    expect(seqs()).toEqual([2, 3, 4, 5, 6, 7])
    expect((await it.store.graph('me').outbox.read(0, 9)).entries).toEqual([])
  })

  test('a slow receiver holds no other webhook of the account back', async () => {
    const slow = await hook()
    const quick = await hook({ url: `${it.receiver.url}/quick` })
    const answers: (() => void)[] = []
    it.receiver.answer((request, response) => {
      if (request.url === '/hook/quick') response.writeHead(204).end()
      else answers.push(() => response.writeHead(204).end())
    })
    const sent = async (id: string) =>
      (await deliveries(id)).filter(({ state }) => state === 'delivered').length
    void it.sender.look()
    for (const count of [1, 2, 3]) {
      await add(block())
      await expect.poll(async () => sent(quick.id)).toBe(count)
    }
    expect(await sent(slow.id)).toBe(0)
    for (const count of [1, 2, 3]) {
      await expect.poll(() => answers.length).toBe(1)
      answers.pop()!()
      await expect.poll(async () => sent(slow.id)).toBe(count)
    }
    await expect.poll(async () => (await it.store.graph('me').outbox.read(0, 9)).entries).toEqual([])
  })

  test('a commit sends it at once, without a look', async () => {
    await hook()
    await it.sender.look()
    await add(block())
    await expect.poll(seqs).toEqual([2])
  })
})

describe('[V2] nothing is lost', () => {
  test('a restored graph begins with a reset', async () => {
    await hook()
    await it.store.graph('me').feed.raiseEpoch(NOON + DAY)
    await add(block())
    await it.sender.look()
    expect(it.receiver.received[0]!.message).toMatchObject({
      type: 'pages.reset',
      data: { reset: true, seq: 2 },
    })
  })

  test('a receiver that is too many commits behind gets what waits, then a reset', async () => {
    const kept = async () => (await it.store.graph('me').outbox.read(0, 100)).entries.map(({ seq }) => seq)
    const bounded = webhookSender(it.store, { post: posting(), clock: () => clock.now, mostWaiting: 5 })
    it.receiver.answer((_, response) => response.writeHead(503).end())
    await hook()
    for (let n = 0; n < 20; n++) {
      await add(block())
      await bounded.look()
      // Each commit is a signal, which has the account served also while its webhook waits.
      await expect.poll(async () => (await kept()).length).toBeLessThanOrEqual(5)
    }
    it.receiver.answer(GOOD)
    clock.now += DAY
    await expect
      .poll(async () => {
        await bounded.look()
        return it.receiver.received.slice(-2).map(({ message }) => [message.type, message.data.seq])
      })
      .toEqual([
        ['pages.changed', 2],
        ['pages.reset', 21],
      ])
    expect(await kept()).toEqual([])
    await add(block())
    await bounded.look()
    await expect.poll(() => it.receiver.received.at(-1)!.message.data.seq).toBe(22)
    await bounded.stop()
  })

  test('of several processes, one sends each message', async () => {
    await hook()
    const others = [senderOf(), senderOf(), senderOf()]
    for (let n = 0; n < 10; n++) {
      await add(block())
      await Promise.all([it.sender, ...others].map(async (one) => one.look()))
    }
    await expect.poll(seqs).toEqual(Array.from({ length: 10 }, (_, i) => i + 2))
    await Promise.all(others.map(async (one) => one.stop()))
  })

  test('a process that stops in an attempt leaves the message to another', async () => {
    await hook()
    const { promise: arrived, resolve } = Promise.withResolvers<void>()
    it.receiver.answer(() => resolve())
    await add(block())
    const looking = it.sender.look()
    await arrived
    await it.sender.stop(0)
    await looking
    it.receiver.answer(GOOD)
    await senderOf().look()
    expect(seqs()).toEqual([2, 2])
    expect(new Set(it.receiver.received.map(({ id }) => id)).size).toBe(1)
  })
})

describe('[V2] "Send again"', () => {
  test('sends a message with its id once more, and answers with the result', async () => {
    const { id } = await hook()
    await add(block())
    await it.sender.look()
    const [delivery] = await deliveries(id)
    const again = await service().sendAgain(await me(), id, delivery!.id)
    expect(again).toMatchObject({ ok: true, value: { state: 'delivered', attempts: 2, status: 204 } })
    expect(it.receiver.received.map((one) => one.id)).toEqual([delivery!.id, delivery!.id])
  })

  test('delivers the message that waits, and the later ones follow', async () => {
    const { id } = await hook()
    it.receiver.answer((_, response) => response.writeHead(500).end())
    for (let n = 0; n < 2; n++) await add(block())
    await it.sender.look()
    it.receiver.answer(GOOD)
    await service().sendAgain(await me(), id, (await deliveries(id))[0]!.id)
    await it.sender.look()
    expect(seqs()).toEqual([2, 2, 3])
  })

  test('also works for a webhook that is off', async () => {
    const { id } = await hook()
    await add(block())
    await it.sender.look()
    await service().change(await me(), id, { on: false }, true)
    const [delivery] = await deliveries(id)
    expect(await service().sendAgain(await me(), id, delivery!.id)).toMatchObject({ ok: true })
  })

  test('is refused while a process sends for the webhook', async () => {
    const { id } = await hook()
    await add(block())
    await it.sender.look()
    await it.store.webhooks.hold({ accountId: 'me', id, holder: 'other' }, { now: NOON, until: NOON + 9 })
    const [delivery] = await deliveries(id)
    expect(await service().sendAgain(await me(), id, delivery!.id)).toEqual({
      ok: false,
      refusal: { code: 'conflict', why: 'webhook_in_use' },
    })
    expect(await service().sendAgain(await me(), id, 'msg_x')).toMatchObject({
      refusal: { what: 'delivery' },
    })
  })
})
