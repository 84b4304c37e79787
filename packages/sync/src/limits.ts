/**
 * The limits of sync, which a server and its devices share. Bytes are UTF-8 JSON; characters are UTF-16 units.
 *
 * @see sync, Routes and The server's rules
 */
/** The limits of the protocol. */
export const SYNC_LIMITS = {
  /** Records in one answer to a pull. */
  pullRecords: 5_000,
  /** Bytes of the records in one answer to a pull. A larger record comes alone. */
  pullBytes: 4_194_304,
  /** Records in one line of an archive, unless the device asks for more. */
  archiveRecords: 1_000,
  /** Bytes of the records in one line of an archive. A larger record comes alone. */
  archiveBytes: 1_048_576,
  /** Records in one push. */
  pushRecords: 500,
  /** The body of a push, in bytes. */
  pushBytes: 1_048_576,
  /** Requests from one address per minute. */
  requestsPerAddress: 600,

  /** Milliseconds between two events of a live stream, at least. */
  liveEvery: 1_000,
  /** Milliseconds after which a silent live stream gets a comment line. */
  liveComment: 25_000,

  /** Words of a block or shape, in characters. */
  text: 20_000,
  /** A page's name, in characters. */
  pageName: 200,
  /** Characters of all keys and values of a page, and of all keys that were ever cleared. */
  pageProperties: 65_536,
  /** The key of a prop, in characters. */
  key: 128,
  /** Props of one record, and separately the keys that the server does not know. */
  keys: 1_000,
  /** Levels of nesting in the value of a prop. */
  nesting: 32,
  /** Values inside the value of a prop, at all levels. */
  values: 10_000,

  /** The name of a device, in characters. */
  device: 100,
  /** Conflicting versions of one block's words. */
  versions: 100,
  /** Revisions that one push lists as seen, and that it drops. */
  seen: 256,
  /** Levels of an outline; the top level is the first. */
  depth: 1_000,

  /** Days for which a server keeps a tombstone, at least. */
  tombstoneDays: 180,
  /** The name of a file, in characters. */
  fileName: 255,
  /** One file, in bytes. */
  fileBytes: 104_857_600,
} as const

/** The limits of one device, for files and its index. */
export const DEVICE_LIMITS = {
  /** Uploads at the same time. */
  uploadsAtOnce: 3,
  /** Downloads at the same time. */
  downloadsAtOnce: 6,
  /** Files in the upload queue. */
  queuedFiles: 1_000,
  /** Bytes of all files in the upload queue. */
  queuedBytes: 2_147_483_648,
  /** Bytes of all copies of the server's files; the default of `EngineOptions.copyBytes`. */
  copyBytes: 268_435_456,
  /** Copies of the server's files. */
  copies: 5_000,

  /** Blocks in one answer of the local index, by default and at most. */
  indexDefault: 200,
  indexAnswer: 1_000,
  /** Blocks that the local index reads for one answer. */
  indexRead: 10_000,
  /** Blocks whose links one rename of a page rewrites. */
  renamedBlocks: 5_000,
  /** Blocks whose references one call counts. */
  indexCounts: 10_000,
  /** Pages in the graph of pages, and links between them, separately those by tags. */
  graphPages: 50_000,
  graphLinks: 200_000,
  /** Keys of properties in one answer. */
  propertyKeys: 500,
} as const
