/**
 * Queries that few documents can match, as the counts of the source show at once. The source answers them from listings
 * of its own in less time than it takes to pass them to another thread.
 */
import { isPageLeaf, type PageLeaf, type SettledQuery } from '@notegraph/query'
import type { DocumentSource, Listing, PropertyLeaf, RefLeaf } from '../documents.ts'
import { checkCost } from './costs.ts'

/** A listing with all documents that match. */
export interface ListingPlan {
  readonly listing: Listing
  /** Whether each listed document matches. */
  readonly exact: boolean
  /** The number of documents that match, if it is known. */
  readonly total?: number
  /** Microseconds, about, to read the documents. */
  readonly cost: number
}

/** The number of pages that are read to find out whether few documents are on them. */
const MAX_PAGES = 100
/** Checking a document costs so much more for a query of more operands that a quarter as many documents are few. */
const MANY_OPERANDS = 4

export class ListingPlanner {
  readonly #documents: DocumentSource

  constructor(documents: DocumentSource) {
    this.#documents = documents
  }

  /** @param maxCost microseconds @returns undefined if it would cost more, or if nobody knows without a search */
  plan(query: SettledQuery, maxCost: number): ListingPlan | undefined {
    return this.#plan(query, countOperands(query) > MANY_OPERANDS ? maxCost / 4 : maxCost)
  }

  #plan(query: SettledQuery, maxCost: number): ListingPlan | undefined {
    if (isPageLeaf(query)) return this.#onPages(query, maxCost)
    switch (query.kind) {
      case 'and':
        return this.#cheapest(query.operands, maxCost)
      case 'or':
        return this.#all(query.operands, maxCost)
      case 'ref':
        return this.#listed(query, Infinity, maxCost)
      case 'property':
        return this.#listed(query, Math.ceil(maxCost / farCost(1)) + 1, maxCost)
      case 'not':
      case 'words':
      case 'task':
      case 'priority':
      case 'between':
        return undefined
    }
  }

  #listed(leaf: RefLeaf | PropertyLeaf, most: number, maxCost: number): ListingPlan | undefined {
    const cost = farCost(this.#documents.countListed(leaf, most))
    return cost > maxCost ? undefined : { listing: { kind: 'leaf', leaf }, exact: true, cost }
  }

  #cheapest(operands: readonly SettledQuery[], maxCost: number): ListingPlan | undefined {
    let found: ListingPlan | undefined
    for (const operand of operands) found = this.#plan(operand, found?.cost ?? maxCost) ?? found
    return found && { listing: found.listing, exact: false, cost: found.cost }
  }

  #all(operands: readonly SettledQuery[], maxCost: number): ListingPlan | undefined {
    const plans: ListingPlan[] = []
    let cost = 0
    for (const operand of operands) {
      const plan = this.#plan(operand, maxCost - cost)
      if (!plan) return undefined
      plans.push(plan)
      cost += plan.cost
    }
    const of = plans.map(({ listing }) => listing)
    return { listing: { kind: 'any', of }, exact: plans.every(({ exact }) => exact), cost }
  }

  /** Documents of one page are near each other. */
  #onPages(leaf: PageLeaf, maxCost: number): ListingPlan | undefined {
    if (leaf.kind === 'namespace') return undefined // finding even one such page takes a scan of all
    const found = this.#documents.pagesOf(leaf, MAX_PAGES)
    if (found.length === MAX_PAGES) return undefined
    const pages = [...new Set(found)]
    const total = this.#documents.countOnPages(pages)
    const cost = checkCost(total, total)
    if (cost > maxCost) return undefined
    return { listing: { kind: 'on-pages', pages }, exact: true, total, cost }
  }
}

/** The cost of documents that may be anywhere. */
const farCost = (count: number): number => checkCost(count, Infinity)

function countOperands(query: SettledQuery): number {
  if ('operands' in query) return query.operands.reduce((sum, operand) => sum + countOperands(operand), 1)
  return query.kind === 'not' ? 1 + countOperands(query.operand) : 1
}
