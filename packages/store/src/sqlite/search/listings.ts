/** Documents and pages that the rows of references, properties and pages name. */
import type { PageLeaf } from '@notegraph/query'
import type { PropertyLeaf, RefLeaf } from '@notegraph/search-index'
import type { Statement } from 'better-sqlite3'
import type { Db } from '../database/database.ts'
import type { Condition, QueryCompiler } from './query-sql.ts'
import { numberStatements } from './statements.ts'

const USERS = 'SELECT source FROM ref WHERE name IN (SELECT value FROM json_each(?)) AND tag IN (0, 1)'
/** Documents on pages, given as a JSON array of their numbers. */
export const ON_PAGES = 'SELECT block.n FROM json_each(?) CROSS JOIN block ON block.page = value'

export class Listings {
  readonly #compiler: QueryCompiler
  readonly #statement: (sql: string) => Statement<unknown[], number>
  readonly #uses: Statement<[names: string], number>
  readonly #users: Statement<[names: string], number>
  readonly #onPages: Statement<[pages: string], number>
  readonly #countOnPages: Statement<[pages: string], number>
  readonly #pages: Statement<[], number>

  constructor(db: Db, compiler: QueryCompiler) {
    this.#compiler = compiler
    this.#statement = numberStatements(db)
    this.#uses = db
      .prepare<[string], number>(
        'SELECT coalesce(sum(tagged + linked), 0) FROM json_each(?) JOIN name ON name.n = value',
      )
      .pluck()
    this.#users = db.prepare<[string], number>(USERS).pluck()
    this.#onPages = db.prepare<[string], number>(ON_PAGES).pluck()
    this.#countOnPages = db
      .prepare<[string], number>(
        'SELECT coalesce(sum(blocks), 0) FROM json_each(?) CROSS JOIN page ON page.n = value',
      )
      .pluck()
    this.#pages = db.prepare<[], number>('SELECT n FROM page').pluck()
  }

  listed(leaf: RefLeaf | PropertyLeaf): number[] {
    if (leaf.kind === 'ref') return this.#users.all(this.#namesOf(leaf))
    const { sql, values } = this.#compiler.heldProperty(leaf)
    return this.#statement(`SELECT source FROM property WHERE ${sql}`).all(...values)
  }

  countListed(leaf: RefLeaf | PropertyLeaf, most: number): number {
    if (leaf.kind === 'ref') return this.#uses.get(this.#namesOf(leaf)) ?? 0
    const { sql, values } = this.#compiler.heldProperty(leaf)
    const count = `SELECT count(*) FROM (SELECT 1 FROM property WHERE ${sql} LIMIT +?)`
    return this.#statement(count).get(...values, most) ?? 0
  }

  onPages(pages: readonly number[]): number[] {
    return this.#onPages.all(JSON.stringify(pages))
  }

  countOnPages(pages: readonly number[]): number {
    return this.#countOnPages.get(JSON.stringify(pages)) ?? 0
  }

  pages(): number[] {
    return this.#pages.all()
  }

  pagesOf(leaf: PageLeaf, most?: number): number[] {
    const { sql, values } = this.#pagesSql(leaf)
    const limit = most === undefined ? '' : ` LIMIT ${most}`
    return this.#statement(`${sql}${limit}`).all(...values)
  }

  /** The numbers of a listing as a statement, each once. */
  listingSql(leaf: RefLeaf | PropertyLeaf): Condition {
    if (leaf.kind === 'ref')
      return { sql: USERS.replace('SELECT', 'SELECT DISTINCT'), values: [this.#namesOf(leaf)] }
    const { sql, values } = this.#compiler.heldProperty(leaf)
    return { sql: `SELECT DISTINCT source FROM property WHERE ${sql}`, values }
  }

  #namesOf({ name, literal }: RefLeaf): string {
    return JSON.stringify(this.#compiler.namesLike([name], literal))
  }

  #pagesSql(leaf: PageLeaf): Condition {
    if (leaf.kind === 'page-tags') {
      const sql = `SELECT page.n FROM ref CROSS JOIN page ON page.n = source
        WHERE ref.name IN (SELECT value FROM json_each(?)) AND tag = 1`
      return { sql, values: [JSON.stringify(this.#compiler.namesLike(leaf.tags, leaf.literal))] }
    }
    if (leaf.kind === 'page-property') {
      const { sql, values } = this.#compiler.heldProperty(leaf)
      return { sql: `SELECT page.n FROM property CROSS JOIN page ON page.n = source WHERE ${sql}`, values }
    }
    const { sql, values } = this.#compiler.ofPages(leaf)
    return { sql: `SELECT page.n FROM page WHERE ${sql}`, values }
  }
}
