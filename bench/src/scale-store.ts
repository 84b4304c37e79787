/** The whole store on PostgreSQL: writes against `pg` alone, and reads and imports against the embedded store. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makePage, type GraphRecord } from '@notegraph/graph'
import type { GraphStore, Store } from '@notegraph/store'
import { openSqlite } from '@notegraph/store/sqlite'
import { openReplicated } from '@notegraph/store-postgres'
import { generateBlock } from './generate.ts'
import { median, ratioTo, type Ratio } from './measure.ts'
import { random } from './random.ts'
import { blockOf, inTurns } from './rows.ts'
import type { WritesByHand } from './scale-floor.ts'
import { processRatios, type ReaderTask } from './scale-processes.ts'

const NOW = Date.UTC(2026, 0, 1)
const ACCOUNT = 'bench'
const TURNS = 9
/** Commits one after another, and a read that waits until the replica has the last one. */
const WRITES = 20
const RUNS = 3
const BLOCKS = 100_000
/** Pages with as many blocks each. */
const ON_PAGE = 100
const TRANSACTION = 8_000
/** Requests that a process answers at once. */
const AT_ONCE = 32
const READ = 50
const BEHIND = [1, 100, 10_000]
const COLD = 3

export async function storeRatios(
  url: string,
  floor: WritesByHand,
  preparedFloor: WritesByHand,
): Promise<Ratio[]> {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-bench-'))
  const open = async (name: string) => openReplicated({ url, folder: join(folder, name) })
  const embedded = openSqlite(join(folder, 'embedded'))
  const [store, other] = [await open('one'), await open('two')]
  try {
    const account = { id: ACCOUNT, plan: 'active', allowed: true, quota: 1e12, createdAt: NOW } as const
    await store.accounts.create(account)
    await fill(embedded.graph(ACCOUNT))
    await fill(store.graph(ACCOUNT))
    const results = [
      await warmReads(store.graph(ACCOUNT), embedded.graph(ACCOUNT)),
      ...(await writes(store.graph(ACCOUNT), floor, preparedFloor)),
      ...(await processRatios(reading(url, join(folder, 'processes')))),
      await coldReplicas(open, join(folder, 'filled')),
    ]
    const behind = await catchUps(store.graph(ACCOUNT), other.graph(ACCOUNT))
    return results.map((result, i) => (i === 0 ? { ...result, notes: behind } : result))
  } finally {
    await Promise.all([store, other, embedded].map(async (one: Store) => one.close()))
    rmSync(folder, { recursive: true })
  }
}

async function fill(graph: GraphStore): Promise<void> {
  const dice = random(4)
  const records: GraphRecord[] = []
  for (let page = 0; page * ON_PAGE < BLOCKS; page++) {
    const id = `page-${page}`
    records.push(makePage({ id, name: `Page ${page}`, now: NOW }))
    for (let n = 0; n < ON_PAGE; n++)
      records.push(blockOf(`${id}-${n}`, id, generateBlock(dice, 300), n, NOW + records.length))
  }
  for (let from = 0; from < records.length; from += TRANSACTION) {
    const puts = records.slice(from, from + TRANSACTION).map((record) => ({ record, from: 0 }))
    const filled = await graph.commits.commitAll([{ puts }])
    if (!filled.ok) throw new Error(filled.why)
  }
}

/**
 * Writes a block as the service does: with its author, an entry of the change list, an idempotency record and what it reads
 * back.
 */
function writer(graph: GraphStore): (id: string, from: number) => Promise<number> {
  const dice = random(5)
  let n = 0
  return async (id, from) => {
    const at = NOW + 1e9 + n++
    const made = blockOf(id, 'page-1', generateBlock(dice, 300), ON_PAGE + n, at)
    const touched = [{ kind: 'block', id, before: null, after: made }] as const
    const committed = await graph.commits.commit({
      puts: [{ record: made, from }],
      by: { kind: 'token', id: 'bench', name: 'bench', at },
      quota: 1e12,
      device: 'phone',
      entry: {
        entry: {
          id: randomUUID(),
          at,
          token: 'bench',
          tokenId: 'bench',
          action: 'add_block',
          summary: 'Added a block to page',
          page: 'page',
          pageId: 'page-1',
          blockId: id,
          touched,
        },
        most: 100_000,
        since: 0,
      },
      idempotency: {
        key: randomUUID(),
        request: 'request',
        at,
        since: 0,
        answer: ({ block }) => JSON.stringify(block),
      },
      show: { blockId: id },
    })
    if (!committed.ok) throw new Error(committed.why)
    return committed.seq
  }
}

async function writes(
  graph: GraphStore,
  byHand: WritesByHand,
  preparedByHand: WritesByHand,
): Promise<Ratio[]> {
  const write = writer(graph)
  const measure = async (ours: () => Promise<unknown>, floor: () => Promise<void>) =>
    inTurns(
      { turns: TURNS, each: RUNS, warm: 2 },
      async () => {
        await times(WRITES, ours)
        await graph.pages.find('page-1')
      },
      async () => times(WRITES, floor),
    )
  const row = {
    of: 'a commit of one block to a graph of 100,000, decided on the replica and applied to it, one after another',
    to: 'the same rows by hand, in one transaction of pg, whose statements are not prepared',
    target: 0.7,
  }
  const add = async () => write(randomUUID(), 0)
  const added = await measure(add, byHand.add)
  const addedToPrepared = await measure(add, preparedByHand.add)
  await graph.outbox.open()
  const id = 'page-1-0'
  const [before] = await graph.records.findMany([id])
  let { seq } = before!
  const edit = async () => (seq = await write(id, seq))
  const edited = await measure(edit, byHand.edit)
  const editedToPrepared = await measure(edit, preparedByHand.edit)
  await graph.outbox.close()
  return [
    {
      ...row,
      name: 'scale: a durable write through a replica',
      ratio: added,
      notes: toPrepared(addedToPrepared),
    },
    {
      ...row,
      name: 'scale: a durable edit through a replica',
      of: 'a commit that replaces a block of the same graph, keeps its state and notes it for webhooks',
      ratio: edited,
      notes: toPrepared(editedToPrepared),
    },
  ]
}

const toPrepared = (ratio: number): string => `${ratio.toFixed(2)} of the same with prepared statements.`

async function times(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let n = 0; n < count; n++) await work()
}

const reading = (url: string, folder: string): ReaderTask => ({
  url,
  folder,
  account: ACCOUNT,
  pages: 500,
  atOnce: AT_ONCE,
  limit: READ,
  milliseconds: 1_500,
})

async function warmReads(graph: GraphStore, embedded: GraphStore): Promise<Ratio> {
  const read = (from: GraphStore) => {
    let n = 0
    return async () =>
      Promise.all(
        Array.from({ length: AT_ONCE }, async () =>
          from.blocks.listByPage(`page-${n++ % 500}`, { limit: READ, offset: 0 }),
        ),
      )
  }
  return {
    name: 'scale: reads on a warm replica',
    of: `${AT_ONCE} lists of blocks at once, each no older than any answer before it`,
    to: 'the same lists from the embedded store',
    ratio: await ratioTo(read(graph), read(embedded)),
    target: 0.6,
  }
}

/** How long a process needs that is so many records behind. */
async function catchUps(writer: GraphStore, reader: GraphStore): Promise<string> {
  await reader.commits.head()
  await reader.pages.find('page-1')
  const times: string[] = []
  for (const count of BEHIND) {
    const puts = Array.from({ length: count }, (_, n) => ({
      record: blockOf(randomUUID(), `page-${n % 500}`, 'caught up', 1e6 + n, NOW),
      from: 0,
    }))
    for (let from = 0; from < count; from += TRANSACTION)
      await writer.commits.commitAll([{ puts: puts.slice(from, from + TRANSACTION) }])
    const begun = performance.now()
    await reader.pages.find('page-1')
    times.push(`${count} records in ${(performance.now() - begun).toFixed(0)} ms`)
  }
  return `Another process catches up ${times.join(', ')}.`
}

async function coldReplicas(open: (name: string) => Promise<Store>, folder: string): Promise<Ratio> {
  const times: number[] = []
  const cold = async (n: number) => {
    const store = await open(`cold-${n}`)
    const begun = performance.now()
    await store.graph(ACCOUNT).pages.find('page-1')
    times.push(performance.now() - begun)
    await store.close()
  }
  const floors: number[] = []
  const floor = async (n: number) => {
    const store = openSqlite(join(folder, `${n}`))
    const begun = performance.now()
    await fill(store.graph(ACCOUNT))
    floors.push(performance.now() - begun)
    await store.close()
  }
  for (let n = 0; n < COLD; n++) {
    await cold(n)
    await floor(n)
  }
  const ratios = times.map((time, i) => floors[i]! / time)
  return {
    name: 'scale: a cold replica',
    of: `the first read of a graph of ${BLOCKS} blocks in a process`,
    to: 'the import of as many blocks into the embedded store',
    ratio: median(ratios),
    target: 0.5,
    notes: `${BLOCKS} blocks take ${median(times).toFixed(0)} ms.`,
  }
}
