/**
 * The list of changes: what each write touched, as it was before and after, so that its owner can put it back. Like the
 * records it is the truth; nothing else says what it says.
 * @see decisions 8
 */
import type { BlockRecord, Json, PageRecord } from '@notegraph/graph'

/** What one thing was before a change and after it, by which it can be put back. */
export type Touched =
  | {
      readonly kind: 'block'
      readonly id: string
      /** `null` where the change made it. */
      readonly before: BlockRecord | null
      readonly after: BlockRecord
    }
  | {
      readonly kind: 'page'
      readonly id: string
      readonly before: PageRecord | null
      readonly after: PageRecord
    }
  | {
      readonly kind: 'property'
      /** Of its page. */
      readonly id: string
      readonly key: string
      /** `null` where there was none. */
      readonly before: Json | null
      readonly after: Json | null
    }

/** One write in the list of changes. */
export interface ChangeEntry {
  /** A UUID. */
  readonly id: string
  /** When it was made, in milliseconds since 1970. */
  readonly at: number
  /** The name of the token that made it. */
  readonly token: string
  /** What was done, in the words of the contract's `ChangeAction`. */
  readonly action: string
  /** What was done, for a reader. */
  readonly summary: string
  /** The page's name as it was. */
  readonly page: string
  readonly pageId: string
  readonly blockId?: string
  readonly touched: readonly Touched[]
}

/** Whether it was reverted; that one expired is for whoever knows the time to say. */
export type EntryState = 'open' | 'reverted'

export interface HeldEntry extends ChangeEntry {
  readonly state: EntryState
}

/** An entry as a list shows it. */
export type ListedChange = Omit<HeldEntry, 'touched'>

export interface ChangeFilter {
  /** Entries made before it, in milliseconds since 1970, are left out. */
  readonly since: number
  /** Only those of tokens of this name. */
  readonly token?: string
  /** Only those on this page. */
  readonly pageId?: string
}
