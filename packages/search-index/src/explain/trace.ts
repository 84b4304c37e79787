/** Notes how a search is answered, step by step, for a person who wants to know why it took what it did. */
import { printSettled, type SettledQuery } from '@notegraph/query'
import type { Bounds } from '../sets/bounds.ts'

/** One step of a search. Costs are estimates in microseconds; queries are printed. */
export type TraceStep =
  /** The documents of a listing were read, and checked unless each listed document matches. */
  | { readonly kind: 'listing'; readonly query: string; readonly cost: number; readonly checked: boolean }
  /** A stretch of document numbers begins. */
  | { readonly kind: 'span'; readonly from: number; readonly to: number }
  /** An operand of an `and` left `after` of `before` documents. */
  | {
      readonly kind: 'operand'
      readonly query: string
      readonly cost: number
      readonly before: number
      readonly after: number
    }
  /** The operands that are left are checked document by document, since finding their sets would cost more. */
  | { readonly kind: 'check'; readonly query: string; readonly documents: number }
  /** The index found that `sure` documents match, and no more than `maybe` can. */
  | { readonly kind: 'bounds'; readonly sure: number; readonly maybe: number }
  /** More match than are counted, so older documents are checked in order, and only as many as the answer needs. */
  | { readonly kind: 'enough'; readonly unread: number }
  /** One pass read all unindexed documents. */
  | { readonly kind: 'scan'; readonly documents: number }

/** Terms that a segment was searched for. */
export interface TermLookup {
  /** Parts of terms. A line break before or after a part is the beginning or the end of a term. */
  readonly texts: readonly string[]
  /** Segments that were searched. */
  segments: number
  /** Terms with any of the parts, and as many posting lists. */
  terms: number
}

export class SearchTrace {
  readonly steps: TraceStep[] = []
  readonly #lookups = new Map<string, TermLookup>()

  note(step: TraceStep): void {
    this.steps.push(step)
  }

  listing(query: SettledQuery, cost: number, checked: boolean): void {
    this.note({ kind: 'listing', query: printSettled(query), cost, checked })
  }

  operand(query: SettledQuery, cost: number, before: number, after: number): void {
    this.note({ kind: 'operand', query: printSettled(query), cost, before, after })
  }

  check(operands: readonly SettledQuery[], documents: number): void {
    this.note({ kind: 'check', query: operands.map(printSettled).join(' '), documents })
  }

  bounds({ sure, maybe }: Bounds): void {
    this.note({ kind: 'bounds', sure: sure.count(), maybe: maybe.count() })
  }

  /** Notes that a segment has so many terms with any of these texts. */
  lookup(texts: readonly string[], terms: number): void {
    const key = JSON.stringify(texts)
    let lookup = this.#lookups.get(key)
    if (!lookup) this.#lookups.set(key, (lookup = { texts, segments: 0, terms: 0 }))
    lookup.segments++
    lookup.terms += terms
  }

  lookups(): TermLookup[] {
    return [...this.#lookups.values()]
  }
}
