/** Importing 100,000 blocks, against putting the same rows straight into one plain table. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importFolder, operator } from '@notegraph/service'
import { openDiskBlobs } from '@notegraph/store/disk'
import { openSqlite } from '@notegraph/store/sqlite'
import Database from 'better-sqlite3'
import { generatePages } from './generate.ts'
import { generatedFolder } from './generated-folder.ts'
import { median, type Ratio } from './measure.ts'

const BLOCKS = 100_000
const PAGES = 1_000
const TURNS = 3
/** Blocks a second that an import is meant to reach. */
const WANTED = 50_000
/** Megabytes that it may take. */
const MOST_MEMORY = 500

export async function importRatios(): Promise<Ratio[]> {
  const source = generatedFolder(BLOCKS, PAGES)
  const texts = [...generatePages(BLOCKS, PAGES)].flatMap((page) => page.blocks)
  const rates: number[] = []
  const ratios: number[] = []
  let memory = 0
  for (let turn = 0; turn <= TURNS; turn++) {
    const folder = mkdtempSync(join(tmpdir(), 'notegraph-bench-'))
    try {
      const plain = seconds(() => plainInsert(join(folder, 'plain.sqlite'), texts))
      const store = openSqlite(folder)
      const blobs = openDiskBlobs(join(folder, 'files'))
      const operators = operator(store, blobs, Date.now)
      await operators.createAccount('bench', {})
      const account = await operators.account('bench')
      const begin = process.hrtime.bigint()
      const made = await importFolder(store, blobs, account, source, { now: Date.now() })
      const taken = Number(process.hrtime.bigint() - begin) / 1e9
      if (!made.ok || made.report.blocks !== BLOCKS) throw new Error('the import is not whole')
      memory = Math.max(memory, process.memoryUsage.rss() / 2 ** 20)
      await store.close()
      if (turn === 0) continue // the first warms up
      rates.push(BLOCKS / taken / WANTED)
      ratios.push(plain / taken)
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
  return [
    {
      name: 'import: 100,000 blocks',
      of: 'blocks a second',
      to: `${WANTED.toLocaleString('en')} blocks a second`,
      ratio: median(rates),
      target: 1,
      notes: `${median(ratios).toFixed(3)} of the speed of the same texts put into one table`,
    },
    {
      name: 'import: memory',
      of: `${MOST_MEMORY} MB`,
      to: 'the most the process took',
      ratio: MOST_MEMORY / memory,
      target: 1,
    },
  ]
}

function seconds(work: () => void): number {
  const begin = process.hrtime.bigint()
  work()
  return Number(process.hrtime.bigint() - begin) / 1e9
}

function plainInsert(path: string, texts: readonly string[]): void {
  const db = new Database(path)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec('CREATE TABLE block (id TEXT PRIMARY KEY, text TEXT) STRICT')
  const insert = db.prepare('INSERT INTO block VALUES (?, ?)')
  for (let at = 0; at < texts.length; at += 1_000)
    db.transaction(() =>
      texts.slice(at, at + 1_000).forEach((text) => insert.run(crypto.randomUUID(), text)),
    )()
  db.close()
}
