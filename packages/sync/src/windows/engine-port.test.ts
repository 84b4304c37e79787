import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { afterEach, expect, test, vi } from 'vitest'
import {
  createEngine,
  engineWindow,
  memoryStore,
  refuseEngine,
  serveEngine,
  watch,
  type Engine,
  type EnginePort,
} from '../index.ts'

const ports: MessagePort[] = []
afterEach(() => {
  vi.unstubAllGlobals()
  for (const port of ports.splice(0)) port.close()
})

const offline = {
  pull: async () => Promise.reject(new Error()),
  push: async () => Promise.reject(new Error()),
}
const newEngine = (): Engine => createEngine({ device: 'one', store: memoryStore(), transport: offline })

/** Two ends of a port. Those of Node carry the same messages as those of a browser. */
function channel(): [EnginePort, EnginePort] {
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  return [port1 as unknown as EnginePort, port2 as unknown as EnginePort]
}

test('[O1.3] two windows edit one engine, and each hears of the edits of the other', async () => {
  const engine = newEngine()
  const [one, two] = [engineWindow(), engineWindow()]
  for (const near of [one, two]) {
    const [port, far] = channel()
    serveEngine(engine, far, Promise.resolve())
    near.connect(port)
  }
  const heard: (readonly string[])[] = []
  two.engine.on('change', (ids) => heard.push(ids))
  const page = await one.engine.openPage('Boats')
  expect(page.ok).toBe(true)
  await expect.poll(() => heard.flat()).toContain(page.ok ? page.id : '')
  expect((await two.engine.pages()).length).toBe(1)
})

test('[O1.3] a call that was not answered is asked again of the next worker, and an edit is made once', async () => {
  const engine = newEngine()
  const near = engineWindow()
  const [lost] = channel()
  near.connect(lost)
  const edit = near.engine.edit([{ do: 'openPage', name: 'Boats', id: 'boats' }], { id: 'e1' })
  // The worker before had made the edit, and died before it answered.
  await engine.edit([{ do: 'openPage', name: 'Boats', id: 'boats' }], { id: 'e1' })
  const [next, far] = channel()
  serveEngine(engine, far, Promise.resolve())
  near.connect(next)
  expect(await edit).toMatchObject({ ok: true, edited: [{ id: 'boats' }] })
  expect((await near.engine.pages()).map(({ id }) => id)).toEqual(['boats'])
})

test('[O1.3] a window reads again what the next worker did before the window talked to it', async () => {
  const near = engineWindow()
  const names: string[][] = []
  const end = watch(
    near.engine,
    async () => (await near.engine.pages()).map(({ id }) => id),
    (ids) => names.push(ids),
    { pages: ['boats'] },
  )
  const changed: (readonly string[])[] = []
  near.engine.on('change', (ids) => changed.push(ids))
  for (const before of [[], ['boats']]) {
    const engine = newEngine()
    for (const id of before) await engine.edit([{ do: 'openPage', name: id, id }])
    const [port, far] = channel()
    serveEngine(engine, far, Promise.resolve())
    near.connect(port)
    await expect.poll(() => names.at(-1)).toEqual(before)
  }
  expect(changed).toEqual([[]])
  end()
})

test('[sync device 7] a port that throws, as that of a destroyed window, stops no edit and no other window', async () => {
  const reports: unknown[] = []
  vi.stubGlobal('reportError', (error: unknown) => reports.push(error))
  const engine = newEngine()
  const destroyed = new Error('Object has been destroyed')
  let call: (event: { readonly data: unknown }) => void = () => {}
  const broken: EnginePort = {
    postMessage() {
      throw destroyed
    },
    addEventListener(_: string, hear: typeof call) {
      call = hear
    },
  }
  serveEngine(engine, broken, Promise.resolve())
  const near = engineWindow()
  const [port, far] = channel()
  serveEngine(engine, far, Promise.resolve())
  near.connect(port)
  const heard: string[] = []
  near.engine.on('changes', ({ by }) => heard.push(by))
  expect(await engine.openPage('Boats')).toMatchObject({ ok: true })
  call({ data: { call: 1, method: 'pages', args: [] } })
  expect(await near.engine.openPage('Tea')).toMatchObject({ ok: true })
  await expect.poll(() => heard).toEqual(['window', 'here'])
  expect(reports.length).toBeGreaterThan(0)
  expect(reports.every((error) => error === destroyed)).toBe(true)
})

test('[sync device 7] a listener that throws in a window stops no other, and its error is reported', async () => {
  const reports: unknown[] = []
  vi.stubGlobal('reportError', (error: unknown) => reports.push(error))
  const near = engineWindow()
  const broken = new Error('broken listener')
  const heard: string[] = []
  for (const event of ['state', 'changes'] as const) {
    near.engine.on(event, () => {
      throw broken
    })
    near.engine.on(event, () => heard.push(event))
  }
  const end = watch(
    near.engine,
    async () => near.engine.pages(),
    () => {
      throw broken
    },
  )
  const [port, far] = channel()
  serveEngine(newEngine(), far, Promise.resolve())
  near.connect(port)
  expect(await near.engine.openPage('Boats')).toMatchObject({ ok: true })
  await expect.poll(() => reports.length).toBeGreaterThan(3)
  await expect.poll(() => heard).toEqual(expect.arrayContaining(['state', 'changes']))
  expect(reports.every((error) => error === broken)).toBe(true)
  end()
})

test('[O1.3] a failure reaches the window', async () => {
  const engine = {
    ...newEngine(),
    pages: async () => Promise.reject(new Error('The disk is full.')),
  } as Engine
  const near = engineWindow()
  const [one, far] = channel()
  serveEngine(engine, far, Promise.resolve())
  near.connect(one)
  await expect(near.engine.pages()).rejects.toThrow('The disk is full.')
})

test('[O1.3] a failure reaches the window with its code, and a sync answers with the failure', async () => {
  const broken = { ...memoryStore(), meta: async () => Promise.reject(new Error('disk full')) }
  const engine = createEngine({ store: broken, transport: offline })
  const [near, refused] = [engineWindow(), engineWindow()]
  const [[one, far], [two, none]] = [channel(), channel()]
  serveEngine(engine, far, engine.open())
  near.connect(one)
  refuseEngine(none, { code: 'no_room', error: 'No database.', hint: 'Free space.' })
  refused.connect(two)
  await expect.poll(() => near.engine.state).toMatchObject({ status: 'error', reason: { code: 'store' } })
  for (const ask of ['sync', 'retryRefused'] as const) {
    expect(await near.engine[ask]()).toMatchObject({ ok: false, code: 'store' })
    expect(await refused.engine[ask]()).toEqual({
      ok: false,
      code: 'no_room',
      error: 'No database.',
      hint: 'Free space.',
    })
  }
  await expect(refused.engine.pages()).rejects.toMatchObject({ code: 'no_room', message: 'No database.' })
})

test('[O1.3] a window that is gone is forgotten', async () => {
  const engine = newEngine()
  let listening = 0
  const counted = {
    ...engine,
    on: () => {
      listening++
      return () => void listening--
    },
  } as Engine
  const [near, far] = channel()
  serveEngine(counted, far, Promise.resolve())
  expect(listening).toBeGreaterThan(0)
  ;(near as unknown as MessagePort).close()
  await expect.poll(() => listening).toBe(0)
})

test('[O1.3] the state is known before the engine is open, and calls wait', async () => {
  const engine = newEngine()
  const near = engineWindow()
  const [port, far] = channel()
  const opened = Promise.withResolvers<void>()
  serveEngine(engine, far, opened.promise)
  near.connect(port)
  const states: string[] = []
  near.engine.on('state', ({ status }) => states.push(status))
  const pages = near.engine.pages()
  await expect.poll(() => states).toEqual(['unsynced'])
  opened.reject(new Error('The database cannot be opened.'))
  await expect(pages).rejects.toThrow('The database cannot be opened.')
})

test('[sync device 7b] a window asks the local index', async () => {
  const engine = newEngine()
  const near = engineWindow()
  const [port, far] = channel()
  serveEngine(engine, far, Promise.resolve())
  near.connect(port)
  const block = '11111111-1111-4111-8111-111111111111'
  await near.engine.edit([
    { do: 'openPage', name: 'Boats', id: 'boats' },
    { do: 'addBlock', where: { pageId: 'boats' }, text: 'TODO #boats', id: block },
    { do: 'addBlock', where: { pageId: 'boats' }, text: `((${block}))`, id: 'b2' },
  ])
  expect(await near.engine.linksTo('boats')).toMatchObject({ total: 1 })
  expect(await near.engine.refersTo(block)).toMatchObject({ pages: [{ blocks: [{ id: 'b2' }] }] })
  expect(await near.engine.referenceCounts([block])).toEqual([1])
  expect(await near.engine.tasks()).toMatchObject({ blocks: [{ block: { id: block } }] })
  expect(await near.engine.pageLinks()).toMatchObject({ pages: [{ id: 'boats', type: 'tag' }], total: 1 })
  expect(await near.engine.queryPages('(todo now) (')).toMatchObject({ ok: false, code: 'bad_query' })
})

test('[sync device 7c] a window hears whose a change is, and a watch in it follows the other windows', async () => {
  const engine = newEngine()
  const [one, two] = [engineWindow(), engineWindow()]
  for (const near of [one, two]) {
    const [port, far] = channel()
    serveEngine(engine, far, Promise.resolve())
    near.connect(port)
  }
  const heard: string[] = []
  one.engine.on('changes', ({ by }) => heard.push(by))
  const shown: number[] = []
  watch(
    one.engine,
    () => one.engine.pages(),
    (pages) => shown.push(pages.length),
  )
  await one.engine.openPage('Boats')
  await two.engine.openPage('Tea')
  await expect.poll(() => shown.at(-1)).toBe(2)
  expect(heard).toEqual(['here', 'window'])
  expect((await two.engine.changesSince('0.0')).ok).toBe(false)
})
