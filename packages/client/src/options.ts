/** Options of every call. */
export interface CallOptions {
  /** Cancels the call, including a wait before a retry. */
  readonly signal?: AbortSignal | undefined
}

/** Options of a write. */
export interface WriteOptions extends CallOptions {
  /** The same key with the same request writes once, within 24 hours. A new key for each call by default. */
  readonly idempotencyKey?: string | undefined
  /** The `etag` that you last read. If it no longer matches, the write is refused with 409. */
  readonly ifMatch?: string | undefined
}
