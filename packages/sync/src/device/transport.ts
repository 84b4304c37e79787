/** The connection of an engine to its server. */
import type { Bytes } from '../files/file-store.ts'
import type { PageRecordsAnswer, PullAnswer, PushAnswer, PushBody, WireError } from '../message.ts'

/** An answer of the server, or its error. */
export type Reply<T> =
  /** `bytes`: the size of the answer as JSON, if known. */
  | { readonly ok: true; readonly value: T; readonly bytes?: number }
  | { readonly ok: false; readonly status: number; readonly error: WireError }

/** An answer to a pull, with its size. */
export type PullReply = Extract<Reply<PullAnswer>, { readonly ok: true }>

/** The state of the server's feed, as its live stream reports it. */
export interface ServerState {
  /** The number of the latest change. */
  readonly head: number
  /** Changes when the server is restored from a backup. */
  readonly epoch: number
}

/**
 * The reason why a request got no answer of the service. The codes of `fetchTransport`:
 *
 * - `no_answer`: no network, an unknown host, or a browser's rule against other origins
 * - `timeout`
 * - `aborted`: the program ended the request
 * - `not_notegraph`: something else answered
 * - `moved`: a redirect to another address
 * - `no_token`: the function for the session failed
 * - `bad_url`
 */
export class NoAnswer extends Error {
  readonly code: string
  readonly hint: string

  constructor({ error, code, hint }: WireError) {
    super(error)
    this.code = code
    this.hint = hint
  }
}

/**
 * The requests of sync. Each rejects if the server cannot be reached or does not answer in time. With `NoAnswer`, the
 * state of the engine has its reason.
 */
export interface Transport {
  /**
   * Asks for the records that changed since a pull.
   *
   * @param cursor the cursor of the last pull; `undefined` for a full pull
   */
  pull(cursor: string | undefined): Promise<Reply<PullAnswer>>
  /**
   * Streams the answers of all further pulls, for a device that lacks many records. Without this, or if it fails, the
   * device goes on with pulls.
   *
   * @returns the answers; throws if the server refuses, or the stream breaks
   */
  readonly archive?: (cursor: string | undefined, signal: AbortSignal) => AsyncIterable<PullReply>
  /** One page's records, which the pull may bring much later. Without this, the device waits for the pull. */
  readonly page?: (id: string) => Promise<Reply<PageRecordsAnswer>>
  /** Sends edited records. The same push again changes nothing, so it can be repeated. */
  push(body: PushBody): Promise<Reply<PushAnswer>>
  /**
   * Stays connected, and reports the state of the server at once and after each change. Without this, the device pulls
   * every minute.
   *
   * @param heard called with each state, and without one for a sign of life
   * @returns when the server ends the connection or refuses it
   */
  readonly listen?: (heard: (state?: ServerState) => void, signal: AbortSignal) => Promise<Reply<void>>
  /** The server's files. Without this, added files stay on the device. */
  readonly files?: FileTransport
}

/** The answer to `POST /api/files`. */
export interface UploadAnswer {
  /** The requested id, or another one: if the server has the same bytes, or the id is taken. */
  readonly id: string
  readonly name: string
  /** The media type. */
  readonly type: string
  /** The size in bytes. */
  readonly size: number
}

/** The requests of files. Each rejects if the server cannot be reached or does not answer in time. */
export interface FileTransport {
  /**
   * Uploads a file. The same bytes again give the same answer.
   *
   * @param file `type` is empty if unknown
   */
  upload(
    file: { readonly id: string; readonly name: string; readonly type: string; readonly bytes: Bytes },
    signal: AbortSignal,
  ): Promise<Reply<UploadAnswer>>
  /** Returns the bytes of a file with its name and media type. */
  download(
    id: string,
  ): Promise<Reply<{ readonly name: string; readonly type: string; readonly bytes: Bytes }>>
}
