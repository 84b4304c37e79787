/** The storage that a graph uses. Each commit adds to the sums, so no method counts rows. */

/** The live items of one kind, and their bytes. Tombstones count bytes until the feed drops them. */
export interface KindUsage {
  readonly count: number
  readonly bytes: number
}

/** Storage by kind. */
export interface StorageUsage {
  /** Journal pages and whiteboards too. */
  readonly pages: KindUsage
  readonly blocks: KindUsage
  readonly shapes: KindUsage
  readonly files: KindUsage
  /** The change list. It has its own bound, and does not count for the account's storage. */
  readonly changes: KindUsage
  /** The idempotency records. They have their own bound, and do not count for the account's storage. */
  readonly answers: KindUsage
  /** The kept states. They count for the account's storage, and give way to the rest. */
  readonly history: KindUsage
}

/** Sums of the storage that a graph uses. */
export interface StorageTotals {
  /** Bytes of records and files, which a quota bounds. */
  bytes(): Promise<number>
  /** The parts of that sum by kind, and what is bounded apart. */
  usage(): Promise<StorageUsage>
}
