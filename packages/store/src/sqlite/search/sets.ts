/**
 * A question answered with sets of block numbers, part by part, for a span of numbers at a time. A set may be known only
 * within bounds: of blocks that wait to be folded in, and of words that the pieces of a text do not settle, the rows
 * themselves have to be asked.
 */
import type { SettledQuery } from '@notegraph/query'
import type { Db } from '../database.ts'
import type { QueryCompiler } from '../query-sql.ts'
import { arranged } from './arrange.ts'
import { Bits } from './bits.ts'
import { and, isKnown, not, or, type Bounds } from './bounds.ts'
import { askCost, LOOK, LOOK_ONE } from './costs.ts'
import { coster, wordsCost } from './coster.ts'
import type { Counts } from './counts.ts'
import type { Extent } from './extent.ts'
import type { Held } from './held.ts'
import { leafSets, letterOf } from './leaves.ts'
import { isAboutPages } from './page-sets.ts'
import type { Probe } from './pieces.ts'
import { runOf } from './runs.ts'
import type { Span } from './spans.ts'

export interface SetsOf {
  /** Counted from where the span begins. */
  readonly bounds: (span: Span) => Bounds
  /** Microseconds that the words take in all spans, about; all else is found for all of them at once, or soon. */
  readonly cost: number
}

export interface Sets {
  readonly of: (question: SettledQuery, extent: Extent, held: Held) => SetsOf
}

/** @param thrifty @see Plan */
export function setsOf(db: Db, compiler: QueryCompiler, counts: Counts, thrifty: boolean): Sets {
  const leavesOf = leafSets(db, compiler, counts, thrifty)
  const costs = coster(counts)

  function of(asked: SettledQuery, extent: Extent, held: Held): SetsOf {
    const question = arranged(asked)
    const leaves = leavesOf(extent, held)
    const costOf = costs(held, extent.size)
    /** Which share of the blocks of a span a part let through, as far as was seen. */
    const shares = new Map<SettledQuery, number>()

    function bounds(span: Span): Bounds {
      const length = span.to - span.from
      const here = leaves(span)

      function boundsOf(node: SettledQuery, within?: Bits): Bounds {
        if (isAboutPages(node)) return here.onPages(node, within)
        if ('operands' in node)
          return node.kind === 'and' ? all(node.operands, within) : any(node.operands, within)
        return node.kind === 'not' ? not(boundsOf(node.operand, within)) : here.of(node, within)
      }

      /** Letters are looked for all at once, and so are words that the pieces settle. */
      function any(operands: readonly SettledQuery[], within?: Bits): Bounds {
        const { letters, others } = withoutLetters(operands)
        const parts: Bounds[] = letters.length > 0 ? [here.withLetters(letters, false, within)] : []
        const probes: Probe[] = []
        for (const operand of others) {
          const run = operand.kind === 'words' ? runOf(operand) : undefined
          if (run?.exact === true) probes.push(...run.probes)
          else parts.push(boundsOf(operand, within))
        }
        if (probes.length > 0) parts.push(here.withAny(probes))
        return parts.reduce(or)
      }

      /** What takes away most for its cost first; once few are left, to ask them is quicker than the next set. */
      function all(operands: readonly SettledQuery[], within?: Bits): Bounds {
        const { letters, others } = withoutLetters(operands)
        let result: Bounds | undefined
        if (letters.length > 0) result = here.withLetters(letters, true, within)
        let left = others
        while (left.length > 0) {
          const few = result?.maybe ?? within
          const count = few?.count() ?? length
          const [next, ...others] = left
            .map((operand) => worth(operand, count))
            .toSorted((a, b) => a.rank - b.rank)
          if (thrifty && result && isSoonerAsked(count, length, [next!, ...others])) {
            const open = { kind: 'and', operands: left } as const
            return { sure: new Bits(length), maybe: result.maybe, ...(isKnown(result) && { open }) }
          }
          const those = boundsOf(next!.operand, count * LOOK_ONE < length * LOOK ? few : undefined)
          result = result ? and(result, those) : those
          if (count > 0) shares.set(next!.operand, result.maybe.count() / count)
          left = others.map(({ operand }) => operand)
        }
        return result!
      }

      function worth(operand: SettledQuery, count: number): Worth {
        const cost = here.isAtHand(operand) ? 0 : costOf(operand, length, count, here.isRead())
        const share = Math.min(0.999, shares.get(operand) ?? 0.5)
        return { operand, cost, share, rank: cost / (1 - share) }
      }

      return boundsOf(question)
    }

    return { bounds, cost: wordsCost(question, extent.size) }
  }

  return { of }
}

function withoutLetters(operands: readonly SettledQuery[]): {
  letters: string[]
  others: readonly SettledQuery[]
} {
  const letters = operands.map(letterOf).filter((letter) => letter !== undefined)
  return { letters, others: operands.filter((operand) => letterOf(operand) === undefined) }
}

/** What a set takes, and which share of what there is before it leaves, about. */
interface Worth {
  readonly operand: SettledQuery
  readonly cost: number
  readonly share: number
  readonly rank: number
}

/** Whether to ask now takes less than to make some of the sets first. @param among as many numbers as the span has */
function isSoonerAsked(count: number, among: number, sets: readonly Worth[]): boolean {
  const now = askCost(count, among, sets.length)
  let cost = 0
  let left = count
  for (const [i, { cost: more, share }] of sets.entries()) {
    cost += more
    left *= share
    if (cost + askCost(left, among, sets.length - i - 1) <= now) return false
  }
  return true
}
