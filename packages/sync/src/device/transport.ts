/** How an engine reaches its server. */
import type { Bytes } from '../files/file-store.ts'
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
  /** The server's files. A transport without it leaves files that are added on their device. */
  readonly files?: FileTransport
}

/** The answer to `POST /api/files`. */
export interface UploadAnswer {
  /** The one that was asked for, or another: of the same bytes, or where it is taken. */
  readonly id: string
  readonly name: string
  /** Media type. */
  readonly type: string
  /** In bytes. */
  readonly size: number
}

/** Each rejects when the server cannot be reached, or does not answer in time. */
export interface FileTransport {
  /** The same bytes again give the same answer. @param file `type` is empty where nobody said one */
  upload(
    file: { readonly id: string; readonly name: string; readonly type: string; readonly bytes: Bytes },
    signal: AbortSignal,
  ): Promise<Reply<UploadAnswer>>
  download(
    id: string,
  ): Promise<Reply<{ readonly name: string; readonly type: string; readonly bytes: Bytes }>>
}
