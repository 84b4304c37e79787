/** The documents of the search index: the blocks of a graph. */
import type { Marker, Priority } from '@notegraph/block-text'
import type { DocumentRows, IndexedDocument, RecordSize } from '@notegraph/search-index'
import type { Db } from '../database/database.ts'
import { PRIORITY_CODES } from '../schema/codes.ts'

interface BlockRow {
  readonly n: number
  readonly page: number
  readonly updatedAt: number
  readonly createdAt: number
  readonly marker: Marker | null
  readonly rank: number
  readonly scheduled: number | null
  readonly deadline: number | null
  readonly due: number
  readonly words: string
}

const SELECT = `SELECT block.n, block.page, block.updated_at AS updatedAt, block.created_at AS createdAt, block.marker,
  block.rank, block.scheduled, block.deadline, block.due, words.words
  FROM block CROSS JOIN block_words AS words ON words.n = block.n`

const PRIORITIES: ReadonlyMap<number, Priority> = new Map(
  (Object.keys(PRIORITY_CODES) as Priority[]).map((priority) => [PRIORITY_CODES[priority], priority]),
)

const documentOf = (row: BlockRow): IndexedDocument => ({
  n: row.n,
  page: row.page,
  updatedAt: row.updatedAt,
  createdAt: row.createdAt,
  marker: row.marker ?? undefined,
  priority: PRIORITIES.get(row.rank),
  scheduled: row.scheduled ?? undefined,
  deadline: row.deadline ?? undefined,
  due: row.due,
  words: row.words,
})

export function documentRows(db: Db): DocumentRows {
  // Patches of a replica change rows too, and several may belong to one commit.
  const revision = db
    .prepare<[], number>("SELECT sum(value) FROM meta WHERE key IN ('seq', 'patches')")
    .pluck()
  const last = db.prepare<[], number>('SELECT coalesce(max(n), 0) FROM record').pluck()
  const size = db.prepare<[number], number>('SELECT size FROM record WHERE n = ?').pluck()
  const sizes = db.prepare<[number, number], RecordSize>(
    'SELECT n, size FROM record WHERE n > ? ORDER BY n LIMIT +?',
  )
  const one = db.prepare<[number], BlockRow>(`${SELECT} WHERE block.n = ?`)
  const some = db.prepare<[number, number, string], BlockRow>(
    `${SELECT} WHERE block.n > ? AND block.n <= ? AND block.n NOT IN (SELECT value FROM json_each(?)) ORDER BY block.n`,
  )
  const all = db.prepare<[], BlockRow>(`${SELECT} ORDER BY block.n`)
  return {
    revision: () => revision.get() ?? 0,
    last: () => last.get() ?? 0,
    sizeOf: (n) => size.get(n) ?? 0,
    sizesAfter: (n, most) => sizes.all(n, most),
    get(n) {
      const row = one.get(n)
      return row && documentOf(row)
    },
    between: (after, to, except) => some.all(after, to, JSON.stringify(except)).map(documentOf),
    *all() {
      for (const row of all.iterate()) yield documentOf(row)
    },
  }
}
