/** The numbers of live pages, read once in a transaction. */
import type { DerivedStatements } from './derived-statements.ts'

export class LivePages {
  readonly #sql: DerivedStatements
  readonly #numbers = new Map<string, number | undefined>()

  constructor(sql: DerivedStatements) {
    this.#sql = sql
  }

  /** @returns nothing if there is no such page */
  numberOf(id: string): number | undefined {
    const known = this.#numbers.get(id)
    if (known !== undefined || this.#numbers.has(id)) return known
    const n = this.#sql.livePage.get(id)?.n
    this.#numbers.set(id, n)
    return n
  }

  /** Says what the transaction makes of a page. @param n nothing if it deletes the page */
  set(id: string, n: number | undefined): void {
    this.#numbers.set(id, n)
  }
}
