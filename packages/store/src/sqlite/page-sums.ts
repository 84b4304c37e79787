/** What pages add up to: the counts of their blocks and the time of the latest edit. @see decisions 3.1, 3.3 */
import type { Counts } from '@notegraph/graph'
import type { IndexStatements } from './index-statements.ts'

type Sums = { -readonly [K in keyof Counts]: Counts[K] }

/** Gathers one transaction's differences, so that each page is written once however many blocks changed. */
export class PageSums {
  readonly #sql: IndexStatements
  /** By the page's number. */
  readonly #pages = new Map<number, Sums>()
  readonly #live = new Map<string, number | undefined>()

  constructor(sql: IndexStatements) {
    this.#sql = sql
  }

  /** The number of a live page, remembered for the transaction. */
  numberOf(pageId: string): number | undefined {
    if (!this.#live.has(pageId)) this.#live.set(pageId, this.#sql.livePage.get(pageId)?.n)
    return this.#live.get(pageId)
  }

  /** The page has come or changed. */
  touch(pageId: string, n: number): void {
    this.#live.set(pageId, n)
    this.#of(n)
  }

  /** The page has gone. */
  drop(pageId: string, n: number): void {
    this.#live.set(pageId, undefined)
    this.#pages.delete(n)
  }

  add(page: number, counts: Counts): void {
    this.#change(page, counts, 1)
  }

  remove(page: number, counts: Counts): void {
    this.#change(page, counts, -1)
  }

  finish(): void {
    for (const [n, sums] of this.#pages) this.#sql.addToPage.run({ ...sums, n })
  }

  #change(page: number, counts: Counts, sign: 1 | -1): void {
    const sums = this.#of(page)
    sums.blocks += sign * counts.blocks
    sums.words += sign * counts.words
    sums.sentences += sign * counts.sentences
    sums.paragraphs += sign * counts.paragraphs
    sums.characters += sign * counts.characters
  }

  #of(page: number): Sums {
    let sums = this.#pages.get(page)
    if (!sums)
      this.#pages.set(page, (sums = { blocks: 0, words: 0, sentences: 0, paragraphs: 0, characters: 0 }))
    return sums
  }
}
