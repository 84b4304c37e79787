/**
 * Answers a query with sets of document numbers, operand by operand, for one span at a time. A set may be known only
 * within bounds: unindexed documents, and words that the terms do not decide, have to be checked one by one.
 */
import { isPageQuery, type SettledQuery } from '@notegraph/query'
import type { SearchTrace } from '../explain/trace.ts'
import { Bitmap } from '../sets/bitmap.ts'
import { and, isExact, not, or, type Bounds } from '../sets/bounds.ts'
import type { Span } from '../sets/spans.ts'
import type { Pattern } from '../terms/terms.ts'
import type { SearchContext } from './context.ts'
import { checkCost, COMPARE, COMPARE_ONE, CostModel } from './costs.ts'
import { LeafSets, type SpanLeafSets } from './leaf-sets.ts'
import type { Plan } from './plan.ts'

/** For one query. */
export class QueryPlanner {
  /** Microseconds that finding the words in all spans costs, about; all else is found once for all spans, or fast. */
  readonly cost: number
  readonly leaves: LeafSets
  readonly costs: CostModel
  readonly plan: Plan
  readonly trace: SearchTrace | undefined
  readonly #query: SettledQuery
  /** The share of the documents of a span that an operand let through, as was seen last. */
  readonly #shares = new Map<SettledQuery, number>()

  constructor(query: SettledQuery, context: SearchContext) {
    const { plan, trace } = context
    this.plan = plan
    this.trace = trace
    this.#query = query
    this.leaves = new LeafSets(context)
    this.costs = new CostModel(context)
    this.cost = this.costs.wordsCost(this.#query)
  }

  /** Counted from where the span begins. */
  bounds(span: Span): Bounds {
    return new SpanPlanner(this, span).bounds(this.#query)
  }

  shareOf(operand: SettledQuery): number {
    return Math.min(0.999, this.#shares.get(operand) ?? 0.5)
  }

  noteShare(operand: SettledQuery, share: number): void {
    this.#shares.set(operand, share)
  }
}

/** An operand of an `and`, with an estimate of its cost and of the share of documents that it lets through. */
interface CostedOperand {
  readonly operand: SettledQuery
  readonly cost: number
  readonly share: number
  /** The lower, the more documents it excludes for its cost. */
  readonly rank: number
}

class SpanPlanner {
  readonly #planner: QueryPlanner
  readonly #leaves: SpanLeafSets
  readonly #length: number

  constructor(planner: QueryPlanner, span: Span) {
    this.#planner = planner
    this.#leaves = planner.leaves.in(span)
    this.#length = span.to - span.from
  }

  /** @param within the documents that matter, if they are few */
  bounds(query: SettledQuery, within?: Bitmap): Bounds {
    if (isPageQuery(query)) return this.#leaves.onPages(query, within)
    if ('operands' in query)
      return query.kind === 'and' ? this.#all(query.operands, within) : this.#any(query.operands, within)
    return query.kind === 'not' ? not(this.bounds(query.operand, within)) : this.#leaves.of(query, within)
  }

  /** Letters are compared all at once, and words that the terms decide are found all at once. */
  #any(operands: readonly SettledQuery[], within?: Bitmap): Bounds {
    const { letters, others } = this.#withoutLetters(operands)
    const parts: Bounds[] = letters.length > 0 ? [this.#leaves.withLetters(letters, false, within)] : []
    const patterns: Pattern[] = []
    for (const operand of others) {
      const words = operand.kind === 'words' ? this.#planner.leaves.words.of(operand) : undefined
      if (words?.exact === true) patterns.push(...words.patterns)
      else parts.push(this.bounds(operand, within))
    }
    if (patterns.length > 0) parts.push(this.#leaves.withAny(patterns))
    return parts.reduce(or)
  }

  /** The operand that excludes most for its cost comes first. Once few documents are left, checking them may cost less. */
  #all(operands: readonly SettledQuery[], within?: Bitmap): Bounds {
    const { letters, others } = this.#withoutLetters(operands)
    let result = letters.length > 0 ? this.#leaves.withLetters(letters, true, within) : undefined
    let left = others
    while (left.length > 0) {
      const few = result?.maybe ?? within
      const count = few?.count() ?? this.#length
      const [next, ...rest] = this.#ranked(left, count)
      if (!next) break
      if (this.#planner.plan.costBased && result && isCheaperToCheck(count, this.#length, [next, ...rest])) {
        this.#planner.trace?.check(left, count)
        const residual = { kind: 'and', operands: left } as const
        const sure = new Bitmap(this.#length)
        return { sure, maybe: result.maybe, ...(isExact(result) && { residual }) }
      }
      const found = this.bounds(next.operand, count * COMPARE_ONE < this.#length * COMPARE ? few : undefined)
      result = result ? and(result, found) : found
      const after = result.maybe.count()
      if (count > 0) this.#planner.noteShare(next.operand, after / count)
      this.#planner.trace?.operand(next.operand, next.cost, count, after)
      left = rest.map(({ operand }) => operand)
    }
    if (!result) throw new RangeError('an "and" without operands')
    return result
  }

  #ranked(operands: readonly SettledQuery[], few: number): CostedOperand[] {
    const scope = { length: this.#length, few, cached: this.#leaves.isCached() }
    const costed = operands.map((operand) => {
      const cost = this.#leaves.isFound(operand) ? 0 : this.#planner.costs.costOf(operand, scope)
      const share = this.#planner.shareOf(operand)
      return { operand, cost, share, rank: cost / (1 - share) }
    })
    return this.#planner.plan.ordered ? costed.toSorted((a, b) => a.rank - b.rank) : costed
  }

  #withoutLetters(operands: readonly SettledQuery[]): {
    readonly letters: string[]
    readonly others: readonly SettledQuery[]
  } {
    const { words } = this.#planner.leaves
    const letters = operands
      .map((operand) => words.letterOf(operand))
      .filter((letter) => letter !== undefined)
    return { letters, others: operands.filter((operand) => words.letterOf(operand) === undefined) }
  }
}

/** Whether checking now costs less than finding some of the sets first. @param among the numbers in the span */
function isCheaperToCheck(count: number, among: number, sets: readonly CostedOperand[]): boolean {
  const now = checkCost(count, among, sets.length)
  let cost = 0
  let left = count
  for (const [i, { cost: more, share }] of sets.entries()) {
    cost += more
    left *= share
    if (cost + checkCost(left, among, sets.length - i - 1) <= now) return false
  }
  return true
}
