/**
 * Searches right after an import. Four clients search for one rare word without pause while nothing is indexed yet. A
 * query is compared with a plain scan of the same rows. The time until the index is complete is compared with indexing
 * alone.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { notesService } from '@notegraph/service'
import { graphFile, openSqlite } from '@notegraph/store/sqlite'
import Database from 'better-sqlite3'
import { median, type Ratio } from './measure.ts'
import { callerOf, timeToAsk } from './search-asking.ts'
import { fillGraph, NOW } from './search-graph.ts'

const BLOCKS = 100_000
const CLIENTS = 4
const WORD = 'zorzorqui'
/** Below this number of unindexed blocks, the index counts as complete. */
const FEW = 1_024
/** At most three times a plain scan, while another thread indexes. */
const QUESTION = 0.33
/** Indexing gets half of the time, and shares the machine with the queries. */
const INDEXED = 0.25

export async function afterImport(): Promise<Ratio[]> {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-bench-'))
  const store = openSqlite(folder)
  try {
    for (const id of ['alone', 'asked']) {
      await store.accounts.create({ id, plan: 'active', allowed: true, quota: 1e12, createdAt: NOW })
      await fillGraph(store.graph(id), BLOCKS)
    }
    const begin = performance.now()
    await store.graph('alone').search.index()
    const alone = performance.now() - begin

    const notes = notesService(store, () => NOW)
    const caller = await callerOf(store, 'asked')
    const db = new Database(graphFile(folder, 'asked'), { readonly: true })
    const scan = db
      .prepare<[string], number>('SELECT count(*) FROM block_words WHERE instr(words, ?) > 0')
      .pluck()
    const waiting = db
      .prepare<[], number>("SELECT (SELECT max(n) FROM record) - value FROM meta WHERE key = 'indexed'")
      .pluck()
    const scans = Array.from({ length: 9 }, () => timed(() => scan.get(WORD)))

    const asked: number[] = []
    const from = performance.now()
    const client = async () => {
      while (waiting.get()! > FEW) asked.push(await timeToAsk(notes, caller, WORD))
    }
    await Promise.all(Array.from({ length: CLIENTS }, client))
    const taken = performance.now() - from
    const later = await Promise.all(Array.from({ length: 9 }, () => timeToAsk(notes, caller, WORD)))
    db.close()
    return [
      {
        name: 'search right after an import: a rare word',
        of: `${CLIENTS} clients without pause, answers a second until all is indexed`,
        to: 'plain scans a second',
        ratio: (median(scans) * asked.length) / taken,
        target: QUESTION,
        notes: `${asked.length} answers, each after ${median(asked).toFixed(0)} ms, then ${median(later).toFixed(1)} ms; a scan ${median(scans).toFixed(0)} ms`,
      },
      {
        name: 'search right after an import: until all is indexed',
        of: 'beside those clients',
        to: 'indexing alone',
        ratio: alone / taken,
        target: INDEXED,
        notes: `${(taken / 1_000).toFixed(1)} s, ${(alone / 1_000).toFixed(1)} s alone`,
      },
    ]
  } finally {
    await store.close()
    rmSync(folder, { recursive: true })
  }
}

function timed(work: () => unknown): number {
  const begin = performance.now()
  work()
  return performance.now() - begin
}
