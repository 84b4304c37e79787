/**
 * The change list: each write of a program or an assistant, with the records before and after it, so that the owner can
 * revert it. Like records it is source data; nothing else stores the same information.
 * @see decisions 8
 */
import type { BlockRecord, Json, PageRecord, ShapeRecord } from '@notegraph/graph'
import type { Window } from './window.ts'

/** One thing before and after a change, as far as a revert needs it. */
export type ItemChange =
  | {
      readonly kind: 'block'
      readonly id: string
      /** `null` if the change created the block. */
      readonly before: BlockRecord | null
      readonly after: BlockRecord
    }
  | {
      readonly kind: 'page'
      readonly id: string
      /** `null` if the change created the page. */
      readonly before: PageRecord | null
      readonly after: PageRecord
    }
  | {
      readonly kind: 'shape'
      readonly id: string
      /** `null` if the change created the shape. */
      readonly before: ShapeRecord | null
      readonly after: ShapeRecord
    }
  | {
      readonly kind: 'property'
      /** The id of the page. */
      readonly id: string
      readonly key: string
      /** `null` if the page did not have the property. */
      readonly before: Json | null
      readonly after: Json | null
    }
  | {
      /** The restore of a whole graph in the background, or a large import. The store holds the states of both numbers. */
      readonly kind: 'graph'
      /** The id of the change. */
      readonly id: string
      /** The graph before it was the one after this commit. */
      readonly before: number
      /** The number whose state was restored; for an import, its last commit. */
      readonly after: number
      /**
       * The commits of an import: the first and the last number of each part. Others wrote between the parts. Empty until the
       * import ends: its commits then are those whose author has the id of the change.
       */
      readonly commits?: readonly (readonly [first: number, last: number])[]
    }

/** One write, as the writer describes it. */
export interface ChangeEntry {
  /** A UUID. */
  readonly id: string
  /** The time of the change, in milliseconds since 1970. */
  readonly at: number
  /** The name of the token. */
  readonly token: string
  /** The id of the token; absent in entries from before it was stored. */
  readonly tokenId?: string
  /** A `ChangeAction` of the contract. */
  readonly action: string
  /** One sentence for a reader. */
  readonly summary: string
  /** The name of the page at the time of the change. */
  readonly page: string
  readonly pageId: string
  readonly blockId?: string
  readonly touched: readonly ItemChange[]
  /** Whether it is an edit of the person, which the store has for Undo alone. It is in no list and no count. */
  readonly own?: true
}

/** Whether the change was reverted, or accepted. The caller knows the time, and decides whether an entry has expired. */
export type EntryState = 'open' | 'reverted' | 'kept'

/** An entry of the change list. */
export interface ChangeRecord extends ChangeEntry {
  readonly state: EntryState
  /** The time at which the person accepted the change, in milliseconds since 1970. */
  readonly keptAt?: number
  /** The time at which the person first looked at the entry, in milliseconds since 1970. */
  readonly seenAt?: number
}

/** An entry without the items that it changed. */
export type ChangeSummary = Omit<ChangeRecord, 'touched'>

/** A filter for the entries of the change list. */
export interface ChangeFilter {
  /** Only entries made at this time or later, in milliseconds since 1970. */
  readonly since: number
  /** Only entries of tokens with this name. */
  readonly token?: string
  /** Only entries of the token with this id. */
  readonly tokenId?: string
  /** Only entries that the token with this id did not make. */
  readonly notTokenId?: string
  /** Only entries of this page. */
  readonly pageId?: string
  /** Only entries whose id begins so, in letters, digits and hyphens. */
  readonly idStart?: string
  /** Only entries that the person has looked at, or only the others. */
  readonly seen?: boolean
}

/** The open entries to accept: some by their ids, or all of the tokens with a name up to a time. */
export type ChangesToKeep =
  { readonly ids: readonly string[] } | { readonly token: string; readonly until: number }

/** In both lists `total` counts the entries that match the filter, and the newest entry comes first. */
export interface ChangeStore {
  list(filter: ChangeFilter, window: Window): Promise<{ changes: ChangeSummary[]; total: number }>
  /** The same list, with the items that each entry changed. */
  listWithItems(filter: ChangeFilter, window: Window): Promise<{ changes: ChangeRecord[]; total: number }>
  /** An entry, or an edit of the person. */
  find(id: string): Promise<ChangeRecord | undefined>
  /** The number of open entries made at `since` or later. */
  countOpen(since: number): Promise<number>
  /**
   * Accepts open entries. They are no longer counted, and no commit reverts them.
   * @param at the present time, in milliseconds since 1970
   * @returns the accepted entries
   */
  keep(which: ChangesToKeep, at: number): Promise<Pick<ChangeEntry, 'id' | 'action'>[]>
  /**
   * Notes that the person has looked at entries. A second look changes nothing.
   * @param at the present time, in milliseconds since 1970
   * @returns the number of entries that nobody had looked at
   */
  see(ids: readonly string[], at: number): Promise<number>
}
