/** What the set of a part of a question takes, in microseconds, about. */
import type { SettledQuery } from '@notegraph/query'
import { FETCH, LOAD, LOOK, LOOK_ONE, wordCost } from './costs.ts'
import { COLUMNS, type ColumnName } from './columns.ts'
import type { Counts } from './counts.ts'
import type { Held } from './held.ts'
import { letterOf } from './leaves.ts'

/**
 * @param length of the span
 * @param few as many as matter in it
 * @param read whether its pieces are held
 */
export type CostOf = (node: SettledQuery, length: number, few: number, read: boolean) => number

/** For one question at a time. */
export function coster(counts: Counts): (held: Held, size: number) => CostOf {
  return (held, size) => {
    /** Numbers that have to be fetched, whatever the span, by part. */
    const fetched = new Map<SettledQuery, number>()

    function fetch(node: SettledQuery, length: number, count: () => number): number {
      let numbers = fetched.get(node)
      if (numbers === undefined) fetched.set(node, (numbers = count()))
      return (numbers * FETCH * length) / size
    }

    function column(name: ColumnName, length: number, few: number): number {
      const load = held.holds(name) ? 0 : length * LOAD * COLUMNS[name].bytes
      return load + Math.min(length * LOOK, few * LOOK_ONE)
    }

    function costOf(node: SettledQuery, length: number, few: number, read: boolean): number {
      switch (node.kind) {
        case 'and':
        case 'or':
          return node.operands.reduce((sum, operand) => sum + costOf(operand, length, few, read), 0)
        case 'not':
          return costOf(node.operand, length, few, read)
        case 'ref':
          return fetch(node, length, () => counts.users(node.name))
        case 'property':
          return fetch(node, length, () => counts.holders(node))
        case 'page':
          return 0
        case 'words':
          if (letterOf(node) !== undefined) return column('letters', length, few)
          return wordCost(node.text, length, read)
        case 'task':
        case 'priority':
          return column('task', length, few)
        case 'between':
          return column(node.field, length, few)
        case 'journal':
        case 'page-property':
        case 'page-type':
        case 'page-tags':
        case 'namespace':
          return column('page', length, few)
      }
    }

    return costOf
  }
}

/** What the words of a question take, once the pieces are read. */
export function wordsCost(question: SettledQuery, length: number): number {
  if ('operands' in question)
    return question.operands.reduce((sum, operand) => sum + wordsCost(operand, length), 0)
  if (question.kind === 'not') return wordsCost(question.operand, length)
  if (question.kind !== 'words' || letterOf(question) !== undefined) return 0
  return wordCost(question.text, length, true)
}
