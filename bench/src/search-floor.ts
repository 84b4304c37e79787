/** The floor of searches: the leanest hand-written SQL, with its rows fetched and serialized. */
import { blockJson } from '@notegraph/graph'
import type { FoundBlock } from '@notegraph/store'
import type Database from 'better-sqlite3'
import { LIMIT } from './search-asking.ts'
import type { SearchQuestion } from './search-questions.ts'

/** A search may take one and a half times as long as its floor. */
export const TARGET = 0.67
export const TO = 'SQL by hand, rows fetched and serialised'
/** The most hits that are counted. */
export const COUNTED = 10_000

export const ROW = `block.id, parent_id AS parentId, ord AS "order", content, text, more, block.created_at AS createdAt,
  block.updated_at AS updatedAt, page.id AS pageId, page.name AS pageName`
export const JOINED = 'CROSS JOIN page ON page.n = block.page'

/** The faster of two ways: all numbers at once, or the window and then a count. */
export function floorOf(db: Database.Database, { from, values }: SearchQuestion): () => string {
  const found = db.prepare<[number], FoundBlock>(
    `SELECT ${ROW} FROM block ${JOINED} WHERE block.n = (SELECT ?)`, // a bare ? is planned again each time
  )
  const all = db.prepare<unknown[], number>(`SELECT block.n ${from} LIMIT ${COUNTED + 1}`).pluck()
  const window = db.prepare<unknown[], FoundBlock>(
    `SELECT ${ROW} FROM (SELECT block.n ${from} LIMIT ${LIMIT}) AS hit CROSS JOIN block ON block.n = hit.n ${JOINED}`,
  )
  const unordered = from.slice(0, from.lastIndexOf('ORDER BY'))
  const count = db
    .prepare<unknown[], number>(`SELECT count(*) FROM (SELECT 1 ${unordered} LIMIT ${COUNTED + 1})`)
    .pluck()
  const serialise = (blocks: readonly FoundBlock[], total: number) => {
    const list = blocks.map((block) => blockJson(block, block.pageName)).join()
    const counted = Math.min(total, COUNTED)
    const next = counted > blocks.length ? blocks.length : null
    return `{"blocks":[${list}],"total":${counted},"next":${next},"truncated":${total > COUNTED}}`
  }
  const atOnce = () => {
    const numbers = all.all(...values)
    const blocks = numbers.slice(0, LIMIT).map((n) => found.get(n)!)
    return serialise(blocks, numbers.length)
  }
  const inTwo = () => serialise(window.all(...values), count.get(...values)!)
  return timed(inTwo) < timed(atOnce) ? inTwo : atOnce
}

function timed(work: () => unknown): number {
  work()
  const begin = performance.now()
  work()
  return performance.now() - begin
}
