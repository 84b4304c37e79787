/** How an engine reaches its server. */
import type { PullAnswer, PushAnswer, PushBody, WireError } from '../message.ts'

export type Reply<T> =
  /** `bytes`: the size of the answer as JSON, where it is known. */
  | { readonly ok: true; readonly value: T; readonly bytes?: number }
  | { readonly ok: false; readonly status: number; readonly error: WireError }

/** Rejects when the server cannot be reached, or does not answer in time. */
export interface Transport {
  /** @param cursor none for everything */
  pull(cursor: string | undefined): Promise<Reply<PullAnswer>>
  push(body: PushBody): Promise<Reply<PushAnswer>>
}
