/**
 * The sums of a page: the counts of its blocks and the time of the latest edit. All changes of one commit are added
 * first, so the store writes each page once.
 *
 * @see decisions 3.1, 3.3
 */
import type { BlockRow } from '../block-row.ts'
import type { Counts } from '../counts.ts'

/** The columns of a stored block that its page's sums include. */
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

/** A change of one page's sums; the counts are differences. */
export interface PageSumsPut extends Counts {
  readonly page: number
  /** The difference in the number of its blocks that refer to others. */
  readonly referring: number
  /** A lower bound of its latest edit, together with its record's own stamp. */
  readonly latest: number
  /** Whether the latest edit may be gone. The store then reads it again from the page and its blocks. */
  readonly recount: boolean
}

type Sums = { -readonly [K in keyof Counts]: Counts[K] } & {
  referring: number
  /** The latest stamp that was added. */
  latest: number
  /** The latest stamp that was removed. */
  lost: number
  /** The new stamp of the page record, if the commit changes it. */
  own: number
}

/** Adds up the changes of one commit. The store's numbers identify pages. */
export class PageSums {
  readonly #pages = new Map<number, Sums>()
  readonly #deleted = new Set<number>()

  /**
   * Adds a live page that is new or changed.
   *
   * @param before its stamp before the change; 0 for a new page
   */
  put(page: number, before: number, after: number): void {
    const sums = this.#of(page)
    sums.lost = Math.max(sums.lost, before)
    sums.own = after
  }

  /** Drops the sums of a deleted page. */
  delete(page: number): void {
    this.#pages.delete(page)
    this.#deleted.add(page)
  }

  /** Adds a block to the sums of its page. */
  add(page: number, { counts, updatedAt, places }: Pick<BlockRow, 'counts' | 'updatedAt' | 'places'>): void {
    const sums = this.#of(page)
    change(sums, counts, 1)
    if (places !== undefined) sums.referring++
    if (updatedAt > sums.latest) sums.latest = updatedAt
  }

  /** Subtracts a block that changed, moved or was deleted. */
  remove(block: BlockTotals): void {
    if (this.#deleted.has(block.page)) return
    const sums = this.#of(block.page)
    change(sums, block, -1)
    sums.referring -= block.referring
    sums.lost = Math.max(sums.lost, block.updatedAt)
    if (sums.latest === block.updatedAt) sums.latest = 0 // The commit may have added the same block before
  }

  /**
   * Step 1.
   *
   * @returns numbers of the pages that may have lost their latest edit; the store loads their times
   */
  toLoad(): number[] {
    const pages: number[] = []
    for (const [page, sums] of this.#pages) if (mayLose(sums)) pages.push(page)
    return pages
  }

  /**
   * Step 2.
   *
   * @param times the times of the pages from step 1, by number
   */
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
