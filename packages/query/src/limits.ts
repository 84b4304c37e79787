/**
 * How much one query may ask for. A word is a white-space-separated run of plain words, or a word inside a string; a
 * part is an operator, or an operand of the row, `and`, `or` or `not`.
 *
 * @see decisions 5.3
 */

export const MAX_WORDS = 24
export const MAX_PARTS = 26

/** How deep brackets may stand in one another. */
export const MAX_NESTING = 26
