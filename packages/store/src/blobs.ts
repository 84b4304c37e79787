/**
 * The bytes of files, apart from the graph, named by the SHA-256 of their content in hex. What is kept under a hash is
 * whole, or nothing is.
 */

/** Bytes are taken in as they come, so that no file is ever in memory whole. */
export interface Received {
  readonly hash: string
  /** Bytes. */
  readonly size: number
  /** Keeps them under their hash, as if they had come for the first time. */
  keep(): Promise<void>
  /** Lets go of what was not kept. */
  drop(): Promise<void>
}

/** The first and the last byte of a part, both within the file. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

export interface KeptBlob {
  readonly hash: string
  /** When the bytes last came, in milliseconds since 1970. */
  readonly keptAt: number
}

export interface Blobs {
  /** Throws where what is kept cannot be reached. */
  ready(): Promise<void>
  /** Keeps bytes under their hash; keeping the same bytes again renews when they came. */
  put(accountId: string, hash: string, bytes: Uint8Array): Promise<void>
  /**
   * Takes bytes in, apart from what is kept; `drop` has to follow.
   * @returns undefined where there are more than `most`: nothing is left of them, nor where they fail to come
   */
  receive(accountId: string, bytes: AsyncIterable<Uint8Array>, most: number): Promise<Received | undefined>
  has(accountId: string, hash: string): Promise<boolean>
  /** The bytes in memory. @returns undefined where nothing is kept under the hash */
  get(accountId: string, hash: string): Promise<Uint8Array | undefined>
  /** The bytes, or a part of them, as they are asked for. @returns undefined where nothing is kept under the hash */
  open(
    accountId: string,
    hash: string,
    range?: ByteRange,
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | undefined>
  /**
   * All that is kept for an account, in any order; what comes or goes meanwhile may be told or not. What a removal that
   * was cut off left aside is put back first.
   */
  list(accountId: string): AsyncIterable<KeptBlob>
  /**
   * Removes bytes that nothing needs. They are laid aside before `isNeeded` is asked, and put back where it says yes, so
   * that of somebody who keeps them, notes so and then looks for them at the same time, one of the two sees the other.
   * @returns whether they were removed
   */
  remove(accountId: string, hash: string, isNeeded: () => Promise<boolean>): Promise<boolean>
  /** Removes all that is kept for an account. */
  removeAll(accountId: string): Promise<void>
  /** Lets go of what came in before a time and was neither kept nor dropped, since whoever took it in has ended. */
  tidy(before: number): Promise<void>
}
