/** The options of a write besides its body, and its answer. */
import type { Answer } from '../answer.ts'

/** The options of a request besides the values that it writes. */
export interface WriteOptions {
  /** The raw `If-Match`. */
  readonly ifMatch?: string
  /** The version that the page or block must still have. @see assistants 8.2 */
  readonly ifUnchanged?: string
  /** `Idempotency-Key`, with a hash of its request's method, path and body. */
  readonly key?: { readonly key: string; readonly request: string }
}

/** The answer of a write. */
export interface WriteAnswer<T> extends Answer<T> {
  /** Whether it repeats the earlier answer of the key; nothing was written now. */
  readonly replayed: boolean
  /** Its entry in the change list; absent if nothing changed. */
  readonly changeId?: string
  /** The ETag of the block or page in the answer; absent if it is no longer there. */
  readonly etag?: string
}

/** The dependencies of writes. */
export interface WriteDeps {
  /** Returns the time in milliseconds since 1970. */
  readonly clock: () => number
  /** Returns a new random UUID (v4). */
  readonly newId: () => string
  /** The most revertible changes; further writes are refused. 0 means no limit. */
  readonly revertibleChanges: number
  /** The server's own origin; texts may not contain addresses of its files. */
  readonly origin?: string
}
