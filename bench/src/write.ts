/**
 * Durable writes of one block, compared with the same row changes by hand. Writes to a long page are compared with those
 * to a short one, and writes with history with those without.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makePage, type GraphRecord } from '@notegraph/graph'
import type { GraphStore } from '@notegraph/store'
import { graphFile, openSqlite } from '@notegraph/store/sqlite'
import Database from 'better-sqlite3'
import { generateBlock } from './generate.ts'
import type { Ratio } from './measure.ts'
import { random } from './random.ts'
import { record, replays, takeRecorded, type RowChange } from './recorded.ts'
import { blockOf, inTurns, openBare, sameRows } from './rows.ts'
import { historyRatios } from './write-history.ts'

/** The first turn is a warm-up and not counted. */
const TURNS = 10
const WRITES = 50
const ALL = TURNS * WRITES
const SHORT = 100
const LONG = 5_000
/** Other pages in the graph. */
const OTHERS = 300
const BLOCKS_EACH = 20
/** Their blocks, each on another page than the one before. */
const BLOCKS = Array.from(
  { length: OTHERS * BLOCKS_EACH },
  (_, n) => `page-${n % OTHERS}-${Math.floor(n / OTHERS)}`,
)
const NOW = Date.UTC(2026, 0, 1)

export async function writeRatios(): Promise<Ratio[]> {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-bench-'))
  try {
    const begun = join(folder, 'begun')
    await fill(begun)
    const copy = (name: string) => {
      cpSync(begun, join(folder, name), { recursive: true })
      return join(folder, name)
    }
    const changes = await recordedWrites(copy('recorded'))
    return [
      await againstBare(copy('ours'), copy('floor'), changes),
      await longAgainstShort(copy('pages')),
      ...(await historyRatios({
        copy,
        texts: () => texts(4),
        blocks: BLOCKS,
        pageId: 'short',
        now: NOW + 1e9,
      })),
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const benchFile = (folder: string) => graphFile(folder, 'bench')

const texts = (seed: number): (() => string) => {
  const dice = random(seed)
  return () => generateBlock(dice, OTHERS)
}

async function fill(folder: string): Promise<void> {
  const store = openSqlite(folder)
  const text = texts(1)
  const records: GraphRecord[] = []
  const addPage = (id: string, blocks: number) => {
    records.push(makePage({ id, name: id.replace('-', ' '), now: NOW }))
    for (let n = 0; n < blocks; n++) records.push(blockOf(`${id}-${n}`, id, text(), n, NOW + records.length))
  }
  addPage('short', SHORT)
  addPage('long', LONG)
  for (let n = 0; n < OTHERS; n++) addPage(`page-${n}`, BLOCKS_EACH)
  const made = await store
    .graph('bench')
    .commits.commitAll([{ puts: records.map((one) => ({ record: one, from: 0 })) }])
  if (!made.ok) throw new Error(made.why)
  await store.close()
}

/** Adds blocks at the end of a page as the service does: with a version check, a change entry and an answer. */
function adder(graph: GraphStore, seed: number): (page: string) => Promise<void> {
  const next = texts(seed)
  const contents = Array.from({ length: 2 * ALL }, () => next())
  let n = 0
  return async (pageId) => {
    const id = `added-${seed}-${n}`
    const content = contents[n]!
    const at = NOW + 1e9 + n++
    const head = await graph.commits.head()
    const last = (await graph.blocks.orderRange(pageId))?.high ?? 0
    const made = blockOf(id, pageId, content, last + 1, at)
    const committed = await graph.commits.commit({
      puts: [{ record: made, from: 0 }],
      quota: 1e10,
      head,
      entry: {
        entry: {
          id: `change-${id}`,
          at,
          token: 'bench',
          action: 'add_block',
          summary: `Added a block to ${pageId}`,
          page: pageId,
          pageId,
          blockId: id,
          touched: [{ kind: 'block', id, before: null, after: made }],
        },
        most: 2 * ALL,
        since: 0,
      },
      show: { blockId: id },
    })
    if (!committed.ok || !committed.shown.block) throw new Error('the write was not committed')
  }
}

/** The rows that each measured write changes. */
async function recordedWrites(folder: string): Promise<RowChange[][]> {
  const db = new Database(benchFile(folder))
  record(db)
  const store = openSqlite(folder)
  const add = adder(store.graph('bench'), 2)
  const changes: RowChange[][] = []
  for (let n = 0; n < ALL; n++) {
    await add('short')
    changes.push(takeRecorded(db))
  }
  await store.close()
  db.close()
  return changes
}

async function againstBare(
  ours: string,
  floor: string,
  changes: readonly (readonly RowChange[])[],
): Promise<Ratio> {
  const store = openSqlite(ours)
  const add = adder(store.graph('bench'), 2)
  const db = openBare(benchFile(floor))
  const bare = replays(db, changes).values()
  const ratio = await inTurns(
    { turns: TURNS, each: WRITES },
    () => add('short'),
    () => bare.next().value!(),
  )
  sameRows(db, benchFile(ours))
  await store.close()
  db.close()
  return {
    name: 'write: one block, durable',
    of: 'commits a second, each with its entry in the list of changes and its answer',
    to: 'bare better-sqlite3 making the same changes of rows',
    ratio,
    target: 0.7,
  }
}

async function longAgainstShort(folder: string): Promise<Ratio> {
  const store = openSqlite(folder)
  const add = adder(store.graph('bench'), 3)
  const ratio = await inTurns(
    { turns: TURNS, each: WRITES },
    () => add('long'),
    () => add('short'),
  )
  await store.close()
  return {
    name: `write: one block to a page of ${LONG.toLocaleString('en')}`,
    of: 'commits a second',
    to: `a page of ${SHORT}`,
    ratio,
    target: 0.9,
  }
}
