/** The blocks of a graph as a search reads them beside its index: rows that are checked, listings and counts. */
import { journalDay } from '@notegraph/graph'
import type { DocumentSource, TimedDocument } from '@notegraph/search-index'
import type { Db } from '../database/database.ts'
import { queryCompiler } from './query-sql.ts'
import { documentFilters } from './document-filter.ts'
import { documentRows } from './document-rows.ts'
import { Listings } from './listings.ts'

export function documentSource(db: Db): DocumentSource {
  const compiler = queryCompiler(db)
  const listings = new Listings(db, compiler)
  return {
    ...documentRows(db),
    ...rowsByNumber(db),
    filter: documentFilters(db, compiler, listings),
    listed: (leaf) => listings.listed(leaf),
    countListed: (leaf, most) => listings.countListed(leaf, most),
    onPages: (pages) => listings.onPages(pages),
    countOnPages: (pages) => listings.countOnPages(pages),
    pages: () => listings.pages(),
    pagesOf: (leaf, most) => listings.pagesOf(leaf, most),
  }
}

function rowsByNumber(
  db: Db,
): Pick<DocumentSource, 'times' | 'ids' | 'byId' | 'texts' | 'pageNumbers' | 'days'> {
  const times = db.prepare<[string], TimedDocument>(
    'SELECT block.n, updated_at AS time FROM json_each(?) CROSS JOIN block ON block.n = value',
  )
  const ids = db.prepare<[string], { n: number; id: string }>(
    'SELECT n, record.id FROM json_each(?) CROSS JOIN record ON record.n = value',
  )
  const byId = db.prepare<[], number>('SELECT n FROM record ORDER BY id').pluck()
  const pages = db.prepare<[string], { n: number; page: number }>(
    'SELECT block.n, block.page FROM json_each(?) CROSS JOIN block ON block.n = value',
  )
  const journals = db.prepare<[], { n: number; id: string }>("SELECT n, id FROM page WHERE kind = 'journal'")
  const texts = db.prepare<[string], { n: number; words: string }>(
    'SELECT block_words.n, words FROM json_each(?) CROSS JOIN block_words ON block_words.n = value',
  )
  return {
    texts: (numbers) => new Map(texts.all(JSON.stringify(numbers)).map(({ n, words }) => [n, words])),
    pageNumbers: (numbers) => new Map(pages.all(JSON.stringify(numbers)).map(({ n, page }) => [n, page])),
    days: () => new Map(journals.all().map(({ n, id }) => [n, journalDay(id)!])),
    times: (numbers) => times.all(JSON.stringify(numbers)),
    ids: (numbers) => new Map(ids.all(JSON.stringify(numbers)).map(({ n, id }) => [n, id])),
    byId: () => byId.iterate(),
  }
}
