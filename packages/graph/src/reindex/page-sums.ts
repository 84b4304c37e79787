/**
 * The sums of a page: the counts of its blocks and the time of the latest edit. The changes of one commit are added up
 * first, so that each page is written once however many of its blocks changed.
 *
 * @see decisions 3.1, 3.3
 */
import type { BlockRow } from '../block-row.ts'
import type { Counts } from '../counts.ts'

/** The part of a stored block that its page's sums include. */
export interface BlockTotals extends Counts {
  /** The number of its page. */
  readonly page: number
  readonly updatedAt: number
  /** 1 if it refers to other blocks. */
  readonly referring: 0 | 1
}

/** Times of a stored page, in milliseconds since 1970. */
export interface PageTimes {
  /** The latest edit of the page or of any block on it. */
  readonly editedAt: number
  /** The page record's own stamp. */
  readonly updatedAt: number
}

/** A change of one page's sums. */
export interface PageSumsPut extends Counts {
  readonly page: number
  /** How many more of its blocks refer to others. */
  readonly referring: number
  /** Its latest edit is at least this one and its record's own stamp. */
  readonly latest: number
  /** Whether its latest edit may be gone, so that it is read again from the page and its blocks. */
  readonly recount: boolean
}

type Sums = { -readonly [K in keyof Counts]: Counts[K] } & {
  referring: number
  /** The latest stamp that was added. */
  latest: number
  /** The latest stamp that was taken away. */
  lost: number
  /** The page record's new stamp, if it is part of the commit. */
  own: number
}

/** Adds up the changes of one commit. Pages go by the numbers that the store gave them. */
export class PageSums {
  readonly #pages = new Map<number, Sums>()
  readonly #deleted = new Set<number>()

  /** A live page is new or changed. @param before the stamp that it had; 0 for a new page */
  put(page: number, before: number, after: number): void {
    const sums = this.#of(page)
    sums.lost = Math.max(sums.lost, before)
    sums.own = after
  }

  /** A page is deleted: nothing of its sums is kept. */
  delete(page: number): void {
    this.#pages.delete(page)
    this.#deleted.add(page)
  }

  /** A block is on the page now. */
  add(page: number, { counts, updatedAt, places }: Pick<BlockRow, 'counts' | 'updatedAt' | 'places'>): void {
    const sums = this.#of(page)
    change(sums, counts, 1)
    if (places !== undefined) sums.referring++
    if (updatedAt > sums.latest) sums.latest = updatedAt
  }

  /** A block is no longer on its page, or no longer as it was. */
  remove(block: BlockTotals): void {
    if (this.#deleted.has(block.page)) return
    const sums = this.#of(block.page)
    change(sums, block, -1)
    sums.referring -= block.referring
    sums.lost = Math.max(sums.lost, block.updatedAt)
    if (sums.latest === block.updatedAt) sums.latest = 0 // the same block may have been added before
  }

  /** Step 1. @returns numbers of the pages that may have lost their latest edit: their times decide */
  toLoad(): number[] {
    return Array.from(this.#pages)
      .filter(([, sums]) => mayLose(sums))
      .map(([page]) => page)
  }

  /** Step 2. @param times of the pages to load, by number */
  *toPut(times: ReadonlyMap<number, PageTimes>): Generator<PageSumsPut> {
    for (const [page, sums] of this.#pages) {
      const { blocks, words, sentences, paragraphs, characters, referring, latest } = sums
      const recount = mayLose(sums) && losesLatest(sums.lost, times.get(page))
      yield { page, blocks, words, sentences, paragraphs, characters, referring, latest, recount }
    }
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
        own: 0,
      }
      this.#pages.set(page, sums)
    }
    return sums
  }
}

const mayLose = ({ lost, latest, own }: Sums): boolean => lost > latest && lost > own

const losesLatest = (lost: number, times: PageTimes | undefined): boolean =>
  times !== undefined && lost >= times.editedAt && lost > times.updatedAt

function change(sums: Sums, counts: Counts, sign: 1 | -1): void {
  sums.blocks += sign * counts.blocks
  sums.words += sign * counts.words
  sums.sentences += sign * counts.sentences
  sums.paragraphs += sign * counts.paragraphs
  sums.characters += sign * counts.characters
}
