/** How many blocks a part of a question can be met by, as far as the rows tell without a look at blocks. */
import type { SettledLeaf } from '@notegraph/query'
import type { Db } from '../database.ts'
import { heldProperty, type Condition, type PageLeaf, type QueryCompiler } from '../query-sql.ts'
import { numberStatements } from './statements.ts'

/** As many as are worth counting. */
const MOST = 50_000
export interface Counts {
  /** That link or tag the page of this name. */
  readonly users: (name: string) => number
  /** That have the property, or pages that do; no more than `most`, or than are worth counting. */
  readonly holders: (leaf: Extract<SettledLeaf, { readonly kind: 'property' }>, most?: number) => number
  /** Gives the numbers of the pages that meet a question about pages; one may come more than once. */
  readonly pagesSql: (leaf: PageLeaf) => Condition
  /** The numbers of the pages that meet a question about pages. */
  readonly pagesOf: (leaf: PageLeaf) => number[]
  /** On pages, given as a JSON array of numbers. */
  readonly on: (pages: string) => number
}

export function counter(db: Db, compiler: QueryCompiler): Counts {
  const statement = numberStatements(db)
  const countUses = db
    .prepare<[string], number>(
      'SELECT coalesce(sum(tagged + linked), 0) FROM json_each(?) JOIN name ON name.n = value',
    )
    .pluck()
  const countOn = db
    .prepare<[string], number>(
      'SELECT coalesce(sum(blocks), 0) FROM json_each(?) CROSS JOIN page ON page.n = value',
    )
    .pluck()
  const users: Counts['users'] = (name) => countUses.get(JSON.stringify(compiler.namesLike([name])))!
  const on: Counts['on'] = (pages) => countOn.get(pages)!
  const holders: Counts['holders'] = (leaf, most = MOST) => {
    const { sql, values } = heldProperty(leaf)
    return statement(`SELECT count(*) FROM (SELECT 1 FROM property WHERE ${sql} LIMIT +?)`).get(
      ...values,
      most,
    )!
  }

  function pagesSql(node: PageLeaf): Condition {
    if (node.kind === 'page-tags') {
      const sql = `SELECT page.n FROM ref CROSS JOIN page ON page.n = source
        WHERE ref.name IN (SELECT value FROM json_each(?)) AND tag = 1`
      return { sql, values: [JSON.stringify(compiler.namesLike(node.tags))] }
    }
    if (node.kind === 'page-property') {
      const { sql, values } = heldProperty(node)
      return { sql: `SELECT page.n FROM property CROSS JOIN page ON page.n = source WHERE ${sql}`, values }
    }
    const { sql, values } = compiler.ofPages(node)
    return { sql: `SELECT page.n FROM page WHERE ${sql}`, values }
  }

  const pagesOf: Counts['pagesOf'] = (leaf) => {
    const { sql, values } = pagesSql(leaf)
    return statement(sql).all(...values)
  }

  return { users, holders, pagesSql, pagesOf, on }
}
