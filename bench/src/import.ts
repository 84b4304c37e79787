/** Importing 100,000 blocks, against putting the same texts straight into one plain table. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { generatePages } from './generate.ts'
import { median, type Ratio } from './measure.ts'

const BLOCKS = 100_000
const PAGES = 1_000
const TURNS = 3
/** Blocks a second that an import is meant to reach. */
const WANTED = 50_000
/** Megabytes that it may take. */
const MOST_MEMORY = 500

export async function importRatios(): Promise<Ratio[]> {
  const texts = [...generatePages(BLOCKS, PAGES)].flatMap((page) => page.blocks)
  const rates: number[] = []
  const ratios: number[] = []
  const memory: number[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    const folder = mkdtempSync(join(tmpdir(), 'notegraph-bench-'))
    try {
      const plain = plainInsert(join(folder, 'plain.sqlite'), texts)
      const { seconds, megabytes } = importRun(join(folder, 'data'))
      rates.push(BLOCKS / seconds / WANTED)
      ratios.push(plain / seconds)
      memory.push(MOST_MEMORY / megabytes)
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
      notes: `${median(ratios).toFixed(3)} of the speed at which the same texts go into one plain table`,
    },
    {
      name: 'import: memory',
      of: 'the most that the process took',
      to: `${MOST_MEMORY} MB`,
      ratio: median(memory),
      target: 1,
    },
  ]
}

function importRun(folder: string): { seconds: number; megabytes: number } {
  const script = join(import.meta.dirname, 'import-run.ts')
  const args = ['--conditions=source', script, folder, String(BLOCKS), String(PAGES)]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as ReturnType<
    typeof importRun
  >
}

/** @returns seconds */
function plainInsert(path: string, texts: readonly string[]): number {
  const begin = process.hrtime.bigint()
  const db = new Database(path)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec('CREATE TABLE block (id TEXT PRIMARY KEY, text TEXT) STRICT')
  const insert = db.prepare('INSERT INTO block VALUES (?, ?)')
  for (let at = 0; at < texts.length; at += 1_000)
    db.transaction(() => {
      for (const text of texts.slice(at, at + 1_000)) insert.run(crypto.randomUUID(), text)
    })()
  db.close()
  return Number(process.hrtime.bigint() - begin) / 1e9
}
