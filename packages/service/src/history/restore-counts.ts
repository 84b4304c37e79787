/** Counts what a restore changes. A page on which a block with conflicting versions stays is not deleted. @see history 4 */
import type { RestoreAnswer } from '@notegraph/contract'
import { nameOf, type GraphRecord } from '@notegraph/graph'
import type { Restored } from './as-it-was.ts'

/** The counts of a restore. */
export type RestoreCounts = Pick<RestoreAnswer, 'pages' | 'blocks' | 'kept'>

/** The page that an entry of the change list names. */
export interface Subject {
  readonly page: string
  readonly pageId: string
}

/** Counts the records of a restore, one after the other. */
export class RestoreCounter {
  readonly #pages = { changed: 0, back: 0 }
  readonly #blocks = { changed: 0, back: 0, gone: 0 }
  readonly #pagesGone = new Set<string>()
  /** Pages of blocks that stay. */
  readonly #keptOn = new Set<string>()
  #kept = 0
  #subject: Subject | undefined

  /** @param held the present record */
  add(held: GraphRecord | undefined, done: Restored): void {
    if (done.how === 'kept' && held && held.kind !== 'page') {
      this.#kept++
      this.#keptOn.add(held.place.pageId)
    }
    if (!('record' in done)) return
    const { how, record } = done
    if (record.kind !== 'page') this.#blocks[how]++
    else if (how === 'gone') this.#pagesGone.add(record.id)
    else this.#pages[how]++
    if (record.kind === 'page') this.#subject ??= { page: nameOf(record), pageId: record.id }
  }

  /** Whether a block stays on the page. */
  isKept(pageId: string): boolean {
    return this.#keptOn.has(pageId)
  }

  /** The first page that changes. */
  get subject(): Subject | undefined {
    return this.#subject
  }

  get counts(): RestoreCounts {
    const gone = [...this.#pagesGone].filter((pageId) => !this.#keptOn.has(pageId)).length
    return { pages: { ...this.#pages, gone }, blocks: { ...this.#blocks }, kept: this.#kept }
  }
}

/** The number of records that a restore writes. */
export const written = ({ pages, blocks }: Pick<RestoreCounts, 'pages' | 'blocks'>): number =>
  [pages, blocks].reduce((sum, { changed, back, gone }) => sum + changed + back + gone, 0)
