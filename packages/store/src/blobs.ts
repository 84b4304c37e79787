/** The bytes of files, apart from the graph, named by their content. */
export interface Blobs {
  /** Keeps bytes under their hash; keeping the same bytes again changes nothing. */
  put(accountId: string, hash: string, bytes: Uint8Array): Promise<void>
  /** @returns undefined where nothing is kept under the hash */
  get(accountId: string, hash: string): Promise<Uint8Array | undefined>
  /** Removes all that is kept for an account. */
  removeAll(accountId: string): Promise<void>
}
