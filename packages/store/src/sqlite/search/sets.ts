/**
 * A question answered with sets of block numbers, part by part. A set may be known only within bounds: of blocks that
 * wait to be folded in, and of words that the pieces of a text do not settle, the rows themselves have to be asked.
 */
import type { Db } from '../database.ts'
import { foldRun, type QueryCompiler } from '../query-sql.ts'
import { Bits } from './bits.ts'
import { and, isKnown, not, or, type Bounds } from './bounds.ts'
import { ASK, FETCH, LOOK, SHORT_WORD, WORD } from './costs.ts'
import { counter } from './counts.ts'
import type { Extent } from './extent.ts'
import { leafSets } from './leaves.ts'
import { probesOf, type Probe } from './pieces.ts'
import type { Question } from './question.ts'

export interface Sets {
  readonly bounds: (question: Question, extent: Extent) => Bounds
  /** Whether few blocks can match and it takes next to no time to know which. */
  readonly isShort: (question: Question) => boolean
}

/** Of a short question at most so many blocks can match: it takes about as long as a page of as many. */
const SHORT = 3_000

/** @param thrifty @see Plan */
export function setsOf(db: Db, compiler: QueryCompiler, thrifty: boolean): Sets {
  const counts = counter(db, compiler)
  const leavesOf = leafSets(db, compiler, counts)

  function bounds(question: Question, extent: Extent): Bounds {
    const leaves = leavesOf(extent)

    function boundsOf(node: Question): Bounds {
      if ('operands' in node) return node.kind === 'and' ? all(node.operands) : any(node.operands)
      return node.kind === 'not' ? not(boundsOf(node.operand)) : leaves.of(node)
    }

    /** Words that the pieces settle are looked for all at once. */
    function any(operands: readonly Question[]): Bounds {
      const probes: Probe[] = []
      const parts: Bounds[] = []
      for (const operand of operands) {
        const run = operand.kind === 'words' ? probesOf(foldRun(operand.text)) : undefined
        if (run?.exact === true) probes.push(...run.probes)
        else parts.push(boundsOf(operand))
      }
      if (probes.length > 0) parts.push(leaves.withAny(probes))
      return parts.reduce(or)
    }

    /** Cheap ones first; once few are left, the rest is not worth sets. */
    function all(operands: readonly Question[]): Bounds {
      const [first, ...others] = withOneNot(operands)
        .map((operand) => ({ operand, cost: costOf(operand, extent.size) }))
        .toSorted((a, b) => a.cost - b.cost)
      let result = boundsOf(first!.operand)
      let cost = others.reduce((sum, other) => sum + other.cost, 0)
      for (const [i, other] of others.entries()) {
        if (thrifty && result.maybe.count() * ASK < cost) {
          const open = { kind: 'and', operands: others.slice(i).map(({ operand }) => operand) } as const
          return { sure: new Bits(extent.size), maybe: result.maybe, ...(isKnown(result) && { open }) }
        }
        cost -= other.cost
        result = and(result, boundsOf(other.operand))
      }
      return result
    }

    return boundsOf(question)
  }

  /** Microseconds that the set takes, about. */
  function costOf(node: Question, size: number): number {
    switch (node.kind) {
      case 'and':
      case 'or':
        return node.operands.reduce((sum, operand) => sum + costOf(operand, size), 0)
      case 'not':
        return costOf(node.operand, size)
      case 'ref':
        return counts.users(node.name) * FETCH
      case 'property':
        return counts.holders(node) * FETCH
      case 'page':
        return 0
      case 'words':
        return WORD + size * LOOK * (1 + SHORT_WORD / node.text.length)
      case 'task':
      case 'priority':
      case 'between':
      case 'journal':
      case 'page-property':
      case 'page-type':
      case 'page-tags':
      case 'namespace':
        return size * LOOK
    }
  }

  return { bounds, isShort: (question) => counts.most(question) <= SHORT }
}

/** None of several is not any of them, which is looked for at once. */
function withOneNot(operands: readonly Question[]): readonly Question[] {
  const nots = operands.filter((operand) => operand.kind === 'not')
  if (nots.length < 2) return operands
  const any: Question = { kind: 'or', operands: nots.map(({ operand }) => operand) }
  return [...operands.filter((operand) => operand.kind !== 'not'), { kind: 'not', operand: any }]
}
