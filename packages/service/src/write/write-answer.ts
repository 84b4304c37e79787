/** What a write is given beside its body, and what it is answered with. */
import type { Answer } from '../answer.ts'

/** What a request says beside its body. */
export interface WriteOptions {
  /** `If-Match` as sent. */
  readonly ifMatch?: string
  /** `Idempotency-Key`, with a hash of the method, path and body that it came with. */
  readonly key?: { readonly key: string; readonly request: string }
}

/** The answer of a write. */
export interface WriteAnswer<T> extends Answer<T> {
  /** Whether it is the answer that the same key got before; nothing was written now. */
  readonly replayed: boolean
  /** Its entry in the list of changes; absent where nothing changed. */
  readonly changeId?: string
  /** Of the block or page in the answer. */
  readonly etag: string
}

export interface WriteDeps {
  /** Now, in milliseconds since 1970. */
  readonly clock: () => number
  /** A new random UUID (v4). */
  readonly newId: () => string
  /** Changes that may be open for Revert before writes are refused; 0 is no limit. */
  readonly reversibleChanges: number
  /** The service's own origin, whose file addresses no text may name. */
  readonly origin?: string
}
