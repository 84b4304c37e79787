/** What pages add up to: the counts of their blocks and the time of the latest edit. @see decisions 3.1, 3.3 */
import type { Counts } from '@notegraph/graph'
import type { IndexStatements } from './index-statements.ts'

type Sums = { -readonly [K in keyof Counts]: Counts[K] }

/** Gathers one commit's differences, so that each page is written once however many blocks changed. */
export class PageSums {
  readonly #sql: IndexStatements
  readonly #pages = new Map<string, Sums>()
  readonly #live = new Map<string, boolean>()

  constructor(sql: IndexStatements) {
    this.#sql = sql
  }

  /** Whether a page is live, remembered for the commit. */
  exists(pageId: string): boolean {
    let live = this.#live.get(pageId)
    if (live === undefined) this.#live.set(pageId, (live = this.#sql.livePage.get(pageId) !== undefined))
    return live
  }

  /** The page has come, changed, or gone. */
  touch(pageId: string, live: boolean): void {
    this.#live.set(pageId, live)
    if (live) this.#of(pageId)
    else this.#pages.delete(pageId)
  }

  add(pageId: string, counts: Counts): void {
    this.#change(pageId, counts, 1)
  }

  remove(pageId: string, counts: Counts): void {
    this.#change(pageId, counts, -1)
  }

  finish(): void {
    for (const [id, sums] of this.#pages) this.#sql.addToPage.run({ ...sums, id })
  }

  #change(pageId: string, counts: Counts, sign: 1 | -1): void {
    const sums = this.#of(pageId)
    sums.blocks += sign * counts.blocks
    sums.words += sign * counts.words
    sums.sentences += sign * counts.sentences
    sums.paragraphs += sign * counts.paragraphs
    sums.characters += sign * counts.characters
  }

  #of(pageId: string): Sums {
    let sums = this.#pages.get(pageId)
    if (!sums) this.#pages.set(pageId, (sums = { blocks: 0, words: 0, sentences: 0, paragraphs: 0, characters: 0 }))
    return sums
  }
}
