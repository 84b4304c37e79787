/** Messages to webhooks, sent to real receivers. @see events 2 */
import type { RequestListener } from 'node:http'
import { operator, webhookSender, webhooksService, type WebhookSender } from '@notegraph/service'
import { memoryBlobs, type Store } from '@notegraph/store'
import { openTestStore } from '@notegraph/store/testing'
import { makeBlock, makePage, type GraphRecord } from '@notegraph/graph'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addressFault, messagePoster, type PostConnection } from '../src/webhooks/post-message.ts'
import { here } from './document-server.ts'
import { NOON } from './notes.ts'
import { GOOD, openReceiver, type Receiver } from './webhook-receiver.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR

let store: Store
let receiver: Receiver
let sender: WebhookSender
const clock = { now: NOON }
const now = () => clock.now

beforeEach(async () => {
  clock.now = NOON
  store = await openTestStore()
  await operator(store, memoryBlobs(now), now).createAccount('me', {})
  await add(makePage({ id: 'p1', name: 'Ada', now: NOON }))
  receiver = await openReceiver()
  sender = senderOf()
})
afterEach(async () => {
  await sender.stop()
  await store.close()
})

const posting = (connection: PostConnection = {}) =>
  messagePoster({ ownHosts: [receiver.host], ...connection })
const senderOf = (connection?: PostConnection) =>
  webhookSender(store, { post: posting(connection), clock: now })
const service = () =>
  webhooksService(store, { clock: now, post: posting(), addressFault: addressFault('url', [receiver.host]) })

async function add(...records: GraphRecord[]) {
  const done = await store
    .graph('me')
    .commits.commit({ puts: records.map((record) => ({ record, from: 0 })) })
  if (!done.ok) throw new Error(done.why)
}
let made = 0
const block = (text = 'x', pageId = 'p1') =>
  makeBlock({
    id: `b${++made}`,
    content: text,
    rev: `r${made}`,
    pageId,
    parentId: null,
    order: made,
    now: NOON,
  })

const me = async () => (await store.accounts.find('me'))!
async function hook(body: object = {}) {
  const result = await service().make(await me(), { url: receiver.url, ...body })
  if (!result.ok) throw new Error(JSON.stringify(result.refusal))
  return result.value
}
const state = async (id: string) => {
  const result = await service().read(await me(), id)
  return result.ok ? result.value : undefined
}
const deliveries = async (id: string) => {
  const result = await service().deliveries(await me(), id, { limit: 100, offset: 0 })
  return result.ok ? result.value.deliveries : []
}
const seqs = () => receiver.received.map(({ message }) => message.data.seq)

describe('[V2] a message', () => {
  test('names the commit, its writer, and the pages and blocks that it wrote', async () => {
    const { id } = await hook()
    const one = block()
    await add(one, makePage({ id: 'p2', name: 'Bob', now: NOON }))
    await sender.look()
    expect(receiver.received.map(({ message }) => message)).toEqual([
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
    await sender.look()
    const [page] = receiver.received[0]!.message.data.pages
    expect(page!.blocks[0]).toMatchObject({ block: { page: 'Ada', content: 'TODO tea', marker: 'TODO' } })
  })

  test('names further blocks by their ids alone once it is long', async () => {
    await hook({ blocks: true })
    await add(...Array.from({ length: 30 }, () => block('x'.repeat(10_000))))
    await sender.look()
    const { message, body } = receiver.received[0]!
    const shown = message.data.pages[0]!.blocks.filter((one) => one.block)
    expect(message.data.pages[0]!.blocks).toHaveLength(30)
    expect(shown.length).toBeGreaterThan(5)
    expect(body.length).toBeLessThan(300_000)
  })

  test('is signed as Standard Webhooks describes', async () => {
    const { secret } = await hook()
    await add(block())
    await sender.look()
    const { id, headers, body } = receiver.received[0]!
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-timestamp': String(NOON / 1_000),
      'webhook-signature': new Webhook(secret).sign(id, new Date(NOON), body),
    })
  })

  test('of very many pages is followed by others', async () => {
    await hook()
    await add(...Array.from({ length: 250 }, (_, i) => makePage({ id: `q${i}`, name: `Q${i}`, now: NOON })))
    await sender.look()
    expect(receiver.received.map(({ message }) => message.data.pages.length)).toEqual([100, 100, 50])
    expect(
      new Set(receiver.received.flatMap(({ message }) => message.data.pages.map(({ id }) => id))).size,
    ).toBe(250)
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(3)
  })

  test('a webhook without a filter hears of each commit once, in their order', async () => {
    await hook()
    for (let n = 0; n < 5; n++) await add(block())
    await Promise.all([sender.look(), sender.look()])
    await add(block())
    await sender.look()
    expect(seqs()).toEqual([2, 3, 4, 5, 6, 7])
    expect((await store.graph('me').outbox.read(0, 9)).entries).toEqual([])
  })

  test('a commit sends it at once, without a look', async () => {
    await hook()
    await sender.look()
    await add(block())
    await expect.poll(seqs).toEqual([2])
  })
})

describe('[V2] a filter', () => {
  const tagged = makePage({ id: 'p2', name: 'Plan', props: [['tags', 'work']], now: NOON })
  const person = makePage({ id: 'p3', name: 'Bob', props: [['type', 'person']], now: NOON })
  beforeEach(async () => add(tagged, person))

  test.each([
    ['a page', { page: 'p2' }, ['p2']],
    ['a tag', { tag: 'WORK' }, ['p2', 'p1']],
    ['a type', { type: 'person' }, ['p3']],
    ['a query', { query: '(task TODO)' }, ['p3']],
    ['nothing', {}, ['p2', 'p3', 'p1', 'p1']],
  ])('by %s', async (_, filter, pages) => {
    await hook(filter)
    await add(block('plain', 'p2'))
    await add(block('TODO call', 'p3'))
    await add(block('about #work'))
    await add(block('no more'))
    await sender.look()
    expect(receiver.received.flatMap(({ message }) => message.data.pages.map(({ id }) => id))).toEqual(pages)
  })

  test.each([
    ['tokens', ['token']],
    ['devices', ['device']],
    ['imports', ['import']],
    ['owner', ['owner']],
    [undefined, ['token', 'device', 'import', 'owner']],
  ] as const)('by the writers %s', async (by, kinds) => {
    await hook(by && { by })
    await write()
    expect(receiver.received.map(({ message }) => message.data.by!.kind)).toEqual(kinds)
  })

  test.each([
    ['t1', 1],
    ['t2', 0],
  ])('by the token %s', async (token, count) => {
    await hook({ token })
    await write()
    expect(receiver.received).toHaveLength(count)
  })

  async function write() {
    const { commits } = store.graph('me')
    const puts = () => [{ record: block(), from: 0 }]
    const entry = {
      id: 'c1', at: NOON, token: 'Claude', tokenId: 't1', action: 'add_block', summary: 's', page: 'Ada', pageId: 'p1', touched: [],
    } // prettier-ignore
    await commits.commit({ puts: puts(), entry: { entry, most: 0, since: 0 } })
    await commits.commit({ puts: puts(), device: 'phone' })
    await commits.commitAll([{ puts: puts() }])
    await commits.commit({ puts: puts() })
    await sender.look()
  }
})

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
    sender = senderOf({ patience: 100 })
    const { id } = await hook()
    receiver.answer(answer)
    await add(block())
    await sender.look()
    await add(block())
    await sender.look()
    expect(seqs()).toEqual([2])
    expect(await state(id)).toMatchObject({ state: 'failing', failingSince: NOON, dueAt: NOON + 5 * SECOND })
    expect(await deliveries(id)).toMatchObject([{ state: 'pending', attempts: 1, fault }])
    receiver.answer(GOOD)
    clock.now += 5 * SECOND
    await sender.look()
    expect(seqs()).toEqual([2, 2, 3])
    const [first, second] = receiver.received
    expect([second!.id, second!.body]).toEqual([first!.id, first!.body])
    expect(second!.headers['webhook-signature']).not.toBe(first!.headers['webhook-signature'])
    expect(await state(id)).toMatchObject({ state: 'on' })
  })

  test.each([
    ['an endless body', ENDLESS],
    ['a wrong length', SHORT],
  ])('that answers 200 with %s has accepted the message', async (_, answer) => {
    const { id } = await hook()
    receiver.answer(answer)
    await add(block())
    await sender.look()
    expect(await deliveries(id)).toMatchObject([{ state: 'delivered', status: 200 }])
  })

  test('on a private address is not connected to, whatever its name', async () => {
    const connections: unknown[] = []
    receiver.answer(() => connections.push(1))
    const { id } = await hook()
    sender = senderOf({ ownHosts: [] })
    await add(block())
    await sender.look()
    await store.webhooks.update({
      ...(await store.webhooks.find('me', id))!,
      url: `https://${receiver.host}/`,
    })
    const other = senderOf({ ownHosts: [], lookup: here })
    clock.now += 5 * SECOND
    await other.look()
    await other.stop()
    expect([receiver.received, connections]).toEqual([[], []])
    expect((await deliveries(id))[0]!.fault).toBe('Its host has an address that is not public.')
  })

  test('that was down for a day gets every commit, once and in order', async () => {
    const { id } = await hook()
    receiver.answer((_, response) => response.writeHead(503).end())
    for (let hour = 0; hour < 24; hour++) {
      await add(block())
      await sender.look()
      clock.now += HOUR
    }
    const tries = receiver.received.length
    expect(new Set(receiver.received.map((one) => one.id)).size).toBe(1)
    receiver.answer(GOOD)
    clock.now += 6 * HOUR
    await sender.look()
    expect(seqs().slice(tries)).toEqual(Array.from({ length: 24 }, (_, i) => i + 2))
    expect(await state(id)).toMatchObject({ state: 'on' })
  })

  test('is tried for three days with growing waits, and then switched off with a notice', async () => {
    const { id } = await hook()
    receiver.answer((_, response) => response.writeHead(500).end())
    await add(block())
    const waits: number[] = []
    for (;;) {
      await sender.look()
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
    expect((await store.graph('me').outbox.read(0, 1)).isOpen).toBe(false)
  })

  test('that is switched on again begins with a reset', async () => {
    const { id } = await hook()
    await service().change(await me(), id, { on: false })
    await add(block())
    await service().change(await me(), id, { on: true })
    await add(block())
    await sender.look()
    await add(block())
    await sender.look()
    expect(receiver.received.map(({ message }) => [message.type, message.data.seq])).toEqual([
      ['pages.reset', 3],
      ['pages.changed', 4],
    ])
  })
})

describe('[V2] nothing is lost', () => {
  test('a restored graph begins with a reset', async () => {
    await hook()
    await store.graph('me').feed.raiseEpoch(NOON + DAY)
    await add(block())
    await sender.look()
    expect(receiver.received[0]!.message).toMatchObject({
      type: 'pages.reset',
      data: { reset: true, seq: 2 },
    })
  })

  test('a receiver that is too many commits behind gets what waits, then a reset', async () => {
    const kept = async () => (await store.graph('me').outbox.read(0, 100)).entries.map(({ seq }) => seq)
    const bounded = webhookSender(store, { post: posting(), clock: now, mostWaiting: 5 })
    receiver.answer((_, response) => response.writeHead(503).end())
    await hook()
    for (let n = 0; n < 20; n++) {
      await add(block())
      await bounded.look()
      // Each commit is a signal, which has the account served also while its webhook waits.
      await expect.poll(async () => (await kept()).length).toBeLessThanOrEqual(5)
    }
    receiver.answer(GOOD)
    clock.now += DAY
    await expect
      .poll(async () => {
        await bounded.look()
        return receiver.received.slice(-2).map(({ message }) => [message.type, message.data.seq])
      })
      .toEqual([
        ['pages.changed', 2],
        ['pages.reset', 21],
      ])
    expect(await kept()).toEqual([])
    await add(block())
    await bounded.look()
    await expect.poll(() => receiver.received.at(-1)!.message.data.seq).toBe(22)
    await bounded.stop()
  })

  test('of several processes, one sends each message', async () => {
    await hook()
    const others = [senderOf(), senderOf(), senderOf()]
    for (let n = 0; n < 10; n++) {
      await add(block())
      await Promise.all([sender, ...others].map(async (one) => one.look()))
    }
    await expect.poll(seqs).toEqual(Array.from({ length: 10 }, (_, i) => i + 2))
    await Promise.all(others.map(async (one) => one.stop()))
  })

  test('a process that stops in an attempt leaves the message to another', async () => {
    await hook()
    const { promise: arrived, resolve } = Promise.withResolvers<void>()
    receiver.answer(() => resolve())
    await add(block())
    const looking = sender.look()
    await arrived
    await sender.stop(0)
    await looking
    receiver.answer(GOOD)
    sender = senderOf()
    await sender.look()
    expect(seqs()).toEqual([2, 2])
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
  })
})

describe('[V2] "Send again"', () => {
  test('sends a message with its id once more, and answers with the result', async () => {
    const { id } = await hook()
    await add(block())
    await sender.look()
    const [delivery] = await deliveries(id)
    const again = await service().sendAgain(await me(), id, delivery!.id)
    expect(again).toMatchObject({ ok: true, value: { state: 'delivered', attempts: 2, status: 204 } })
    expect(receiver.received.map((one) => one.id)).toEqual([delivery!.id, delivery!.id])
  })

  test('delivers the message that waits, and the later ones follow', async () => {
    const { id } = await hook()
    receiver.answer((_, response) => response.writeHead(500).end())
    for (let n = 0; n < 2; n++) await add(block())
    await sender.look()
    receiver.answer(GOOD)
    await service().sendAgain(await me(), id, (await deliveries(id))[0]!.id)
    await sender.look()
    expect(seqs()).toEqual([2, 2, 3])
  })

  test('also works for a webhook that is off', async () => {
    const { id } = await hook()
    await add(block())
    await sender.look()
    await service().change(await me(), id, { on: false })
    const [delivery] = await deliveries(id)
    expect(await service().sendAgain(await me(), id, delivery!.id)).toMatchObject({ ok: true })
  })

  test('is refused while a process sends for the webhook', async () => {
    const { id } = await hook()
    await add(block())
    await sender.look()
    await store.webhooks.hold({ accountId: 'me', id, holder: 'other' }, { now: NOON, until: NOON + 9 })
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
