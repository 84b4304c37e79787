/**
 * The most words of one query.
 * @see decisions 5.3
 */

export const MAX_WORDS = 24
/** The most parts of one query. */
export const MAX_PARTS = 26

/** The deepest nesting of brackets. */
export const MAX_NESTING = 26
