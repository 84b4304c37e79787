/** Reads which pages commits wrote on, without reading the text of their blocks. A move wrote on both of its pages. */
import { nameFiles, type FileName } from '@notegraph/block-text'
import { nameOf, type PageRecord } from '@notegraph/graph'
import type { ChangedPage, ChangedPages, FeedPosition, FeedStore } from '../../graph/feed.ts'
import type { Db } from '../database/database.ts'
import { movedFromReader } from './moved-from.ts'
import { KIND_CODES } from '../schema/codes.ts'

type Most = Parameters<FeedStore['changedPages']>[1]

/** A record of the feed, with the id of its page. */
interface ChangedRow extends FeedPosition {
  readonly pageId: string | null
}

/**
 * @param origin the service's own origin; its file addresses are shown as file names
 * @returns a function that reads the pages after a position
 */
export function changedPages(
  db: Db,
  origin: string | undefined,
): (from: FeedPosition, most: Most) => Pick<ChangedPages, 'pages' | 'position' | 'more'> {
  // Two statements and a plus before each `?`, as in `feedRows`. Only live blocks have the column `page`.
  const rows = (where: string) => `
    SELECT record.seq, record.n, CASE WHEN record.kind = ${KIND_CODES.page} THEN record.id
      ELSE coalesce(home.id, record.doc ->> '$.place.pageId') END AS pageId
    FROM record LEFT JOIN record AS home ON home.n = record.page WHERE ${where} LIMIT +?`
  const ofCommit = db.prepare<[number, number, number], ChangedRow>(
    rows('record.seq = +? AND record.n > +? ORDER BY record.n'),
  )
  const ofLater = db.prepare<[number, number], ChangedRow>(
    rows('record.seq > +? ORDER BY record.seq, record.n'),
  )
  const live = db.prepare<[string], string>('SELECT name FROM page WHERE id = ?').pluck()
  const deleted = db
    .prepare<[string], string>(
      `SELECT doc FROM record WHERE id = ? AND deleted = 1 AND kind = ${KIND_CODES.page}`,
    )
    .pluck()
  const file = db.prepare<[string], FileName>('SELECT name, type FROM file WHERE id = ?')

  function* after({ seq, n }: FeedPosition, most: number): Iterable<ChangedRow> {
    const own = ofCommit.all(seq, n, most)
    yield* own
    if (own.length < most) yield* ofLater.iterate(seq, most - own.length)
  }

  function pageOf(id: string): ChangedPage | undefined {
    const name = live.get(id)
    if (name !== undefined) return { id, name, isDeleted: false }
    const doc = deleted.get(id)
    if (doc === undefined) return undefined
    // The names of live pages are stored as readers see them.
    const last = nameOf(JSON.parse(doc) as PageRecord)
    return { id, name: nameFiles(last, (fileId) => file.get(fileId), origin), isDeleted: true }
  }

  const leftSince = movedFromReader(db)

  return (from, most) => {
    const ids = new Set<string>()
    let position = from
    let count = 0
    let more = false
    for (const { pageId, seq, n } of after(from, most.records + 1)) {
      const both = pageId === null ? [] : [pageId, ...leftSince(n, from)].filter((id) => !ids.has(id))
      more = count === most.records || (ids.size > 0 && ids.size + both.length > most.pages)
      if (more) break
      // A record that moved between more pages at once names the first of them.
      for (const id of both.slice(0, most.pages)) ids.add(id)
      position = { seq, n }
      count++
    }
    const pages = Array.from(ids, pageOf).filter((page) => page !== undefined)
    return { pages, position, more }
  }
}
