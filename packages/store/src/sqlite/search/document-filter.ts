/** Checks rows of blocks against a query, which is compiled to one SQL condition. */
import type { SettledQuery } from '@notegraph/query'
import type { DocumentFilter, DocumentSource, Listing, RowOrder } from '@notegraph/search-index'
import type { Window } from '../../graph/window.ts'
import { rows, type Db } from '../database/database.ts'
import type { Condition, QueryCompiler } from './query-sql.ts'
import { ON_PAGES, type Listings } from './listings.ts'
import { numberStatements, pairStatements } from './statements.ts'

const ALL: Window = { limit: Infinity, offset: 0 }

interface Compiled extends Condition {
  /** The join with the pages, if the condition needs them. */
  readonly page: string
}

const WITH_PAGE = 'CROSS JOIN page ON page.n = block.page'

const LATEST = 'block.updated_at DESC, block.id'
/** Only journal pages have a day, which their ids end with. */
const DAY = "CASE page.kind WHEN 'journal' THEN page.id END"
const ORDERS: { readonly [O in RowOrder]: string } = {
  updated: LATEST,
  day: `${DAY} NULLS LAST, ${LATEST}`,
  '-day': `${DAY} DESC NULLS LAST, ${LATEST}`,
}

export function documentFilters(
  db: Db,
  compiler: QueryCompiler,
  listings: Listings,
): DocumentSource['filter'] {
  const numbersOf = numberStatements(db)
  const timedOf = pairStatements(db)
  const indexed = db.prepare<[], number>("SELECT value FROM meta WHERE key = 'indexed'").pluck()

  return (query): DocumentFilter => {
    let known: Compiled | undefined
    /** Only once it is needed: compiling looks up names. */
    const condition = (): Compiled => (known ??= compile(compiler, query))

    function check(source: Condition, order: RowOrder | undefined, { limit, offset }: Window): number[] {
      const { sql, values, page } = condition()
      const join = order === undefined || order === 'updated' ? page : WITH_PAGE
      const sorted = order === undefined ? '' : `ORDER BY ${ORDERS[order]}`
      return numbersOf(
        `WITH hit(n) AS (${source.sql})
         SELECT block.n FROM hit CROSS JOIN record AS block ON block.n = hit.n ${join}
         WHERE ${sql} ${sorted} LIMIT +? OFFSET +?`,
      ).all(...source.values, ...values, rows(limit), offset)
    }

    return {
      matching: (numbers, most = numbers.length) =>
        most > 0 ? check(sqlOfNumbers(numbers), undefined, { limit: most, offset: 0 }) : [],
      inOrder: (listing, order, part = ALL) => check(sqlOf(listing, listings), order, part),
      unindexed() {
        const { sql, values, page } = condition()
        return timedOf(
          `SELECT block.n, block.updated_at FROM record AS block ${page} WHERE block.n > ? AND ${sql}
           UNION ALL SELECT block.n, block.updated_at FROM search_changed
             CROSS JOIN record AS block ON block.n = search_changed.n ${page} WHERE ${sql}`,
        )
          .all(indexed.get(), ...values, ...values)
          .map(([n, time]) => ({ n, time }))
      },
    }
  }
}

function compile(compiler: QueryCompiler, query: SettledQuery | undefined): Compiled {
  const { sql, values } = query ? compiler.condition(query) : { sql: '1', values: [] }
  const page = sql.includes('page.') ? WITH_PAGE : ''
  return { sql: `block.page IS NOT NULL AND ${sql}`, values, page }
}

/** A statement of the numbers of a listing. */
function sqlOf(listing: Listing, listings: Listings): Condition {
  switch (listing.kind) {
    case 'numbers':
      return sqlOfNumbers(listing.numbers)
    case 'leaf':
      return listings.listingSql(listing.leaf)
    case 'on-pages':
      return { sql: ON_PAGES, values: [JSON.stringify(listing.pages)] }
    case 'any': {
      const parts = listing.of.map((one) => sqlOf(one, listings))
      return {
        sql: parts.map(({ sql }) => `SELECT * FROM (${sql})`).join(' UNION '),
        values: parts.flatMap(({ values }) => values),
      }
    }
  }
}

const sqlOfNumbers = (numbers: readonly number[]): Condition => ({
  sql: 'SELECT value FROM json_each(?)',
  values: [JSON.stringify(numbers)],
})
