/** Options of every call. */
export interface CallOptions {
  /** Cancels the call, including a wait before a retry. The call then throws a `NotegraphError` with the code `aborted`. */
  readonly signal?: AbortSignal | undefined
}

/** Options of a write. */
export interface WriteOptions extends CallOptions {
  /** The same key with the same request writes once, within 24 hours. A new key for each call by default. */
  readonly idempotencyKey?: string | undefined
  /** The `etag` that you last read. If it no longer matches, the write is refused with 409. */
  readonly ifMatch?: string | undefined
}

/** Options of a download. */
export interface ReadFileOptions extends CallOptions {
  /** The first and the last byte, from 0. All bytes by default. */
  readonly range?: readonly [first: number, last: number] | undefined
}

/** A part of a list; the default `limit` depends on the route. */
export interface Window {
  /** The most items to return. A list ends earlier if the answer would grow too large. */
  readonly limit?: number
  /** The number of items to skip: the `next` of the answer before. */
  readonly offset?: number
}
