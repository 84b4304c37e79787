/** Rights of tokens and apps as they are stored. @see assistants, Rights */
import { RIGHTS } from '@notegraph/contract'
import type { Right } from '@notegraph/store'

/**
 * Each right once, in the order of the table.
 * @example
 * ```ts
 * rightsOf(['publish', 'publish']) // ['publish']
 * ```
 */
export const rightsOf = (given: readonly string[]): readonly Right[] =>
  (Object.keys(RIGHTS) as Right[]).filter((right) => given.includes(right))

/** Whether a change gives a right that was not there. */
export const addsRight = (held: readonly Right[] | undefined, next: readonly Right[]): boolean =>
  next.some((right) => held?.includes(right) !== true)
