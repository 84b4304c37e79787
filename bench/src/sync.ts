/**
 * Sync. Pushes of 500 records are compared with the same row changes by hand. The first pull of a large graph into a
 * device's engine is compared with only fetching, parsing and storing the same records.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makePage, type GraphRecord } from '@notegraph/graph'
import { operator, syncService, type SyncCaller } from '@notegraph/service'
import { openDiskBlobs } from '@notegraph/store/disk'
import { graphFile, openSqlite } from '@notegraph/store/sqlite'
import { createEngine, fetchTransport, type Engine, type PullAnswer, type PullReply } from '@notegraph/sync'
import { sqliteStore } from '@notegraph/sync/sqlite'
import Database from 'better-sqlite3'
import { generateBlock } from './generate.ts'
import { median, type Ratio } from './measure.ts'
import { random } from './random.ts'
import { record, replays, takeRecorded, type RowChange } from './recorded.ts'
import { blockOf, inTurns, openBare, sameRows } from './rows.ts'
import { fill, start } from './served.ts'

const PUSHES = 72
/** Pushes at the start that are not measured. */
const WARM = 24
const RECORDS = 500
const PAGES = 200
/** Blocks in the graph before the first push. */
const BEFORE = 10_000
const NOW = Date.UTC(2026, 0, 1)

const PULLED = 200_000
const PULLED_PAGES = 2_000

export async function syncRatios(): Promise<Ratio[]> {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-bench-'))
  try {
    return [await pushes(folder), ...(await firstPull(folder))]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const benchFile = (folder: string) => graphFile(folder, 'bench')

async function pushes(folder: string): Promise<Ratio> {
  const begun = join(folder, 'begun')
  await begin(begun)
  const copy = (name: string) => {
    cpSync(begun, join(folder, name), { recursive: true })
    return join(folder, name)
  }
  const bodies = pushBodies()
  const changes = await recorded(copy('recorded'), bodies)
  const ours = copy('ours')
  const store = openSqlite(ours)
  const push = pusher(store)
  const db = openBare(benchFile(copy('floor')))
  const bare = replays(db, changes).values()
  const next = bodies.values()
  const same = bodies.values()
  const ratio = await inTurns(
    { turns: PUSHES, each: 1, warm: WARM },
    async () => push(next.next().value!),
    () => {
      JSON.parse(same.next().value!) // a floor that inserts rows must also parse the text of the push
      bare.next().value!()
    },
  )
  sameRows(db, benchFile(ours))
  await store.close()
  db.close()
  return {
    name: `sync: a push of ${RECORDS} records`,
    of: 'pushes a second, from JSON text to JSON text, durable',
    to: 'JSON.parse of the same text, and bare better-sqlite3 making the same changes of rows, one transaction a push',
    ratio,
    target: 0.5,
  }
}

async function begin(folder: string): Promise<void> {
  const store = openSqlite(folder)
  const dice = random(1)
  const records: GraphRecord[] = []
  for (let n = 0; n < PAGES; n++) records.push(makePage({ id: `page-${n}`, name: `Page ${n}`, now: NOW }))
  for (let n = 0; n < BEFORE; n++)
    records.push(blockOf(`held-${n}`, `page-${n % PAGES}`, generateBlock(dice, PAGES), n, NOW))
  const made = await store
    .graph('bench')
    .commits.commitAll([{ puts: records.map((one) => ({ record: one, from: 0 })) }])
  if (!made.ok) throw new Error(made.why)
  await store.close()
}

/** New blocks, as a device sends in its first days. */
function pushBodies(): string[] {
  const dice = random(2)
  return Array.from({ length: PUSHES }, (_, push) => {
    const records = Array.from({ length: RECORDS }, (_, n) => {
      const id = `pushed-${push}-${n}`
      const pageId = `page-${(Math.floor(n / 25) + push) % PAGES}`
      const record = blockOf(id, pageId, generateBlock(dice, PAGES), BEFORE + n, NOW + push)
      return { record, dirty: ['words', 'place'], seen: [], drops: [] }
    })
    return JSON.stringify({ epoch: 1, device: 'bench', records })
  })
}

function pusher(store: ReturnType<typeof openSqlite>): (body: string) => Promise<void> {
  const sync = syncService(store, { clock: () => NOW + 1e9, newId: () => '' })
  const account = { id: 'bench', plan: 'active', allowed: true, quota: 1e10, createdAt: 0 } as const
  const caller: SyncCaller = { account, plan: 'active', device: 'bench' }
  let epoch: number | undefined
  return async (body) => {
    epoch ??= (await store.graph('bench').feed.state()).epoch
    const pushed = await sync.push(caller, { ...(JSON.parse(body) as object), epoch })
    if (!pushed.ok || pushed.value.json.includes('"refused"')) throw new Error('the push did not land')
  }
}

/** The rows that each push changes. */
async function recorded(folder: string, bodies: readonly string[]): Promise<RowChange[][]> {
  const db = new Database(benchFile(folder))
  record(db)
  const store = openSqlite(folder)
  const push = pusher(store)
  const changes: RowChange[][] = []
  for (const body of bodies) {
    await push(body)
    changes.push(takeRecorded(db))
  }
  await store.close()
  db.close()
  return changes
}

async function firstPull(folder: string): Promise<Ratio[]> {
  const served = join(folder, 'served')
  await fill(served, PULLED_PAGES, PULLED)
  const session = await sessionOf(served)
  const server = await start(served, undefined)
  try {
    const url = `http://127.0.0.1:${server.api}`
    await bareBytes(url, session, join(folder, 'warm.sqlite')) // computes the graph's digest, which happens once
    const floors: number[] = []
    const times: number[] = []
    const heaps: number[] = []
    const archives: number[] = []
    let lastTurn = ''
    for (let turn = 0; turn < 3; turn++) {
      floors.push(await bareBytes(url, session, join(folder, `floor-${turn}.sqlite`)))
      const { seconds, records, heap } = await enginePull(url, session, join(folder, `device-${turn}.sqlite`))
      times.push(seconds)
      heaps.push(heap)
      const archive = await enginePull(url, session, join(folder, `archive-${turn}.sqlite`), true)
      archives.push(archive.seconds)
      lastTurn = `${records.toLocaleString('en')} records in ${seconds.toFixed(1)} s; the floor took ${floors.at(-1)!.toFixed(1)} s`
    }
    return [
      {
        name: `sync: the first pull of ${PULLED.toLocaleString('en')} blocks`,
        of: 'records a second into an engine over a file of SQLite, from another process',
        to: 'the same answers parsed and kept as text in one plain table',
        ratio: median(floors.map((floor, i) => floor / times[i]!)),
        target: 0.5,
        notes: `${lastTurn}.`,
      },
      {
        name: 'sync: the first pull as an archive',
        of: 'records a second into the same engine, as one stream after the first answer',
        to: 'the same records by pulls',
        ratio: median(times.map((time, i) => time / archives[i]!)),
        target: 1,
      },
      {
        name: 'sync: memory over the first pull',
        of: 'what the engine holds after the first tenth of the records',
        to: 'after all of them',
        ratio: median(heaps),
        target: 0.7,
      },
    ]
  } finally {
    await server.stop()
  }
}

async function sessionOf(folder: string): Promise<string> {
  const store = openSqlite(folder)
  const operators = operator(store, openDiskBlobs(join(folder, 'files')), Date.now)
  const { session } = await operators.createSession('bench', { device: 'bench' })
  await store.close()
  return session
}

/** Seconds to fetch and parse the feed and store each record. */
async function bareBytes(url: string, session: string, path: string): Promise<number> {
  const db = openBare(path)
  db.exec('CREATE TABLE record (id TEXT PRIMARY KEY, json TEXT) WITHOUT ROWID')
  const put = db.prepare('INSERT INTO record VALUES (?, ?)')
  const keep = db.transaction((records: PullAnswer['records']) => {
    for (const one of records) put.run(one.id, JSON.stringify(one))
  })
  const begin = performance.now()
  const transport = fetchTransport({ url, token: session, fetch: async (to, init) => fetch(to, init) })
  for (let cursor: string | undefined; ;) {
    const reply = await transport.pull(cursor)
    if (!reply.ok) throw new Error(reply.error.error)
    keep(reply.value.records)
    if (!reply.value.more) break
    cursor = reply.value.cursor
  }
  const seconds = (performance.now() - begin) / 1_000
  db.close()
  return seconds
}

async function enginePull(
  url: string,
  session: string,
  path: string,
  takesArchive = false,
): Promise<{ seconds: number; records: number; heap: number }> {
  const store = sqliteStore(new Database(path))
  const heapUsed = () => {
    globalThis.gc?.()
    return process.memoryUsage().heapUsed
  }
  const heaps: number[] = []
  let pulled = 0
  let measuring = 0
  const transport = fetchTransport({ url, token: session, fetch: async (to, init) => fetch(to, init) })
  async function* archive(cursor: string | undefined, signal: AbortSignal): AsyncGenerator<PullReply> {
    for await (const reply of transport.archive!(cursor, signal)) {
      pulled += reply.value.records.length
      yield reply
    }
  }
  const engine: Engine = createEngine({
    device: 'bench',
    store,
    transport: {
      ...(takesArchive && { archive }),
      push: async (body) => transport.push(body),
      async pull(cursor) {
        if (pulled >= PULLED / 10) {
          const begin = performance.now()
          heaps.push(heapUsed())
          measuring += performance.now() - begin
        }
        const reply = await transport.pull(cursor)
        if (reply.ok) pulled += reply.value.records.length
        return reply
      },
    },
    environment: {
      now: () => Date.now(),
      later: () => () => {},
      random: () => 0.5,
      newId: () => crypto.randomUUID(),
    },
  })
  const begin = performance.now()
  await engine.start()
  await engine.sync()
  const seconds = (performance.now() - begin - measuring) / 1_000
  const { status } = engine.state
  if (status !== 'idle' || pulled < PULLED) throw new Error(`the pull ended ${status} after ${pulled}`)
  heaps.push(heapUsed())
  await engine.stop()
  await store.close()
  return { seconds, records: pulled, heap: heaps[0]! / heaps.at(-1)! }
}
