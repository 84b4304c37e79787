/**
 * The simplest search: every document in memory, in the order of an answer, read until enough match. It gives the same
 * answers as the index, and shows what the index has to be better than.
 */
import { foldForSearch } from '@notegraph/block-text'
import type { DocumentSource, Hits, IndexedDocument } from '@notegraph/search-index'
import { isPageLeaf, type SettledQuery } from '@notegraph/query'
import type { Window } from '@notegraph/store'

type Condition = (document: IndexedDocument) => boolean

export class MemoryScan {
  readonly #source: DocumentSource
  #documents: readonly IndexedDocument[] = []
  #revision = -1

  constructor(source: DocumentSource) {
    this.#source = source
  }

  find(query: SettledQuery, { limit, offset }: Window, ceiling: number): Hits {
    if (this.#revision !== this.#source.revision()) this.#read()
    const matches = this.#condition(query)
    const numbers: number[] = []
    for (const document of this.#documents) {
      if (numbers.length > ceiling) break
      if (matches(document)) numbers.push(document.n)
    }
    const end = Math.min(offset + limit, ceiling)
    const total = Math.min(numbers.length, ceiling)
    return { numbers: numbers.slice(offset, end), total, truncated: numbers.length > ceiling }
  }

  #read(): void {
    this.#revision = this.#source.revision()
    const documents = [...this.#source.all()]
    const ids = this.#source.ids(documents.map(({ n }) => n))
    const idOf = ({ n }: IndexedDocument) => ids.get(n) ?? ''
    this.#documents = documents.toSorted((a, b) => b.updatedAt - a.updatedAt || (idOf(a) < idOf(b) ? -1 : 1))
  }

  #condition(query: SettledQuery): Condition {
    if (isPageLeaf(query)) {
      const pages = new Set(this.#source.pagesOf(query))
      return ({ page }) => pages.has(page)
    }
    switch (query.kind) {
      case 'and':
      case 'or': {
        const [one, ...others] = query.operands.map((operand) => this.#condition(operand))
        const isAnd = query.kind === 'and'
        return (document) =>
          others.reduce((found, next) => (found === isAnd ? next(document) : found), one!(document))
      }
      case 'not': {
        const matches = this.#condition(query.operand)
        return (document) => !matches(document)
      }
      case 'words': {
        const words = foldForSearch(query.text)
        return (document) => document.words.includes(words)
      }
      case 'ref':
      case 'property': {
        const numbers = new Set(this.#source.listed(query))
        return ({ n }) => numbers.has(n)
      }
      case 'task':
        return ({ marker }) => marker !== undefined && query.markers.includes(marker)
      case 'priority':
        return ({ priority }) => priority !== undefined && query.priorities.includes(priority)
      case 'between': {
        const { field, first, last } = query
        const of = field === 'created' ? 'createdAt' : field === 'updated' ? 'updatedAt' : field
        return ({ [of]: value }) => value !== undefined && value >= first && value <= last
      }
    }
  }
}
