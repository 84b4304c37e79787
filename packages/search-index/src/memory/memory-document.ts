/** Documents and pages in memory, as `MemoryDocuments` keeps them. */
import type { Day, LetterMarks } from '@notegraph/block-text'
import type { IndexedDocument } from '../documents.ts'

/** Values by key, as they are written; keys are in lower case. */
export type Properties = Readonly<Record<string, string>>

/** A page that documents are on. */
export interface MemoryPage {
  readonly id?: string
  readonly name: string
  /** On the page of a day. */
  readonly day?: Day
  readonly type?: string
  readonly tags?: readonly string[]
  readonly properties?: Properties
}

/** A document in memory: what the index reads, and what filters check. */
export interface MemoryDocument extends IndexedDocument {
  readonly id: string
  /** The marks of the letters in `words`; none by default. */
  readonly marks?: LetterMarks
  /** Names of pages. */
  readonly links?: readonly string[]
  readonly properties?: Properties
}
