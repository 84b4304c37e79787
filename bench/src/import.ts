/**
 * Imports 100,000 blocks, compared with inserting the same texts into one plain table. One set has 1,000 pages mostly
 * in English. The other has 5,000 short pages in many scripts, as Logseq and Obsidian folders on disk. Then it doubles folders of
 * each layout.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { buildPackages } from './build.ts'
import { generatePages } from './generate.ts'
import { generateWide, type FolderShape } from './generate-wide.ts'
import { growthRatios } from './import-growth.ts'
import { median, type Ratio } from './measure.ts'

const BLOCKS = 100_000
const PAGES = 1_000
const WIDE_PAGES = 5_000
const TURNS = 3

interface Case {
  readonly name: string
  /** The target in blocks per second. */
  readonly wanted: number
  /** The most memory in megabytes. */
  readonly mostMemory: number
  readonly texts: readonly string[]
  /** Imports into a data folder. */
  readonly run: (data: string) => ImportRun
}

interface ImportRun {
  readonly seconds: number
  readonly megabytes: number
}

export async function importRatios(): Promise<Ratio[]> {
  buildPackages()
  const notes = mkdtempSync(join(tmpdir(), 'notegraph-bench-notes-'))
  try {
    return [
      ...ratiosOf({
        name: 'import: 100,000 blocks',
        wanted: 50_000,
        mostMemory: 500,
        texts: [...generatePages(BLOCKS, PAGES)].flatMap((page) => page.blocks),
        run: (data) => importRun('import-run.ts', data, String(BLOCKS), String(PAGES)),
      }),
      ...ratiosOf(wide('logseq', join(notes, 'logseq'))),
      ...ratiosOf(wide('obsidian', join(notes, 'obsidian'))),
      ...growthRatios(),
    ]
  } finally {
    rmSync(notes, { recursive: true })
  }
}

function wide(shape: FolderShape, notes: string): Case {
  const texts: string[] = []
  for (const { path, text } of generateWide(BLOCKS, WIDE_PAGES, shape)) {
    mkdirSync(dirname(join(notes, path)), { recursive: true })
    writeFileSync(join(notes, path), text)
    for (const block of text.split(/^\t*- /m).slice(1)) texts.push(block)
  }
  return {
    name: `import: 100,000 blocks of many pages and scripts, ${shape}`,
    wanted: 30_000,
    mostMemory: 600,
    texts,
    run: (data) => importRun('import-wide-run.ts', data, notes, String(BLOCKS)),
  }
}

function ratiosOf({ name, wanted, mostMemory, texts, run }: Case): Ratio[] {
  const rates: number[] = []
  const ratios: number[] = []
  const memory: number[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    const folder = mkdtempSync(join(tmpdir(), 'notegraph-bench-'))
    try {
      const plain = plainInsert(join(folder, 'plain.sqlite'), texts)
      const { seconds, megabytes } = run(join(folder, 'data'))
      rates.push(BLOCKS / seconds / wanted)
      ratios.push(plain / seconds)
      memory.push(mostMemory / megabytes)
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
  return [
    {
      name,
      of: 'blocks a second',
      to: `${wanted.toLocaleString('en')} blocks a second`,
      ratio: median(rates),
      target: 1,
      notes: `${median(ratios).toFixed(3)} of the speed at which the same texts go into one plain table`,
    },
    {
      name: `${name}: memory`,
      of: 'the most that the process took',
      to: `${mostMemory} MB`,
      ratio: median(memory),
      target: 1,
    },
  ]
}

function importRun(module: string, ...args: readonly string[]): ImportRun {
  const script = join(import.meta.dirname, module)
  return JSON.parse(execFileSync(process.execPath, [script, ...args], { encoding: 'utf8' })) as ImportRun
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
