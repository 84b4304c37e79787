/**
 * The engine that the outliner is built on, without a browser and a server. It measures what an edit costs on a long page, and how
 * soon a window works again after its engine was killed. The last part is the local index after a cold start.
 *
 * @see sync, The device's rules 7a
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { MessageChannel, Worker } from 'node:worker_threads'
import {
  createEngine,
  engineWindow,
  memoryStore,
  type Edit,
  type Engine,
  type EnginePort,
  type LocalStore,
} from '@notegraph/sync'
import { sqliteStore } from '@notegraph/sync/sqlite'
import Database from 'better-sqlite3'
import { generateBlock } from './generate.ts'
import { median, type Ratio } from './measure.ts'
import { random } from './random.ts'

const SHORT = 50
const LONG = 5_000
const EDITS = 2_000
/** How many times as much an edit may cost on the long page. */
const MOST = 1.2

const BLOCKS = 100_000
const PAGES = 2_000
const BATCH = 500

const START_MS = 3_000
const TAKEOVER_MS = 1_000
const HEAP_BYTES = 300_000_000
const MEGABYTE = 1_000_000

const unreachable = async (): Promise<never> => Promise.reject(new Error('there is no server'))

const engineOver = (store: LocalStore): Engine =>
  createEngine({ device: 'bench', store, transport: { pull: unreachable, push: unreachable } })

/** @param path a file of SQLite */
export function fileEngine(path: string): { readonly engine: Engine; readonly store: LocalStore } {
  const store = sqliteStore(new Database(path))
  return { engine: engineOver(store), store }
}

export async function outlinerEngineRatios(): Promise<Ratio[]> {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-bench-'))
  const sqlite = (name: string) => sqliteStore(new Database(join(folder, name)))
  try {
    return [
      await editRatio('memory', memoryStore),
      await editRatio('SQLite', () => sqlite(`page-${Math.random()}.sqlite`)),
      await takeover(join(folder, 'window.sqlite')),
      ...(await coldStart(join(folder, 'index.sqlite'))),
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function made(engine: Pick<Engine, 'edit'>, edits: readonly Edit[]): Promise<void> {
  const result = await engine.edit(edits)
  if (!result.ok) throw new Error(result.error)
}

/** A page of so many siblings. @returns an edit of a kind, which leaves their number as it is */
async function page(store: LocalStore, siblings: number) {
  const engine = engineOver(store)
  await made(engine, [{ do: 'openPage', name: 'Page', id: 'page' }])
  const where = { pageId: 'page' }
  for (let n = 0; n < siblings; n += BATCH)
    await made(
      engine,
      Array.from({ length: Math.min(BATCH, siblings - n) }, (_, i): Edit => {
        return { do: 'addBlock', where, text: `block ${n + i}`, id: `b${n + i}` }
      }),
    )
  const any = (n: number) => `b${n % siblings}`
  const kinds: Readonly<Record<string, (n: number) => Edit>> = {
    addBlock: (n) => ({ do: 'addBlock', where: { ...where, behind: any(n * 7) }, text: 'new', id: `n${n}` }),
    deleteBlock: (n) => ({ do: 'deleteBlock', id: `n${n}` }),
    setText: (n) => ({ do: 'setText', id: any(n * 7), text: `text ${n}` }),
    moveBlock: (n) => ({ do: 'moveBlock', id: any(n * 7), where: { ...where, behind: any(n * 13 + 5) } }),
  }
  return { kinds, edit: async (edit: Edit) => made(engine, [edit]) }
}

/** The cost of each kind of edit on a short page, in parts of that on a long one. The worst kind counts. */
async function editRatio(name: string, open: () => LocalStore): Promise<Ratio> {
  const [short, long] = [await page(open(), SHORT), await page(open(), LONG)]
  const times = new Map(
    Object.keys(short.kinds).map((kind) => [kind, { short: [] as number[], long: [] as number[] }]),
  )
  for (let n = 0; n < EDITS; n++)
    for (const [kind, { short: shorts, long: longs }] of times) {
      shorts.push(await timed(async () => short.edit(short.kinds[kind]!(n))))
      longs.push(await timed(async () => long.edit(long.kinds[kind]!(n))))
    }
  const costs = Array.from(times, ([kind, of]) => ({ kind, cost: median(of.long) / median(of.short) }))
  return {
    name: `outliner-engine: edits in ${name}`,
    of: `edits a second on a page of ${LONG.toLocaleString('en')} siblings, of the kind that loses most`,
    to: `the same on a page of ${SHORT}`,
    ratio: 1 / Math.max(...costs.map(({ cost }) => cost)),
    target: Number((1 / MOST).toFixed(2)),
    notes: `${costs.map(({ kind, cost }) => `${kind} costs ${cost.toFixed(2)} times as much`).join(', ')}.`,
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}

/** Kills the thread with the engine while the window waits for an edit. The next one opens the file and answers. */
async function takeover(path: string): Promise<Ratio> {
  const window = engineWindow()
  function start(): Worker {
    const { port1, port2 } = new MessageChannel()
    const worker = new Worker(new URL('outliner-engine-worker.ts', import.meta.url), {
      workerData: { path, port: port2 },
      transferList: [port2],
    })
    window.connect(port1 as unknown as EnginePort)
    return worker
  }
  let worker = start()
  await made(window.engine, [{ do: 'openPage', name: 'Page', id: 'page' }])
  const times: number[] = []
  for (let turn = 0; turn < 5; turn++) {
    const edit = window.engine.edit([{ do: 'addBlock', where: { pageId: 'page' }, text: 'x' }], {
      id: `e${turn}`,
    })
    times.push(
      await timed(async () => {
        await worker.terminate()
        worker = start()
        await edit
      }),
    )
  }
  const blocks = await window.engine.blocks('page')
  if (blocks.length !== times.length) throw new Error(`${times.length} edits made ${blocks.length} blocks`)
  const exit = once(worker, 'exit')
  await worker.terminate()
  await exit
  return {
    name: 'outliner-engine: takeover',
    of: 'the time from the kill of the thread with the engine until the next thread answered the edit',
    to: `${TAKEOVER_MS} ms`,
    ratio: TAKEOVER_MS / median(times),
    target: 1,
    notes: `${median(times).toFixed(0)} ms, in Node.`,
  }
}

/** Used bytes, after the garbage was collected. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  return process.memoryUsage().heapUsed
}

async function coldStart(path: string): Promise<Ratio[]> {
  const dice = random(1)
  const filled = fileEngine(path)
  for (let n = 0; n < PAGES; n++)
    await made(filled.engine, [{ do: 'openPage', name: `Page ${n}`, id: `page-${n}` }])
  for (let n = 0; n < BLOCKS; n += BATCH)
    await made(
      filled.engine,
      Array.from({ length: BATCH }, (_, i): Edit => {
        const where = { pageId: `page-${Math.floor((n + i) / (BLOCKS / PAGES))}` }
        return { do: 'addBlock', where, text: generateBlock(dice, PAGES) }
      }),
    )
  await filled.engine.stop()
  await filled.store.close()
  const before = heapUsed()
  const { engine, store } = fileEngine(path)
  const begin = performance.now()
  const { total: links } = await engine.linksTo('page-0')
  const linked = performance.now() - begin
  const { total: words } = await engine.search('kelo')
  const searched = performance.now() - begin
  if (links === 0 || words === 0) throw new Error('the index found nothing')
  const heap = heapUsed() - before
  await engine.stop()
  await store.close()
  return [
    {
      name: 'outliner-engine: the first questions after a cold start',
      of: `the time until links and words of ${BLOCKS.toLocaleString('en')} blocks were found, from a file of SQLite`,
      to: `${START_MS} ms`,
      ratio: START_MS / searched,
      target: 1,
      notes: `${links} links after ${linked.toFixed(0)} ms, ${words} blocks with a word after ${searched.toFixed(0)} ms.`,
    },
    {
      name: 'outliner-engine: heap of the local index',
      of: 'used bytes after these questions, beside those before the start',
      to: `${HEAP_BYTES / MEGABYTE} MB`,
      ratio: HEAP_BYTES / heap,
      target: 1,
      notes: `${(heap / MEGABYTE).toFixed(0)} MB.`,
    },
  ]
}
