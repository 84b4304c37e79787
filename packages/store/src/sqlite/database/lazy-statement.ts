/**
 * Statements that SQLite prepares when they are first used. A graph has about two hundred statements, and a caller uses
 * few of them. Preparing all took two thirds of the time to open a graph.
 */
import type { Database, Statement } from 'better-sqlite3'

type Prepared = Statement

/** Makes a database prepare each statement when it is first used. @returns the same database */
export function prepareLazily(db: Database): Database {
  const prepare = db.prepare.bind(db) as (sql: string) => Prepared
  db.prepare = ((sql: string) => new LazyStatement(() => prepare(sql))) as unknown as Database['prepare']
  return db
}

/**
 * Implements the methods of a statement that this package uses. After the first call, each is the prepared statement's
 * own method. An import makes hundreds of thousands of calls, and a wrapper costs time in each and in its compilation.
 */
class LazyStatement implements Pick<Prepared, 'run' | 'get' | 'all' | 'iterate'> {
  readonly #prepare: () => Prepared
  #shape: 'pluck' | 'raw' | undefined

  constructor(prepare: () => Prepared) {
    this.#prepare = prepare
  }

  #statement(): Prepared {
    const prepared = this.#prepare()
    if (this.#shape) prepared[this.#shape]()
    this.run = prepared.run.bind(prepared)
    this.get = prepared.get.bind(prepared)
    this.all = prepared.all.bind(prepared)
    this.iterate = prepared.iterate.bind(prepared)
    return prepared
  }

  run(...values: unknown[]): ReturnType<Prepared['run']> {
    return this.#statement().run(...values)
  }

  get(...values: unknown[]): unknown {
    return this.#statement().get(...values)
  }

  all(...values: unknown[]): unknown[] {
    return this.#statement().all(...values)
  }

  iterate(...values: unknown[]): IterableIterator<unknown> {
    return this.#statement().iterate(...values)
  }

  pluck(): this {
    this.#shape = 'pluck'
    return this
  }

  raw(): this {
    this.#shape = 'raw'
    return this
  }
}
