/**
 * All operators in one table: the source of the readers, the descriptions for assistants, the README, and the
 * suggestions for mistyped names.
 */
import { fold } from '@notegraph/block-text'
import { BETWEEN } from './between.ts'
import { AND, NOT, OR } from './logic.ts'
import { nearest } from './nearest.ts'
import type { Operator, OperatorWords } from './operator.ts'
import { NAMESPACE, PAGE, PAGE_TAGS, PAGE_TYPE } from './page.ts'
import { PAGE_PROPERTY, PROPERTY } from './property.ts'
import { PRIORITY, TASK, TODO } from './task.ts'

const ALL: readonly Operator[] = [
  AND,
  OR,
  NOT,
  TODO,
  TASK,
  PRIORITY,
  BETWEEN,
  PROPERTY,
  PAGE_PROPERTY,
  PAGE_TYPE,
  PAGE_TAGS,
  PAGE,
  NAMESPACE,
]

/** The descriptions of the operators, in the order of the documents. */
export const OPERATORS: readonly OperatorWords[] = ALL

/** Operators of other query languages that are refused here: they order, cut or replace the blocks of an answer. */
const REFUSED: ReadonlySet<string> = new Set(['sort-by', 'sample', 'all-page-tags'])

const byName = new Map(ALL.map((operator) => [operator.name, operator]))

/** An operator by its name, in any case. */
export const findOperator = (written: string): Operator | undefined => byName.get(fold(written))

export const isRefused = (written: string): boolean => REFUSED.has(fold(written))

/** The nearest operator to a misspelled or shortened name, such as `prop` or `tags`. */
export function nearestOperator(written: string): string | undefined {
  const name = fold(written)
  return nearest(name, [...byName.keys()]) ?? shortened(name)
}

/** The fewest letters of a shortened name. */
const LEAST = 3

function shortened(name: string): string | undefined {
  if (name.length < LEAST) return undefined
  return [...byName.keys()].find((one) => one.startsWith(name) || one.includes(`-${name}`))
}
