/** The pages that a query about pages is true of. Sets of pages are combined before documents are, since pages are few. */
import { isPageLeaf, type SettledQuery } from '@notegraph/query'
import type { DocumentSource } from '../documents.ts'
import { Bitmap } from '../sets/bitmap.ts'

/** For one query. */
export class PageSets {
  readonly #documents: DocumentSource
  readonly #size: number
  readonly #sets = new Map<SettledQuery, Bitmap>()
  #all: Bitmap | undefined

  /** @param size @see Bitmap */
  constructor(documents: DocumentSource, size: number) {
    this.#documents = documents
    this.#size = size
  }

  /** @throws TypeError if the query asks about more than pages */
  of(query: SettledQuery): Bitmap {
    let pages = this.#sets.get(query)
    if (!pages) this.#sets.set(query, (pages = this.#find(query)))
    return pages
  }

  #find(query: SettledQuery): Bitmap {
    if (query.kind === 'not') {
      this.#all ??= Bitmap.of(this.#size, this.#documents.pages())
      return this.#all.andNot(this.of(query.operand))
    }
    if ('operands' in query)
      return query.operands
        .map((operand) => this.of(operand))
        .reduce((a, b) => (query.kind === 'and' ? a.and(b) : a.or(b)))
    if (!isPageLeaf(query)) throw new TypeError(`${query.kind} asks about more than pages`)
    return Bitmap.of(this.#size, this.#documents.pagesOf(query))
  }
}
