/** The answers of the list of changes and of reverts. */
import type { ErrorCode, Listed } from './answers.ts'

interface Place {
  kind: 'block' | 'page' | 'property'
  /** The id of the block or page; for a property, the id of its page. */
  id: string
  /** The key of the property. */
  key?: string
}

/** One item of a change. */
export interface Touched extends Place {
  /** The text before the change; absent if the item did not exist. */
  before?: string
  /** The text after the change; absent if the item no longer exists. */
  after?: string
}

/** One write in the list of changes. */
export interface Change {
  id: string
  /** The time of the change, in milliseconds since 1970. */
  at: number
  /** The name of the token that made the change; `Browser` for a restore that a person asked for on the web. */
  token: string
  via: 'over the API' | 'on the web'
  action:
    | 'add_block'
    | 'add_outline'
    | 'create_page'
    | 'set_task'
    | 'update_block'
    | 'set_property'
    | 'set_properties'
    | 'set_block_properties'
    | 'batch_write'
    | 'move_blocks'
    | 'delete_blocks'
    | 'rename_page'
    | 'delete_page'
    | 'keep_versions'
    | 'use_version'
    | 'restore'
  /** A description of the change. */
  summary: string
  /** The name of the page. */
  page: string
  pageId: string
  blockId?: string
  /** `open` while the change can be reverted; `kept` after the person accepted it; `expired` after 30 days. */
  state: 'open' | 'reverted' | 'kept' | 'expired'
  /** The time at which the person accepted the change, in milliseconds since 1970. */
  keptAt?: number
  /** The time at which the person first looked at this change in the outliner. */
  seenAt?: number
  touched?: readonly Touched[]
}

/** Changes, most recent first. */
export interface ChangeList extends Listed {
  changes: readonly Change[]
  /** The number of changes of the account that can still be reverted, whatever the filter. */
  open: number
}
/** Changes of one token with their items, most recent first. */
export interface OwnChangeList extends Listed {
  changes: readonly Change[]
}
/** The answer for one change. */
export interface ChangeAnswer {
  change: Change
}

/** Items that changed again since, and were not restored. */
export interface LeftAsItIs extends Place {
  /** The reason, for people. */
  why: string
}
/** The answer to a revert. */
export interface RevertAnswer {
  ok: true
  /** The number of restored pages, blocks and properties. */
  restored: number
  left: readonly LeftAsItIs[]
}
/** The changes to accept: some by their ids, or all of the tokens with a name up to a time. */
export type KeepChanges =
  | { ids: readonly string[] }
  | {
      token: string
      /** Milliseconds since 1970. */
      until: number
    }
/** The answer to accepting changes. */
export interface KeepChangesAnswer {
  ok: true
  /** The number of accepted changes. */
  kept: number
}
/** The answer to a look at changes. */
export interface SeeChangesAnswer {
  ok: true
  /** The number of changes that had not been looked at. */
  seen: number
}
/** The answer to several reverts: a result or an error for each change. */
export interface RevertChangesAnswer {
  /** Newest first. */
  results: readonly (
    ({ id: string } & RevertAnswer) | { id: string; ok: false; error: string; code: ErrorCode; hint: string }
  )[]
}
