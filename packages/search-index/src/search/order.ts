import type { SearchOrder } from '@notegraph/query'

/** The orders that a source gives by itself; relevance needs the texts. */
export type RowOrder = Exclude<SearchOrder, 'relevance'>

/** The orders by journal days. */
export type DayOrder = Exclude<RowOrder, 'updated'>
