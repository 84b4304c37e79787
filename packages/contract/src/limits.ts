import { LONGEST_LINE, MOST_ADDED } from '@notegraph/block-text'
import type { NoteLimits } from '@notegraph/graph'
import { MAX_PARTS, MAX_WORDS } from '@notegraph/query'
import { SYNC_LIMITS } from '@notegraph/sync'

/** A minute, over which every rate counts, in milliseconds. It slides: a request of a minute ago no longer counts. */
export const RATE_WINDOW = 60_000

/**
 * Every limit of the service, in one place. Checks, words and the description of the API all read from here, so you change
 * a limit by changing one line. A limit named by a constant of a package below changes there.
 * `packages/server/test/limits-change.test.ts` changes them and compares. Characters are UTF-16 units.
 *
 * @see service, Limits
 */
export const LIMITS = {
  /** Requests from one address in a minute, over all token routes and all tokens. */
  requestsPerAddress: 120,
  /** Reads with one token in a minute, over the API and MCP together. */
  readsPerToken: 600,
  /** Reads of one account in a minute, over all its tokens and devices. */
  readsPerAccount: 600,
  /** Writes with one token in a minute, over the API and MCP together. */
  writesPerToken: 30,
  /** Writes from one address in a minute, over all its tokens. */
  writesPerAddress: 45,
  /** What `Retry-After` says, in seconds. */
  retryAfter: 60,

  /** An `Idempotency-Key`, in characters. */
  idempotencyKey: 255,
  /** Hours for which the answer to a write is kept under its key. */
  keptHours: 24,

  /** The body of a write, in bytes. */
  bodyBytes: 65_536,
  /** Levels of arrays and objects in a body. */
  bodyNesting: 1_000,
  /** The text of a block, in characters. */
  blockText: 20_000,
  /** A page's name, in characters. */
  pageName: 200,
  /** A property's key, in characters. */
  propertyKey: 64,
  /** A property's value as stored, in characters. */
  propertyValue: 2_000,
  /** All keys and values of a page together, and the keys ever cleared, in characters. */
  pageProperties: 65_536,
  /** Properties of a new page. */
  newPageProperties: 30,
  /** Blocks of a new page. */
  newPageBlocks: 100,
  /** Properties set in one call. */
  setProperties: 30,

  /** Items in one answer, at most. */
  listMost: 1_000,
  /** An answer that is a list, in bytes; it ends before the item that would be too much, and holds one at least. */
  answerBytes: 4_000_000,
  /** Items in one answer of pages, or of the blocks of a page or a day, where `limit` asks for no fewer. */
  listDefault: 1_000,
  /** Blocks in one answer of a search, where `limit` says nothing. */
  searchDefault: 200,
  /** Tasks in one answer, where `limit` says nothing. */
  tasksDefault: 100,
  /** Entries in one answer of the list of changes, where `limit` says nothing. */
  changesDefault: 100,
  /** The same of an answer that tells what changes touched. */
  changesBytes: 1_000_000,

  /** A search, in characters. */
  queryCharacters: 1_000,
  /** Words in a search. */
  queryWords: MAX_WORDS,
  /** Operators and operands in a search. */
  queryParts: MAX_PARTS,
  /** Matches of a search that are counted; the answer is `truncated` where there are more. */
  searchCounted: 10_000,

  /** Changes that can still be reverted, before the next write is refused. */
  reversibleChanges: 500,
  /** Changes that are reverted in one request. */
  revertedAtOnce: 100,
  /** An archive to be imported, in bytes. */
  importBytes: 2 * 2 ** 30,
  /** All that it holds, unpacked, in bytes. */
  importContents: 4 * 2 ** 30,
  /** Files in it. */
  importEntries: 100_000,
  /** Archives that are imported at the same time; others wait, since each takes memory. */
  importsAtOnce: 2,
  /** The list of them, in bytes: their paths, and what an archive says of each beside. */
  importDirectory: 32 * 2 ** 20,
  /** A note in it, in bytes. */
  importNote: 16 * 2 ** 20,
  /** The name of a token, in characters. */
  tokenName: 100,
  /** Tokens of an account that are neither revoked nor expired. */
  tokens: 100,
  /** Days for which a change is listed. */
  changeDays: 30,
  /** What a reference to a block reads as in `text`, in characters. */
  referenceText: LONGEST_LINE,
  /** What references add to the `text` of one block, in characters. */
  referencesText: MOST_ADDED,
  /** What the list of changes may take up, in bytes, beside an account's storage. */
  changeListBytes: 128 * 2 ** 20,
  /** What answers kept under an `Idempotency-Key` may take up, in bytes, beside an account's storage. */
  keptAnswerBytes: 64 * 2 ** 20,
  /** Days after a plan's end in which an account still reads. */
  graceDays: 30,
  /** A file, in bytes. */
  fileBytes: SYNC_LIMITS.fileBytes,
  /** The name of a file, in characters. */
  fileName: SYNC_LIMITS.fileName,
  /** Days for which a file is kept that nothing holds and no import brought. */
  unusedFileDays: 30,
  /** Files that are removed by one request. */
  filesRemovedAtOnce: 1_000,
  /** Requests of devices from one address in a minute: files and sync. */
  deviceRequestsPerAddress: SYNC_LIMITS.requestsPerAddress,
  /** The name of a device, in characters. */
  deviceName: SYNC_LIMITS.device,
  /** Devices of an account that are signed in at once. */
  openDevices: 100,
  /** Days after which a browser has to sign in again, however much it was used. */
  browserDays: 30,
  /** Days after which a browser that was not used has to sign in again. */
  browserIdleDays: 7,
  /** Days for which the audit log keeps an entry. */
  auditDays: 90,
  /** Entries of an account in the audit log; and refusals, apart. */
  auditEntries: 1_000,
  auditRefusals: 200,
  /** Minutes after which a browser signs in again before it makes a secret or takes the graph out. */
  signInAgainMinutes: 15,
  /** Minutes that signing in at the identity provider may take. */
  signInMinutes: 10,
  /** Minutes for which a link signs in. */
  signInLinkMinutes: 60,
  /** Steps of signing in from one address in a minute. */
  signInsPerAddress: 30,
  /** Requests of pages from one address in a minute. */
  pagesPerAddress: 600,
  /** Rows of a list on one web page, such as revoked tokens. */
  webRows: 100,
  /** Blocks on one web page. */
  webBlocks: 200,
  /** An account's storage, in bytes: 10 GB. */
  storageBytes: 10_737_418_240,
  /** An answer over MCP, in characters. */
  mcpAnswer: 100_000,
  /** Messages of a batch over MCP. */
  mcpBatch: 100,
  /** Characters of the answers to a batch; the calls that are left once they are reached are not made. */
  mcpBatchAnswer: 1_000_000,
  /** Blocks of a page or a day in one answer over MCP, where `limit` says nothing. */
  mcpBlocks: 300,
  /** Pages in one answer over MCP, where `limit` says nothing. */
  mcpPages: 100,
  /** Blocks that a search over MCP answers, where `limit` says nothing. */
  mcpHits: 50,
  /** The shortest beginning by which a block is named over MCP, in characters. */
  shortId: 8,
} as const

/** What importing one note may take. Characters are UTF-16 units. */
export interface ImportLimits extends NoteLimits {
  /** A note, in bytes. */
  readonly bytes: number
  /** A file that holds pages of another outliner, such as an export of Roam, in bytes. */
  readonly exportBytes: number
  /** Seconds that one note may take to read. */
  readonly noteSeconds: number
  /** Minutes that the whole import may take. */
  readonly minutes: number
  /** Memory of the thread that reads, in MB. */
  readonly memory: number
  /** Memory that it has beside for new values, in MB; as much as Node gives where it is left out. */
  readonly nursery?: number
}

/** Of an archive that somebody uploads, on a server that others use too. */
export const ARCHIVE_LIMITS: ImportLimits = {
  bytes: LIMITS.importNote,
  exportBytes: 32 * 2 ** 20,
  lines: 500_000,
  blocks: 100_000,
  depth: 1_000,
  blockText: 2 ** 20,
  properties: 500,
  propertyText: 4 * LIMITS.pageProperties,
  names: 1_000,
  nesting: 100,
  settings: 2 ** 20,
  noteSeconds: 30,
  minutes: 30,
  memory: 320,
  nursery: 8,
}

/** Of a folder on the operator's own disk, at the command line. */
export const FOLDER_LIMITS: ImportLimits = {
  bytes: 256 * 2 ** 20,
  exportBytes: 256 * 2 ** 20,
  lines: 5_000_000,
  blocks: 1_000_000,
  depth: 1_000,
  blockText: 16 * 2 ** 20,
  properties: 1_000,
  propertyText: 2 ** 20,
  names: 10_000,
  nesting: 100,
  settings: 2 ** 20,
  noteSeconds: 600,
  minutes: Infinity,
  memory: 4_096,
  nursery: 16,
}
