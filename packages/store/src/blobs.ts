/**
 * The bytes of files, stored outside the graph. Their name is the SHA-256 of their content in hex. A blob is always
 * complete: readers never see a part of it.
 */

/** An upload that has arrived but is not stored yet. The bytes are streamed, so a file is never whole in memory. */
export interface Received {
  readonly hash: string
  /** In bytes. */
  readonly size: number
  /** Stores the bytes under their hash and renews `keptAt`. */
  keep(): Promise<void>
  /** Deletes the bytes unless `keep` stored them. */
  drop(): Promise<void>
}

/** A part of a file: its first and its last byte, both included and both within the file. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** A stored blob. */
export interface KeptBlob {
  readonly hash: string
  /** When the bytes were last stored, in milliseconds since 1970. */
  readonly keptAt: number
}

/** A store for the bytes of files, by account and hash. */
export interface Blobs {
  /** @throws if the storage cannot be reached */
  ready(): Promise<void>
  /** Stores bytes under their hash. Storing the same bytes again renews `keptAt`. */
  put(accountId: string, hash: string, bytes: Uint8Array): Promise<void>
  /**
   * Receives a stream of bytes into a temporary place. The caller must call `drop` at the end.
   * If the stream fails or is too long, nothing of it remains.
   * @param most the most bytes to accept
   * @returns undefined if there are more bytes than `most`
   */
  receive(accountId: string, bytes: AsyncIterable<Uint8Array>, most: number): Promise<Received | undefined>
  has(accountId: string, hash: string): Promise<boolean>
  /** Reads a blob into memory. @returns undefined if there is no such blob */
  get(accountId: string, hash: string): Promise<Uint8Array | undefined>
  /** Streams a blob or a part of it. @returns undefined if there is no such blob */
  open(
    accountId: string,
    hash: string,
    range?: ByteRange,
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | undefined>
  /**
   * Lists the blobs of an account, in any order. It may include or omit a blob that changes meanwhile. It also restores
   * blobs that an interrupted removal set aside.
   */
  list(accountId: string): AsyncIterable<KeptBlob>
  /**
   * Removes a blob that nothing needs. It sets the blob aside, calls `isNeeded`, and restores the blob if that is true.
   * An upload at the same time stores the blob, writes its row and then checks that the blob is there. In this order,
   * either the removal sees the row or the upload sees that the blob is gone.
   * @returns whether the blob was removed
   */
  remove(accountId: string, hash: string, isNeeded: () => Promise<boolean>): Promise<boolean>
  /** Removes all blobs of an account. */
  removeAll(accountId: string): Promise<void>
  /**
   * Deletes uploads that arrived before a time and were neither stored nor dropped, because their process ended.
   * @param before in milliseconds since 1970
   */
  tidy(before: number): Promise<void>
}
