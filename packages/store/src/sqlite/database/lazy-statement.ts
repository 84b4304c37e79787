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

/** Implements the methods of a statement that this package uses. */
class LazyStatement implements Pick<Prepared, 'run' | 'get' | 'all' | 'iterate'> {
  readonly #prepare: () => Prepared
  #shape: 'pluck' | 'raw' | undefined
  #prepared: Prepared | undefined

  constructor(prepare: () => Prepared) {
    this.#prepare = prepare
  }

  #statement(): Prepared {
    if (this.#prepared) return this.#prepared
    const prepared = this.#prepare()
    if (this.#shape) prepared[this.#shape]()
    return (this.#prepared = prepared)
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
