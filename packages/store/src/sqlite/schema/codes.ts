/**
 * Numbers that files hold in place of words. A released code never changes its meaning and is never used again, so no
 * number depends on the order of a list in the code.
 */

/** `record.kind`, and `storage.kind`. */
export const KIND_CODES = { page: 1, block: 2, shape: 3 } as const
/** The other values of `storage.kind`. */
export const FILE = 4
export const CHANGE = 5
export const ANSWER = 6
export const HISTORY = 7

/** `record.state` of a task. */
export const OPEN = 1
export const FINISHED = 2

/** `record.rank`: tasks sort by it, so that one without a priority comes last. */
export const PRIORITY_CODES = { A: 1, B: 2, C: 3 } as const
export const NO_PRIORITY = 4

/** `record.due` of a task without a day, which sorts last. */
export const NO_DAY = 99_999_999
