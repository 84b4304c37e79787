/**
 * The outbox of a graph: what each commit wrote, and who made it, for webhooks. An entry is written in the transaction of
 * its commit, so no commit is missed. An account without a webhook keeps none.
 * @see events 2
 */
import type { FeedState } from './feed.ts'

/** The writer of a commit. The name is that of the token. */
export type Writer =
  | { readonly kind: 'token'; readonly id?: string; readonly name: string }
  | { readonly kind: 'device' }
  | { readonly kind: 'import' }
  /** The owner on the web, or a command of the operator. */
  | { readonly kind: 'owner' }

/** A page that a commit wrote on. */
export interface WrittenPage {
  readonly id: string
  /** Present if the commit deleted the page. */
  readonly isDeleted?: true
  /** The ids of written blocks; absent if there are none, or too many. */
  readonly blocks?: readonly string[]
  /** The ids of deleted blocks, and of blocks that moved to another page. */
  readonly gone?: readonly string[]
  /** Present if the commit wrote the page itself, and there are not too many blocks. */
  readonly isWritten?: true
  /**
   * By the ids of blocks, or of the page: names of tags and links that the commit took away, in the form of `linkName`. A
   * deleted or moved block loses all.
   */
  readonly had?: readonly (readonly [id: string, names: readonly string[]])[]
}

/** A commit, as its transaction noted it. */
export interface OutboxEntry {
  readonly seq: number
  readonly by: Writer
  readonly pages: readonly WrittenPage[]
}

/** A part of the outbox. */
export interface OutboxPage extends Pick<FeedState, 'epoch' | 'head'> {
  /** Whether commits are noted. */
  readonly isOpen: boolean
  /** Oldest first. */
  readonly entries: readonly OutboxEntry[]
}

/** The outbox of one graph. */
export interface OutboxStore {
  /** Notes every later commit. Does nothing if the outbox is open. @returns the state now */
  open(): Promise<Pick<FeedState, 'epoch' | 'head'>>
  /** Deletes all entries, and notes no further commit. */
  close(): Promise<void>
  /** @returns the entries of commits after a number, at most so many, and the state in the same snapshot */
  read(after: number, most: number): Promise<OutboxPage>
  /** Deletes the entries up to a number. */
  drop(seq: number): Promise<void>
}
