/** What the list of changes and its Revert answer. */
import type { ErrorCode, Listed } from './answers.ts'

interface Place {
  kind: 'block' | 'page' | 'property'
  /** The id of the block or page; of a property, its page. */
  id: string
  /** The key of the property. */
  key?: string
}

/** One thing that a change touched. */
export interface Touched extends Place {
  /** Its text before the change; absent where there was none. */
  before?: string
  /** Its text as the change left it; absent where there is none any more. */
  after?: string
}

/** One write in the list of changes. */
export interface Change {
  id: string
  /** When it was made, in milliseconds since 1970. */
  at: number
  /** The name of the token that made it. */
  token: string
  via: 'over the API'
  action: 'add_block' | 'create_page' | 'set_task' | 'update_block' | 'set_property' | 'set_properties'
  /** What was done, in words. */
  summary: string
  /** The name of the page. */
  page: string
  pageId: string
  blockId?: string
  /** `open` as long as it can be reverted; `expired` after 30 days. */
  state: 'open' | 'reverted' | 'expired'
  touched?: readonly Touched[]
}

/** Changes, most recent first. */
export interface ChangeList extends Listed {
  changes: readonly Change[]
  /** How many changes of the account can still be reverted, whatever was asked for. */
  open: number
}
export interface ChangeAnswer {
  change: Change
}

/** Items that changed again since, and were not restored. */
export interface LeftAsItIs extends Place {
  /** In words. */
  why: string
}
export interface RevertAnswer {
  ok: true
  /** The number of restored pages, blocks and properties. */
  restored: number
  left: readonly LeftAsItIs[]
}
export interface RevertChangesAnswer {
  /** Newest first. */
  results: readonly (
    ({ id: string } & RevertAnswer) | { id: string; ok: false; error: string; code: ErrorCode; hint: string }
  )[]
}
