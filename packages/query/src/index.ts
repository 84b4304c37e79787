// Reading and writing a query
export { isQuery, parseQuery, type ParsedQuery } from './parse.ts'
export { printQuery, printSettled } from './print.ts'
export { renamePages } from './rename-pages.ts'
export { faultWords, type QueryFault } from './fault.ts'
export { MAX_NESTING, MAX_PARTS, MAX_WORDS } from './limits.ts'

// The tree
export type {
  BetweenQuery,
  DayField,
  DayTerm,
  JournalQuery,
  LogicQuery,
  NotQuery,
  PageIdsQuery,
  PageQuery,
  PageTagsQuery,
  PageTypeQuery,
  PriorityQuery,
  PropertyQuery,
  Query,
  RefQuery,
  ResolvedTypeName,
  TaskQuery,
  WeekdayName,
  WordsQuery,
} from './tree.ts'

// Ranges of values of properties
export { isInRange, readComparison, readValueRange, type Comparison, type ValueRange } from './value-range.ts'

// Days as callers write them, and once today is known
export { readDated } from './dated.ts'
export { dayOf, readDayTerm, resolveDay, resolveRange, WEEKDAY_NAMES } from './day-term.ts'
export {
  settleDays,
  isPageLeaf,
  isPageQuery,
  type QueryDays,
  type SettledBetween,
  type SettledJournal,
  type SettledLeaf,
  type SettledQuery,
  type PageLeaf,
} from './settled.ts'

// Words of a query, and orders of its answer
export { matchedTexts, positiveWords, wholeWords, wordInScope } from './words.ts'
export { byRelevance, type CountedWord } from './relevance.ts'
export { SEARCH_ORDERS, WORD_MATCHES, type SearchOrder, type WordMatch } from './order.ts'

// Mistyped names
export { distance, nearest } from './nearest.ts'

// The operators, in words
export { OPERATORS } from './operators.ts'
export type { OperatorWords } from './operator.ts'
