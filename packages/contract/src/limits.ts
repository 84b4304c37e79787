import { LONGEST_LINE, MOST_ADDED } from '@notegraph/block-text'
import { FOLDER_NOTE_LIMITS, type FolderNoteLimits } from '@notegraph/graph'
import { MAX_PARTS, MAX_WORDS } from '@notegraph/query'
import { SYNC_LIMITS } from '@notegraph/sync'

/** The window of every rate, in milliseconds. The window slides: a request from a minute ago no longer counts. */
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
  /** Seconds in `Retry-After`. */
  retryAfter: 60,

  /** An `Idempotency-Key`, in characters. */
  idempotencyKey: 255,
  /** Hours for which the answer to a write is kept under its key. */
  keptHours: 24,
  /** The short version of a page or block, in characters. */
  version: 8,

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
  /** Blocks of an outline that is added in one go. */
  outlineBlocks: 500,
  /** The text of an outline, in characters. */
  outlineText: 100_000,
  /** Blocks that one call moves or deletes by their ids, without those nested under them. */
  organizedIds: 100,
  /** Blocks that one call moves, deletes or rewrites in all. */
  organizedBlocks: 5_000,
  /** Writes in one batch. */
  batchOperations: 50,
  /** Writes of a batch that count as one write of the minute. */
  batchWrites: 10,
  /** Blocks shown that refer to what was deleted. */
  referringShown: 20,
  /** Blocks shown under a found block at most, and how many are counted. */
  nestedMost: 20,
  nestedCounted: 1_000,
  /** Earlier states of a block that are shown to the program which replaced them. */
  ownStates: 20,
  /** Properties whose values a list shows beside its items. */
  shownProperties: 10,
  /** Properties set in one call. */
  setProperties: 30,

  /** Pages read in one call. */
  pagesRead: 10,
  /** Levels of an outline that a caller can ask for. */
  depthMost: 1_000,

  /** Items in one answer, at most. */
  listMost: 1_000,
  /** A list answer, in bytes. The list ends before the item that would exceed this, but has at least one item. */
  answerBytes: 4_000_000,
  /** Items in one answer of pages, or of the blocks of a page or a day, by default. */
  listDefault: 1_000,
  /** Blocks in one answer of a search, by default. */
  searchDefault: 200,
  /** Tasks in one answer, by default. */
  tasksDefault: 100,
  /** Entries in one answer of the list of changes, by default. */
  changesDefault: 100,
  /** Entries in one answer of a token's own changes, by default. */
  ownChangesDefault: 20,
  /** An answer that lists the items of changes, in bytes. */
  changesBytes: 1_000_000,

  /** A search, in characters. */
  queryCharacters: 1_000,
  /** Words in a search. */
  queryWords: MAX_WORDS,
  /** Operators and operands in a search. */
  queryParts: MAX_PARTS,
  /** Counted matches of a search; with more, the answer is `truncated`. */
  searchCounted: 10_000,

  /** A block of more characters is shown as a snippet, which has about as many. */
  snippet: 400,

  /** Changes that can still be reverted, before the next write is refused. */
  revertibleChanges: 500,
  /** Edits of a person that can still be undone on the web; the oldest go. */
  undoableEdits: 100,
  /** Changes that are reverted or accepted in one request. */
  changesAtOnce: 100,
  /** An archive for import, in bytes. */
  importBytes: 2 * 2 ** 30,
  /** The unpacked archive, in bytes. */
  importContents: 4 * 2 ** 30,
  /** Files in an archive. */
  importEntries: 100_000,
  /** Concurrent imports, because each takes memory; others wait. */
  importsAtOnce: 2,
  /** The directory of an archive, in bytes: paths and entry headers. */
  importDirectory: 32 * 2 ** 20,
  /** A note in an archive, in bytes. */
  importNote: 16 * 2 ** 20,
  /** The name of a token, in characters. */
  tokenName: 100,
  /** Tokens of an account that are neither revoked nor expired. */
  tokens: 100,
  /** Apps of an account that are connected by signing in. */
  connectedApps: 100,
  /** Pages of an account that are shared by a link that works. */
  shares: 100,
  /** Links of an account that ended or expired and still say so to readers. */
  closedShares: 1_000,
  /** Sites of an account that are published. */
  sites: 10,
  /** Sites of an account that ended and still say so to readers. */
  closedSites: 100,
  /** Pages of a site. */
  sitePages: 10_000,
  /** Chosen pages in the rule of a site. */
  siteChosen: 1_000,
  /** The slug of a site, in characters. */
  siteSlug: 60,
  /** The title of a site, in characters. */
  siteTitle: 200,
  /** The state of a site that does not follow the graph, in bytes. */
  sitePublication: 5_000_000,
  /** The language tag of a site, in characters. */
  siteLang: 35,
  /** Names of its own, such as `garden.example`. */
  siteHosts: 5,
  /** The footer of a site, in characters. */
  siteFooter: 1_000,
  /** The style sheet of a site, in characters. */
  siteStyle: 16_000,
  /** A search over a site, in characters. */
  siteQuery: 200,
  /** Pages in the result of a search over a site. */
  siteMatches: 50,
  /** Words that the search of a static site looks at, in characters. */
  siteIndex: 2_000_000,
  /** Text of a site that is searched for contact details and comments before it is published, in characters. */
  siteContacts: 10_000_000,
  /** Entries of a feed of a site. */
  siteFeed: 30,
  /** The password of a shared page, in characters: at least, and at most. */
  sharePasswordLeast: 8,
  sharePassword: 200,
  /** Requests of readers of shared pages from one address in a minute. */
  readersPerAddress: 300,
  /** Passwords for shared pages from one address in a minute. */
  sharePasswordsPerAddress: 10,
  /** Passwords that wait in a process while another one is tried. */
  sharePasswordsWaiting: 8,
  /** Seconds after which a reader whose password could not be tried comes again. */
  sharePasswordRetryAfter: 5,
  /** Hours for which a reader's browser keeps the proof of a password. */
  sharePasswordHours: 12,
  /** Webhooks of an account. */
  webhooks: 10,
  /** The address of a webhook, in characters. */
  webhookUrl: 2_000,
  /** Deliveries of a webhook that are kept. */
  webhookDeliveries: 100,
  /** Pages in one message to a webhook. The next message has the others. */
  webhookPages: 100,
  /** A message to a webhook, in bytes, before it names further blocks by their ids alone. */
  webhookBytes: 262_144,
  /** Seconds until the server gives up on an attempt to deliver. */
  webhookSeconds: 10,
  /** Seconds until a lookup of a name that a caller gave is given up. */
  nameSeconds: 2,
  /** Hours for which the former secret of a webhook signs beside the new one. */
  formerSecretHours: 24,
  /** Commits that wait for a webhook. Beyond them it gets one message that anything may have changed. */
  webhookWaiting: 100_000,
  /** Days after the first failed attempt at which the server switches a webhook off. */
  webhookDays: 3,
  /** An e-mail address, in characters. */
  emailAddress: 254,
  /** Hours for which the link works that confirms the address of a digest. */
  digestLinkHours: 24,
  /** Such e-mails that an account can ask for in a day. */
  digestLinksPerDay: 5,
  /** Such e-mails that an address gets in a day, from all accounts. */
  digestLinksPerAddress: 3,
  /** Browsers of an account that get the digest. */
  digestBrowsers: 10,
  /** The name of such a browser, in characters. */
  browserName: 100,
  /** Tasks that a digest lists as overdue, and as due today. */
  digestTasks: 20,
  /** Changes that a digest lists. */
  digestChanges: 10,
  /** A line of notes in a digest, in characters. */
  digestLine: 200,
  /** Plug-ins of an account. */
  plugins: 20,
  /** Page types in the manifest of a plug-in. */
  pluginTypes: 10,
  /** Fields of such a type. */
  pluginTypeFields: 30,
  /** The description of a plug-in, in characters. */
  pluginDescription: 500,
  /** Days without a request after which a notice names a device. */
  deviceUnseenDays: 14,
  /** Days without use after which a connected app has to ask again. */
  appDays: 30,
  /** Minutes for which an access token of an app works. */
  appTokenMinutes: 60,
  /** Seconds for which a refresh token that was replaced answers again. */
  refreshAgainSeconds: 60,
  /** Minutes that a person has to answer an app that asks for access. */
  appRequestMinutes: 30,
  /** The parameters of an app that asks for access, in characters. */
  appRequestCharacters: 4_000,
  /** Apps that register from one address in a minute. */
  appRegistrationsPerAddress: 20,
  /** Requests of apps for access, and ways back to an app, from one address in a minute. */
  appRequestsPerAddress: 30,
  /** The registration of an app, in bytes. */
  appRegistrationBytes: 8_192,
  /** The metadata document of an app, in bytes. */
  appDocumentBytes: 5_120,
  /** Seconds until the server gives up on a metadata document. */
  appDocumentSeconds: 3,
  /** Days for which a change is listed. */
  changeDays: 30,
  /** Days for which the earlier states of notes are kept, unless the server has another setting. */
  historyDays: 30,
  /** Snapshots that a person made, at once. */
  namedSnapshots: 50,
  /** The name of a snapshot, in characters. */
  snapshotName: 200,
  /** Pages and blocks that the restore of a graph writes before it answers. It writes more in the background. */
  restoredAtOnce: 1_000,
  /** Blocks that the restore of one page writes. */
  restoredOfPage: 20_000,
  /** The words of one referenced block in `text`, in characters. */
  referenceText: LONGEST_LINE,
  /** The words of all referenced blocks in the `text` of one block, in characters. */
  referencesText: MOST_ADDED,
  /** The list of changes, in bytes, beside an account's storage. */
  changeListBytes: 128 * 2 ** 20,
  /** Answers kept under an `Idempotency-Key`, in bytes, beside an account's storage. */
  keptAnswerBytes: 64 * 2 ** 20,
  /** Days after a plan's end in which an account still reads. */
  graceDays: 30,
  /** A file, in bytes. */
  fileBytes: SYNC_LIMITS.fileBytes,
  /** The name of a file, in characters. */
  fileName: SYNC_LIMITS.fileName,
  /** Days until the server deletes an unused file that no import added. */
  unusedFileDays: 30,
  /** Files deleted by one request. */
  filesRemovedAtOnce: 1_000,
  /** Requests of devices from one address in a minute: files and sync. */
  deviceRequestsPerAddress: SYNC_LIMITS.requestsPerAddress,
  /** Live streams of one device at once; a further one ends the oldest. */
  liveStreamsPerDevice: 2,
  /** Live streams of one token at once; a further one ends the oldest. */
  liveStreamsPerToken: 5,
  /** Pages in one event of a live stream. The next event has the others. */
  liveEventPages: 100,
  /** Live streams of all callers at once. */
  liveStreams: 20_000,
  /** The name of a device, in characters. */
  deviceName: SYNC_LIMITS.device,
  /** Devices of an account that are signed in at once. */
  openDevices: 100,
  /** Days without use after which a device has to sign in again. */
  deviceIdleDays: 180,
  /** Days before the end of a token or of a device's session in which it is a notice. */
  endNoticeDays: 14,
  /** Days for which the form on the web proposes that a token works. */
  tokenDaysProposed: 365,
  /** Days after which a browser has to sign in again, however much it was used. */
  browserDays: 365,
  /** Days without use after which a browser has to sign in again. */
  browserIdleDays: 30,
  /** Days for which the audit log keeps an entry. */
  auditDays: 90,
  /** Days in which new access to the account is a notice, unless its owner opened the security log. */
  accessNoticeDays: 14,
  /** E-mails about new access that one account gets in a day. */
  accessMailsPerDay: 20,
  /** Entries of an account in the audit log; refusals count apart, with the same limit. */
  auditEntries: 1_000,
  auditRefusals: 200,
  /** Entries of an account that say which pages entered or left a site. */
  auditSitePages: 500,
  /** Minutes after which a person signs in again to create a secret or export the graph. */
  signInAgainMinutes: 15,
  /** Minutes for a sign-in at the identity provider. */
  signInMinutes: 10,
  /** Passkeys of an account. */
  passkeys: 20,
  /** Characters of the name of a passkey. */
  passkeyName: 100,
  /** Minutes for which a browser can answer with a passkey. */
  passkeyMinutes: 5,
  /** Days for which a browser that was offered a passkey after a sign-in by link is not offered one again. */
  passkeyOfferDays: 30,
  /** Accounts of a server that people who look after them create. */
  people: 1_000,
  /** Accounts in one answer of the list of people. */
  peoplePart: 50,
  /** Days for which an invitation works. */
  inviteDays: 7,
  /** Minutes for which a sign-in link works. */
  signInLinkMinutes: 60,
  /** Minutes for which the code works that signs in another browser. */
  signInCodeMinutes: 5,
  /** Minutes for which a link and a code that were sent by e-mail work. */
  signInMailMinutes: 15,
  /** E-mails that sign in to an account, in a day. */
  signInMailsPerDay: 10,
  /** Wrong codes from one address in an hour. */
  wrongCodesPerAddress: 10,
  /** Requests of sign-ins from one address in a minute. */
  signInsPerAddress: 30,
  /** Requests of pages from one address in a minute. */
  pagesPerAddress: 600,
  /** Forms beyond that rate that come back with their texts, from one address in a minute. */
  formsAgainPerAddress: 30,
  /** A form that writes notes on a web page, in bytes: the text of a block, with room for percent-encoding. */
  webFormBytes: 1_048_576,
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
  /** Characters of the answers to a batch; the server refuses the remaining calls. */
  mcpBatchAnswer: 1_000_000,
  /** Blocks of a page or a day in one answer over MCP, by default. */
  mcpBlocks: 300,
  /** Pages in one answer over MCP, by default. */
  mcpPages: 100,
  /** Blocks of a search in one answer over MCP, by default. */
  mcpHits: 50,
  /** Resources of one subscription over MCP. */
  mcpSubscribed: 100,
  /** The shortest prefix of a block id over MCP, in characters. */
  shortId: 8,
} as const

/** The limits of importing one note. Characters are UTF-16 units. */
export interface ImportLimits extends FolderNoteLimits {
  /** Seconds that one note may take to read. */
  readonly noteSeconds: number
  /** Minutes that the whole import may take. */
  readonly minutes: number
  /** Memory of the thread that reads, in MB. */
  readonly memory: number
  /** Records in one transaction. Two such batches are in memory at a time. */
  readonly transaction: number
  /** Memory of that thread for new values, in MB; by default Node decides. */
  readonly nursery?: number
}

/** The limits of an uploaded archive, on a server that other people use too. */
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
  transaction: 4_000,
  nursery: 8,
}

/** The limits of a folder on the operator's own disk, at the command line. */
export const FOLDER_LIMITS: ImportLimits = /* @__PURE__ */ folderLimits()

function folderLimits(): ImportLimits {
  return {
    ...FOLDER_NOTE_LIMITS,
    noteSeconds: 600,
    minutes: Infinity,
    memory: 2_000,
    transaction: 8_000,
    nursery: 24,
  }
}
