/** The choices of a search beside its query. @see assistants 5.1 */

/** Whether words also match inside longer words. */
export const WORD_MATCHES = ['part', 'word'] as const
/** `part` or `word`. */
export type WordMatch = (typeof WORD_MATCHES)[number]

/**
 * The orders of an answer. `updated`: latest edit first. `day`: journal days ascending, then other pages; `-day`: journal
 * days descending. `relevance`: whole words before parts, then by BM25. Ties are in the order `updated`, then by id.
 */
export const SEARCH_ORDERS = ['updated', 'day', '-day', 'relevance'] as const
/** One of `SEARCH_ORDERS`. */
export type SearchOrder = (typeof SEARCH_ORDERS)[number]
