/** What a call may say beside what it asks for. */
export interface CallOptions {
  /** Gives the call up, a wait before it is sent again included. */
  readonly signal?: AbortSignal | undefined
}

export interface WriteOptions extends CallOptions {
  /** The same key with the same request is written once, within 24 hours. A fresh one for each call unless it is given. */
  readonly idempotencyKey?: string | undefined
  /** The `etag` of what the write was decided from: written only if that still stands, else refused with 409. */
  readonly ifMatch?: string | undefined
}
