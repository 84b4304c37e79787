/** When this person typed last, in the time of `performance.now()`. */
export const lastKey = { at: -Infinity }
