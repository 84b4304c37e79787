/** What pages add up to: the counts of their blocks and the time of the latest edit. @see decisions 3.1, 3.3 */
import type { BlockRow, Counts } from '@notegraph/graph'
import type { IndexStatements } from './index-statements.ts'

type Sums = { -readonly [K in keyof Counts]: Counts[K] } & {
  /** How many more blocks refer to others; their words are counted when they are read. */
  referring: number
  /** The latest stamp among what was added, and among what was taken away. */
  latest: number
  lost: number
}
type Block = Counts & { readonly updatedAt: number; readonly referring: 0 | 1 }

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
    const known = this.#live.get(pageId)
    if (known !== undefined || this.#live.has(pageId)) return known
    const n = this.#sql.livePage.get(pageId)?.n
    this.#live.set(pageId, n)
    return n
  }

  /** The page is put, live under this number or not. */
  know(pageId: string, n: number | undefined): void {
    this.#live.set(pageId, n)
  }

  /** The page has come or changed. @param before its stamp as it was */
  touch(pageId: string, n: number, before: number): void {
    this.#live.set(pageId, n)
    const sums = this.#of(n)
    sums.lost = Math.max(sums.lost, before)
  }

  /** The page has gone. */
  drop(pageId: string, n: number): void {
    this.#live.set(pageId, undefined)
    this.#pages.delete(n)
  }

  add(page: number, { counts, updatedAt, places }: BlockRow): void {
    const sums = this.#change(page, counts, 1)
    if (places !== undefined) sums.referring++
    if (updatedAt > sums.latest) sums.latest = updatedAt
  }

  remove(page: number, block: Block): void {
    const sums = this.#change(page, block, -1)
    sums.referring -= block.referring
    sums.lost = Math.max(sums.lost, block.updatedAt)
    if (sums.latest === block.updatedAt) sums.latest = 0 // it may have been this one's, added before
  }

  finish(): void {
    for (const [n, sums] of this.#pages) this.#sql.addToPage.run({ ...sums, n })
  }

  #change(page: number, counts: Counts, sign: 1 | -1): Sums {
    const sums = this.#of(page)
    sums.blocks += sign * counts.blocks
    sums.words += sign * counts.words
    sums.sentences += sign * counts.sentences
    sums.paragraphs += sign * counts.paragraphs
    sums.characters += sign * counts.characters
    return sums
  }

  #of(page: number): Sums {
    let sums = this.#pages.get(page)
    if (!sums) {
      sums = {
        blocks: 0,
        words: 0,
        sentences: 0,
        paragraphs: 0,
        characters: 0,
        referring: 0,
        latest: 0,
        lost: 0,
      }
      this.#pages.set(page, sums)
    }
    return sums
  }
}
