/** The cost of a query while many blocks are unindexed, as after a large import. */
import type { SettledQuery } from '@notegraph/query'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { add, block, page, T0 } from '../../../test/builder.ts'
import { openDatabase, type Db } from '../database/database.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import { sqliteGraph } from '../graph/graph.ts'
import { indexWriter } from './index-writer.ts'
import { searcher } from './search.ts'

const BLOCKS = 20_000
/** Words as people write them, so that a look at one block takes as long as usual. */
const TEXT = 'The quick brown fox jumps over the lazy dog and sows a field of rye before the rain comes. '

let folder: string
let db: Db
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-waiting-'))
  db = openDatabase(join(folder, 'one.sqlite'), GRAPH_SCHEMA)
  const blocks = Array.from({ length: BLOCKS }, (_, i) =>
    block(`b${i}`, 'p1', `${TEXT} ${i % 5_000 === 0 ? 'rare' : i % 4 === 0 ? 'common' : i}`, { now: T0 + i }),
  )
  await add(sqliteGraph(db), page('p1', 'Ada'), ...blocks)
})
afterAll(() => {
  db.close()
  rmSync(folder, { recursive: true })
})

/** Microseconds of processor time, the least of some turns. */
function costOf(work: () => unknown): number {
  const turns = Array.from({ length: 7 }, () => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return user + system
  })
  return Math.min(...turns)
}

const words = (text: string): SettledQuery => ({ kind: 'words', at: 0, text })

test.each<[string, SettledQuery, number]>([
  ['a rare word', words('rare'), 4],
  ['a word that no block holds', words('unheard'), 0],
  ['a common word', words('common'), 4_996],
  ['two words', { kind: 'and', operands: [words('rare'), words('fox')] }, 4],
  ['no word', { kind: 'not', operand: words('fox') }, 0],
  ['one of two words', { kind: 'or', operands: [words('rare'), words('unheard')] }, 4],
])('%s among blocks that are not indexed costs at most a few plain scans', (_, question, total) => {
  expect(indexWriter(db).unindexed()).toBeGreaterThan(BLOCKS)
  const search = searcher(db)
  const ask = () => search.find(question, { limit: 200, offset: 0 }, 10_000)
  const scan = db
    .prepare<[string], number>('SELECT count(*) FROM block_words WHERE instr(words, ?) > 0')
    .pluck()
  expect(ask().total).toBe(total)
  expect(costOf(ask)).toBeLessThan(4 * costOf(() => scan.get('unheard')))
})
