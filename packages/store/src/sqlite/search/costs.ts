/** What a search costs, in microseconds, about: what has to be right is only which of two ways is the quicker. */

/** To ask the row of one block. */
export const ASK = 1.5
/** To fetch a number. */
export const FETCH = 0.3
/** To look at one number of a column. */
export const LOOK = 0.004
/** To look through the pieces. */
export const WORD = 1_000
/** A word of one letter is in so many times as many pieces as a long one. */
export const SHORT_WORD = 10
