/**
 * The store on PostgreSQL, compared with `pg` alone. A durable write runs against the same transaction by hand. The records
 * of a cold replica run against one statement that reads them all.
 */
import { randomUUID } from 'node:crypto'
import { findPostgres, NO_POSTGRES, startPostgres } from '@notegraph/postgres-tests'
import { commit, NO_SUMS, openTruth, readPiece, START, type Truth } from '@notegraph/store-postgres/truth'
import type pg from 'pg'
import { median, type Ratio } from './measure.ts'
import { generateBlock } from './generate.ts'
import { random } from './random.ts'
import { inTurns } from './rows.ts'
import { bareClient, newRow, writesByHand } from './scale-floor.ts'
import { storeRatios } from './scale-store.ts'

/** Commits wait for the disk, as a server's do. */
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', shared_buffers: '256MB' }

const TURNS = 9
const WRITES = 60
const BLOCKS = 100_000
const READS = 5
/** A piece, as large as a replica takes it. */
const PIECE = { records: 5_000, bytes: 8_000_000, files: 1_000, pushes: 5_000 }
/** The largest transaction of an import. */
const IMPORTED = 8_000
const IMPORTS = 5

export async function scaleRatios(): Promise<Ratio[]> {
  const programs = findPostgres({ env: process.env })
  if (programs === undefined) throw new Error(NO_POSTGRES)
  const server = await startPostgres(programs, { settings: DURABLE })
  const url = server.url()
  const truth = await openTruth({ url })
  const [bare, preparing] = [await bareClient(url), await bareClient(url, { prepared: true })]
  try {
    return [
      await writes(truth, (await writesByHand(bare, 'floor of writes')).add),
      await coldReplica(truth, bare),
      ...(await storeRatios(
        url,
        await writesByHand(bare, 'floor of the store'),
        await writesByHand(preparing, 'prepared floor of the store'),
      )),
    ]
  } finally {
    await Promise.all([bare.end(), preparing.end()])
    await truth.store.close()
    await server.stop()
  }
}

const texts = (seed: number): (() => string) => {
  const dice = random(seed)
  return () => generateBlock(dice, 300)
}

async function writes({ db }: Truth, floor: () => Promise<void>): Promise<Ratio> {
  const next = texts(1)
  let n = 0
  const at = Date.UTC(2026, 0, 1)
  const ours = async () => {
    const row = newRow(next(), ++n, at + n)
    const written = await commit(
      db,
      'ours',
      randomUUID(),
      {
        device: 'phone',
        entry: {
          entry: {
            id: randomUUID(),
            at: at + n,
            token: 'bench',
            tokenId: 'bench',
            action: 'add_block',
            summary: 'Added a block to page',
            page: 'page',
            pageId: 'page',
            blockId: row.id,
            touched: [{ kind: 'block', id: row.id, before: null, after: JSON.parse(row.doc) }],
          },
          most: 10 * TURNS * WRITES,
          since: 0,
        },
        idempotency: { key: randomUUID(), request: 'request', at: at + n, since: 0, answer: () => '' },
      },
      async () => ({
        steps: [{ records: [row], files: [], by: { kind: 'token', id: 'bench', name: 'bench', at: at + n } }],
        grown: { ...NO_SUMS, blocks: { count: 1, bytes: row.doc.length } },
        usedFiles: [],
        isFull: false,
        answer: row.doc,
      }),
    )
    if (!written.ok) throw new Error(written.why)
  }
  return {
    name: 'scale: a durable write in PostgreSQL',
    of: 'a commit of one block with its author, its change list entry and its idempotency record',
    to: 'the same rows by hand, in one transaction of pg',
    ratio: await inTurns({ turns: TURNS, each: WRITES, warm: 2 }, ours, floor),
    target: 0.7,
    notes: await importWaits(db),
  }
}

/** How long another writer of the account waits for the largest transaction of an import. */
async function importWaits(db: Truth['db']): Promise<string> {
  const next = texts(2)
  const at = Date.UTC(2026, 0, 1)
  let n = 0
  const waits: number[] = []
  const holds: number[] = []
  const write = async (count: number, locked = () => {}) => {
    const records = Array.from({ length: count }, () => newRow(next(), ++n, at))
    const steps = [{ records, files: [] }]
    return commit(db, 'import', randomUUID(), {}, async () => {
      locked()
      return { steps, grown: NO_SUMS, usedFiles: [], isFull: false }
    })
  }
  for (let i = 0; i < IMPORTS; i++) {
    const locked = Promise.withResolvers<number>()
    const importing = write(IMPORTED, () => locked.resolve(performance.now()))
    const from = await locked.promise
    const waiting = write(1)
    await importing
    holds.push(performance.now() - from)
    await waiting
    waits.push(performance.now() - from)
  }
  return `${IMPORTED} records in one commit of an import lock the account for ${median(holds).toFixed(0)} ms; another write of it waits ${median(waits).toFixed(0)} ms.`
}

async function coldReplica({ db }: Truth, bare: pg.Client): Promise<Ratio> {
  const next = texts(3)
  const at = Date.UTC(2026, 0, 1)
  for (let n = 0; n < BLOCKS; n += IMPORTED) {
    const records = Array.from({ length: Math.min(IMPORTED, BLOCKS - n) }, (_, i) =>
      newRow(next(), n + i + 1, at),
    )
    await commit(db, 'cold', randomUUID(), {}, async () => ({
      steps: [{ records, files: [] }],
      grown: NO_SUMS,
      usedFiles: [],
      isFull: false,
    }))
  }
  const ours = async () => {
    let read = 0
    for (let cursor = START; ;) {
      const piece = await readPiece(db, 'cold', cursor, PIECE)
      read += piece.records.length
      cursor = piece.cursor
      if (!piece.more) break
    }
    if (read !== BLOCKS) throw new Error(`${read} records came`)
  }
  const times: number[] = []
  const timed = async () => {
    const from = performance.now()
    await ours()
    times.push(performance.now() - from)
  }
  const floor = async () => {
    const { rowCount } = await bare.query(
      "SELECT id, n, seq, deleted, doc FROM record WHERE account_id = 'cold' ORDER BY seq, n",
    )
    if (rowCount !== BLOCKS) throw new Error(`${rowCount} rows came`)
  }
  const ratio = await inTurns({ turns: READS + 1, each: 1 }, timed, floor)
  return {
    name: 'scale: the records of a cold replica',
    of: `${BLOCKS} records in pieces of ${PIECE.records}`,
    to: 'one statement of pg that reads them whole',
    ratio,
    target: 0.5,
    notes: `${BLOCKS} records take ${median(times).toFixed(0)} ms.`,
  }
}
