// The ports
export type {
  Bytes,
  Counter,
  DocValueRow,
  NumberSet,
  SegmentRow,
  SegmentStorage,
  Table,
  TermRow,
} from './storage.ts'
export type {
  DocumentFilter,
  DocumentRows,
  DocumentSource,
  IndexedDocument,
  Listing,
  PropertyLeaf,
  RecordSize,
  RefLeaf,
  TimedDocument,
} from './documents.ts'

// Writing the index
export { FEW_UNINDEXED, IndexWriter, type PreparedStep, type WriterOptions } from './write/index-writer.ts'
export { verifyIndex } from './write/verify.ts'

// Searching it
export { Searcher, type Hits, type Page } from './search/searcher.ts'
export type { RowOrder } from './search/order.ts'
export { FASTEST, type Plan } from './search/plan.ts'
export { CacheBudget } from './cache/cache-budget.ts'

// Explaining a search
export type { Reads } from './explain/counted-reads.ts'
export { explainSearch, type Explanation } from './explain/explain.ts'
export type { TermLookup, TraceStep } from './explain/trace.ts'

// The ports in memory
export { memoryStorage } from './memory/memory-storage.ts'
export type { MemoryDocument, MemoryPage, Properties } from './memory/memory-document.ts'
export { MemoryDocuments, type NewDocument } from './memory/memory-documents.ts'
