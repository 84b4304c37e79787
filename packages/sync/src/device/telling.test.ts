/** An engine says how it is: its events, its state, and the results of a sync. */
import { beforeEach, describe, expect, test } from 'vitest'
import { Clock, device, made, settled, twoDevices, type TwoDevices } from '../../test/device.ts'
import { memoryServer } from '../../test/memory-server.ts'
import {
  createEngine,
  fetchTransport,
  memoryStore,
  StoreTaken,
  systemEnvironment,
  type Conflict,
  type Engine,
  type Fetch,
  type Refusal,
} from '../index.ts'

let clock: TwoDevices['clock']
let server: TwoDevices['server']
let a: TwoDevices['a']
let b: TwoDevices['b']
let everybody: TwoDevices['everybody']

beforeEach(async () => {
  ;({ clock, server, a, b, everybody } = await twoDevices())
})

test('[sync device 7] the state counts an edit that was made while the engine started', async () => {
  const store = memoryStore()
  let counted = (): void => {}
  const counting = new Promise<void>((resolve) => (counted = resolve))
  let isSlow = false
  const slow = async (mark: string) => {
    const count = await store.count(mark)
    if (isSlow) await counting
    return count
  }
  server.isDown = true
  const engine = createEngine({ store: { ...store, count: slow }, transport: server })
  await engine.open()
  isSlow = true
  const started = engine.start()
  const page = engine.openPage('Tea')
  await settled()
  counted()
  expect(await page).toMatchObject({ ok: true })
  await started
  expect(engine.state.pending).toBe(1)
  await engine.stop()
})

describe('[sync device 7] a listener that throws', () => {
  test.each(['state', 'counts', 'change', 'conflicts', 'refused', 'uploads'] as const)(
    'on %s stops neither edits nor sync, and its error is reported',
    async (event) => {
      const reports: unknown[] = []
      const engine = createEngine({
        store: memoryStore(),
        transport: server,
        environment: {
          ...systemEnvironment(),
          later: (ms, run) => clock.later(ms, run),
          now: () => clock.now,
          report: (error) => reports.push(error),
        },
      })
      const broken = new Error('broken listener')
      const heard: string[] = []
      engine.on(event, () => {
        throw broken
      })
      engine.on(event, () => heard.push(event))
      await engine.start()
      const page = await made(engine.openPage('Tea'))
      const id = await made(engine.addBlock({ pageId: page }, 'green'))
      await engine.attach({ name: 'a.png', bytes: new Uint8Array([1]) })
      expect(await engine.sync()).toMatchObject({ ok: true })
      await b.engine.sync()
      await b.engine.setText(id, 'from b')
      await b.engine.sync()
      await engine.setText(id, 'from here')
      for (let n = 0; n < 3; n++) await made(engine.setProp(page, `p${n}`, 'x'.repeat(30_000)))
      await engine.sync()
      expect(engine.state).toMatchObject({ status: 'idle', conflicts: 1, refused: 1 })
      await engine.stop()
      expect(reports.length).toBeGreaterThan(0)
      expect(reports.every((error) => error === broken)).toBe(true)
      expect(heard).toHaveLength(reports.length)
      expect(server.records.size).toBe(2)
    },
  )

  test('its error is a warning in Node, and an uncaught error in a browser', () => {
    const reports: unknown[] = []
    const scope = { process: { emitWarning: (error: unknown) => reports.push(['node', error]) } }
    const error = new Error('broken')
    systemEnvironment(scope).report?.(error)
    systemEnvironment({ reportError: (one: unknown) => reports.push(['browser', one]) }).report?.(error)
    expect(reports).toEqual([
      ['node', error],
      ['browser', error],
    ])
  })
})

describe('[sync device 7] the state counts what is open', () => {
  test('records that wait for a push', async () => {
    const counts: unknown[] = []
    a.engine.on('counts', ({ pending }) => counts.push(pending))
    const page = await made(a.engine.openPage('Tea'))
    await made(a.engine.addBlock({ pageId: page }, 'green'))
    expect(a.engine.state).toMatchObject({ pending: 2, refused: 0, conflicts: 0 })
    await a.engine.sync()
    expect(a.engine.state).toMatchObject({ status: 'idle', pending: 0 })
    expect(counts).toEqual([1, 2, 0])
  })

  test('rejected records, which are reported once, and sent again when the app asks', async () => {
    const refusals: Refusal[] = []
    a.engine.on('refused', (some) => refusals.push(...some))
    const page = await made(a.engine.openPage('Tea'))
    for (let n = 0; n < 3; n++) await made(a.engine.setProp(page, `p${n}`, 'x'.repeat(30_000)))
    await everybody()
    expect(a.engine.state).toMatchObject({ status: 'idle', pending: 0, refused: 1 })
    expect(refusals.map(({ id, reason }) => [id, reason.code])).toEqual([[page, 'bad_request']])
    server.calls.length = 0
    expect(await a.engine.retryRefused()).toMatchObject({ ok: true, pushed: 0 })
    expect(server.calls).toContain('push')
    expect(a.engine.state).toMatchObject({ refused: 1 })
    const merge = server.push.bind(server)
    server.push = async (body) => {
      const reply = await merge(body)
      for (const { record } of body.records) server.put(record)
      const results = body.records.map(
        ({ record }) => ({ id: record.id, outcome: 'applied', record }) as const,
      )
      return reply.ok ? { ok: true, value: { results, head: server.head } } : reply
    }
    expect(await a.engine.retryRefused()).toMatchObject({ ok: true, pushed: 1 })
    expect(a.engine.state).toMatchObject({ pending: 0, refused: 0 })
  })

  test('conflicts, which are reported when they come', async () => {
    const conflicts: Conflict[] = []
    b.engine.on('conflicts', (some) => conflicts.push(...some))
    const page = await made(a.engine.openPage('Tea'))
    const id = await made(a.engine.addBlock({ pageId: page }, 'first'))
    await everybody()
    await a.engine.setText(id, 'from a')
    await b.engine.setText(id, 'from b')
    await everybody()
    expect(b.engine.state).toMatchObject({ conflicts: 1 })
    expect(conflicts.map((one) => [one.id, one.pageId, one.versions.length])).toEqual([[id, page, 1]])
    await b.engine.pick(id, conflicts[0]!.words.rev)
    expect(b.engine.state).toMatchObject({ conflicts: 0 })
  })

  test('after a restart', async () => {
    const store = memoryStore()
    const first = device('c', server, clock, { store })
    server.isDown = true
    await first.engine.start()
    await made(first.engine.openPage('Tea'))
    await first.engine.stop()
    const again = device('c', server, clock, { store })
    await again.engine.open()
    expect(again.engine.state).toEqual({ status: 'unsynced', pending: 1, refused: 0, conflicts: 0 })
  })
})

describe('[sync device 7] a sync says what happened', () => {
  test('the number of records that came and went', async () => {
    await made(a.engine.openPage('Tea'))
    expect(await a.engine.sync()).toEqual({ ok: true, pulled: 0, pushed: 1 })
    expect(await b.engine.sync()).toEqual({ ok: true, pulled: 1, pushed: 0 })
  })

  test('and when last, also after a restart without a network', async () => {
    const store = memoryStore()
    const first = device('c', server, clock, { store })
    expect(first.engine.state).toEqual({ status: 'unsynced', pending: 0, refused: 0, conflicts: 0 })
    await first.engine.start()
    await settled()
    expect(first.engine.state).toMatchObject({ status: 'idle', syncedAt: clock.now })
    const then = clock.now
    await first.engine.stop()
    await clock.pass(5_000)
    server.isDown = true
    const again = device('c', server, clock, { store })
    await again.engine.open()
    expect(again.engine.state).toMatchObject({ status: 'unsynced', syncedAt: then })
    expect(await again.engine.sync()).toEqual({ ok: false, code: 'no_answer', error: 'down', hint: '' })
    expect(again.engine.state).toMatchObject({
      status: 'offline',
      reason: { code: 'no_answer' },
      syncedAt: then,
    })
  })

  test.each<[why: string, url: string, answer: Fetch, state: string, code: string]>([
    [
      'no network, or a browser’s rule against other origins',
      'https://notes.example',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'offline',
      'no_answer',
    ],
    [
      'no answer in time',
      'https://notes.example',
      () => Promise.reject(new DOMException('late', 'TimeoutError')),
      'offline',
      'timeout',
    ],
    [
      'a page of another program',
      'https://notes.example',
      async () => new Response('<html>', { status: 404 }),
      'offline',
      'not_notegraph',
    ],
    ['no address', 'not a url', async () => new Response('{}'), 'error', 'bad_url'],
  ])('or why it failed: %s', async (_, url, answer, status, code) => {
    const { engine } = device('c', fetchTransport({ url, token: 'ngs_x', fetch: answer }), clock)
    const causes: unknown[] = []
    engine.on('state', (state) => 'reason' in state && causes.push(state.reason.code))
    await engine.open()
    expect(await engine.sync()).toMatchObject({ ok: false, code })
    expect(engine.state).toMatchObject({ status, reason: { code } })
    expect(causes).toEqual([code])
  })
})

test('every live record is listed', async () => {
  const page = await made(a.engine.openPage('Tea'))
  const ids = [await made(a.engine.addBlock({ pageId: page }, 'green')), page]
  await made(a.engine.deleteBlock(await made(a.engine.addBlock({ pageId: page }, 'gone'))))
  const listed: string[] = []
  for await (const batch of a.engine.records()) listed.push(...batch.map(({ id }) => id))
  expect(listed.toSorted()).toEqual(ids.toSorted())
})

describe('[sync device 1] two engines over one store object', () => {
  test('the first one stops and says why', async () => {
    const store = memoryStore()
    const own = new Clock()
    const quiet = memoryServer(() => own.now)
    const [first, second] = [device('a', quiet, own, { store }), device('a', quiet, own, { store })]
    await first.engine.start()
    await first.engine.sync()
    await second.engine.start()
    expect(first.engine.state).toMatchObject({ status: 'error', reason: { code: 'store_taken' } })
    await expect(first.engine.openPage('Tea')).rejects.toMatchObject({ code: 'store_taken' })
    await made(second.engine.openPage('Tea'))
    expect(await second.engine.sync()).toMatchObject({ ok: true, pushed: 1 })
    expect(await first.engine.sync()).toMatchObject({ ok: false, code: 'store_taken' })
  })

  test.each<[by: string, meet: (engine: Engine) => Promise<unknown>]>([
    ['a sync', async (engine) => engine.sync()],
    ['an edit', async (engine) => engine.openPage('Tea').catch(() => {})],
  ])('a store that failed, and then is gone, is met by %s', async (_, meet) => {
    const store = memoryStore()
    let failure: Error | undefined
    const unless = async <T>(answer: Promise<T>): Promise<T> => (failure ? Promise.reject(failure) : answer)
    const failing = {
      ...store,
      count: async (mark: string) => unless(store.count(mark)),
      get: async (ids: readonly string[]) => unless(store.get(ids)),
    }
    const { engine } = device('a', server, clock, { store: failing })
    await engine.sync()
    failure = new Error('disk full')
    expect(await engine.sync()).toMatchObject({ ok: false, code: 'store' })
    failure = new StoreTaken('Reload this page.')
    await meet(engine)
    expect(engine.state).toMatchObject({ reason: { code: 'store_taken', error: 'Reload this page.' } })
  })
})

test('[sync device 7] a store that does not open is a failure of the sync, also of a retry, and the next one tries again', async () => {
  const store = memoryStore()
  let isFull = true
  const broken = {
    ...store,
    meta: async () => (isFull ? Promise.reject(new Error('disk full')) : store.meta()),
  }
  const engine = createEngine({ store: broken, transport: server })
  const failure = {
    ok: false,
    code: 'store',
    error: 'The store of this device failed: disk full.',
    hint: expect.any(String),
  }
  expect(await engine.sync()).toEqual(failure)
  expect(engine.state).toMatchObject({ status: 'error', reason: { code: 'store' } })
  expect(await engine.retryRefused()).toEqual(failure)
  isFull = false
  expect(await engine.sync()).toMatchObject({ ok: true })
  expect(engine.state.status).toBe('idle')
})
