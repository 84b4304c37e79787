/** Blocks that two devices changed at the same time. */
import type { Listed } from './answers.ts'

/** The text of a block, as one device wrote it. */
export interface Words {
  /** Markdown with `key:: value` and date lines. */
  text: string
  /** The revision of this text, used once. */
  rev: string
  /** The time of the edit, in milliseconds since 1970. */
  at: number
}

/** A page, block or shape as devices store it. Unknown keys are kept. */
export interface SyncRecord {
  kind: 'page' | 'block' | 'shape'
  /** 1 to 64 characters of `A-Z a-z 0-9 . _ -`. */
  id: string
  /** Milliseconds since 1970. */
  createdAt: number
  /** The latest time of any part, in milliseconds since 1970. */
  updatedAt: number
  /** The time of the deletion, in milliseconds since 1970. Absent on a live record. */
  deleted?: number
  /** On blocks and shapes only. */
  words?: Words
  /** On blocks and shapes only. */
  place?: {
    /** The id of the page. */
    pageId: string
    /** `null` at the top level. */
    parentId: string | null
    /** Siblings sort by order, then by id. */
    order: number
    /** The time of the move, in milliseconds since 1970. */
    at: number
  }
  /** Each property has its own time. A removed one stays as `null`. */
  props: { [key: string]: { v: unknown; at: number } }
  /** Conflicting versions: texts that other devices wrote at the same time. */
  versions?: readonly (Words & { device: string })[]
  /** Earlier revisions of the text, up to 32. */
  hist: readonly string[]
  schema: 1
  [key: string]: unknown
}

/** Blocks with conflicting versions, by id. */
export interface ConflictList extends Listed {
  blocks: readonly SyncRecord[]
}

/** The block with the chosen text, without other versions. */
export interface PickAnswer {
  block: SyncRecord
}
