/**
 * The limits of sync, which a server and its devices share. Bytes are of JSON in UTF-8, characters UTF-16 units.
 *
 * @see sync, Routes and The server's rules
 */
export const SYNC_LIMITS = {
  /** Records in one answer to a pull. */
  pullRecords: 5_000,
  /** The records of one answer to a pull, in bytes; one record goes beyond it alone. */
  pullBytes: 4_194_304,
  /** Records in one push. */
  pushRecords: 500,
  /** The body of a push, in bytes. */
  pushBytes: 1_048_576,
  /** Requests from one address in a minute. */
  requestsPerAddress: 600,

  /** Words of a block or shape, in characters. */
  text: 20_000,
  /** A page's name, in characters. */
  pageName: 200,
  /** All keys and values of a page together, and the keys ever cleared, in characters. */
  pageProperties: 65_536,
  /** The key of a prop, in characters. */
  key: 128,
  /** Props of one record, and other keys that the server does not know. */
  keys: 1_000,
  /** How deep a prop's value may nest. */
  nesting: 32,
  /** Values that a prop's value may hold, at all depths together. */
  values: 10_000,

  /** The name of a device, in characters. */
  device: 100,
  /** Versions of one block's words that wait for a person. */
  versions: 100,
  /** Revisions that one push names as seen, or drops. */
  seen: 256,
  /** Levels on which blocks may stand; the top is the first. */
  depth: 1_000,

  /** Days for which a tombstone is kept, at least. */
  tombstoneDays: 180,
  /** The name of a file, in characters. */
  fileName: 255,
  /** One file, in bytes. */
  fileBytes: 104_857_600,
} as const

/** The limits of one device, for the files that it keeps. */
export const DEVICE_LIMITS = {
  /** Uploads at the same time. */
  uploadsAtOnce: 3,
  /** Downloads at the same time. */
  downloadsAtOnce: 6,
  /** Files that wait for their upload. */
  queuedFiles: 1_000,
  /** Files that wait for their upload, all together, in bytes. */
  queuedBytes: 2_147_483_648,
  /** Copies of files of the server, all together, in bytes; an app may choose another number. */
  copyBytes: 268_435_456,
  /** Copies of files of the server. */
  copies: 5_000,
} as const
