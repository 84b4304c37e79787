import type { IndexReader } from '../cache/index-reader.ts'
import type { DocumentSource } from '../documents.ts'
import type { SearchTrace } from '../explain/trace.ts'
import type { Extent } from '../sets/extent.ts'
import type { WordAnalyser } from '../terms/word-analyser.ts'
import type { Plan } from './plan.ts'

/** The parts that answer one query from one snapshot. */
export interface SearchContext {
  readonly documents: DocumentSource
  readonly extent: Extent
  readonly reader: IndexReader
  readonly words: WordAnalyser
  readonly plan: Plan
  readonly trace: SearchTrace | undefined
}
