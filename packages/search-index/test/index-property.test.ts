/** The index over documents in memory finds what a plain reading of the documents finds. */
import { foldForSearch } from '@notegraph/block-text'
import {
  byRelevance,
  positiveWords,
  wordInScope,
  SEARCH_ORDERS,
  type SearchOrder,
  type SettledQuery,
} from '@notegraph/query'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  CacheBudget,
  IndexWriter,
  MemoryDocuments,
  memoryStorage,
  Searcher,
  verifyIndex,
  type Hits,
  type MemoryDocument,
  type MemoryPage,
  type Plan,
  type PreparedStep,
} from '../src/index.ts'
import { PLANS } from './plans.ts'
import { document, page, PAGES, query } from './random.ts'

/** An index, the documents that it is made of, and a searcher whose cache lives through all steps. */
class Graph {
  readonly #storage = memoryStorage()
  readonly #documents = new MemoryDocuments(this.#storage)
  readonly #writer = new IndexWriter(this.#storage, this.#documents, { background: true })
  readonly #searcher: Searcher
  #prepared: PreparedStep | undefined

  constructor(plan: Plan, pages: readonly MemoryPage[], budget: number) {
    for (const one of pages) this.#documents.addPage(one)
    this.#searcher = new Searcher(this.#storage, this.#documents, new CacheBudget(budget), plan)
  }

  do(step: Step): void {
    switch (step.kind) {
      case 'add':
        this.#documents.add({ ...step.document, id: `b${(this.#documents.last() * 37) % 61}` })
        break
      case 'change':
      case 'delete': {
        const before = this.#documents.all().at(step.at)
        if (!before) break
        if (step.kind === 'delete') this.#documents.delete(before.n)
        else this.#documents.change({ ...before, ...step.document, id: before.id })
        this.#writer.note([before.n], 0)
        break
      }
      case 'index':
        this.#writer.indexSome(step.most)
        break
      case 'prepare':
        this.#prepared = this.#writer.prepare(0)
        break
      case 'write':
        if (this.#prepared) this.#writer.write(this.#prepared)
        this.#prepared = undefined
        break
      case 'clear':
        this.#writer.clear()
        break
    }
  }

  find({ query, limit, offset, ceiling, order }: Question): Hits {
    return this.#searcher.find(query, { limit, offset }, ceiling, order)
  }

  /** The same by reading each document. */
  read({ query, limit, offset, ceiling, order }: Question): Hits {
    const all = this.#matching(query).toSorted(
      (a, b) =>
        this.#place(a, order) - this.#place(b, order) || b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1),
    )
    const counted = all.slice(0, ceiling)
    const ranked = order === 'relevance' ? this.#rank(counted, query, ceiling) : counted
    return {
      numbers: ranked.slice(offset, offset + limit).map(({ n }) => n),
      total: counted.length,
      truncated: all.length > ceiling,
    }
  }

  #matching(query: SettledQuery): MemoryDocument[] {
    return this.#documents.all().filter((one) => this.#documents.matches(query, one))
  }

  /** Journal days in their order, then other pages. */
  #place({ page }: MemoryDocument, order: SearchOrder): number {
    const day = this.#documents.days().get(page)
    if (order !== 'day' && order !== '-day') return 0
    return day === undefined ? Number.MAX_SAFE_INTEGER : order === 'day' ? day : -day
  }

  #rank(found: readonly MemoryDocument[], query: SettledQuery, ceiling: number): MemoryDocument[] {
    const leaves = new Map(positiveWords(query).map((leaf) => [foldForSearch(leaf.text), leaf]))
    const words = Array.from(leaves, ([text, leaf]) => ({
      text,
      documents: Math.min(ceiling, this.#matching(wordInScope(leaf, query)).length),
    }))
    return byRelevance(found, (one) => one.words, words, ceiling)
  }

  faults(): number[] {
    return verifyIndex(this.#storage, this.#documents)
  }
}

interface Question {
  readonly query: SettledQuery
  readonly limit: number
  readonly offset: number
  readonly ceiling: number
  readonly order: SearchOrder
}
const question: fc.Arbitrary<Question> = fc.record({
  query,
  limit: fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 4 })),
  offset: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 6 })),
  ceiling: fc.oneof(fc.constant(100), fc.integer({ min: 1, max: 6 })),
  order: fc.constantFrom(...SEARCH_ORDERS),
})

const step = fc.oneof(
  { weight: 9, arbitrary: fc.record({ kind: fc.constant('add' as const), document }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('change' as const), at: fc.nat(20), document }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), at: fc.nat(20) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('index' as const), most: fc.integer({ min: 1, max: 9 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('prepare' as const, 'write' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('clear' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

test('[Q operands] [A5.1] every plan finds what a reading of the documents finds, after any writes', () => {
  const turn = fc.record({ steps: fc.array(step, { maxLength: 12 }), question })
  const pages = fc.array(page, { minLength: PAGES, maxLength: PAGES })
  fc.assert(
    fc.property(
      fc.constantFrom(...PLANS),
      pages,
      fc.constantFrom(0, 2 ** 27),
      fc.array(turn, { minLength: 1, maxLength: 6 }),
      (plan, pages, budget, turns) => {
        const graph = new Graph(plan, pages, budget)
        for (const { steps, question } of turns) {
          for (const one of steps) graph.do(one)
          expect(graph.find(question)).toEqual(graph.read(question))
        }
        expect(graph.faults()).toEqual([])
      },
    ),
    { numRuns: 1_000 },
  )
})
