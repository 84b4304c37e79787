/**
 * The limits in words, one row each, for the OpenAPI documents and the README. Rows of adjustable limits show the
 * operator's values.
 * @see service, Limits
 */
import { numbered } from '@notegraph/graph'
import { SYNC_LIMITS } from '@notegraph/sync'
import { ARCHIVE_LIMITS, LIMITS } from './limits.ts'

/** The rates that an operator can set, in requests a minute; 0 is no limit. */
export interface Rates {
  readonly requestsPerAddress: number
  readonly writesPerToken: number
  readonly writesPerAddress: number
  readonly revertibleChanges: number
}

/** The rates of a server whose operator set none. */
export const DEFAULT_RATES: Rates = {
  requestsPerAddress: LIMITS.requestsPerAddress,
  writesPerToken: LIMITS.writesPerToken,
  writesPerAddress: LIMITS.writesPerAddress,
  revertibleChanges: LIMITS.revertibleChanges,
}

/**
 * A rate of reads. The rate is 0 on a server that does not limit requests.
 * @example
 * readLimit(DEFAULT_RATES, 600) // 600
 * readLimit({ ...DEFAULT_RATES, requestsPerAddress: 0 }, 600) // 0
 */
export const readLimit = ({ requestsPerAddress }: Rates, limit: number): number =>
  requestsPerAddress === 0 ? 0 : limit

/** One limit: its name, and its value in Markdown. */
export interface LimitRow {
  readonly limit: string
  readonly value: string
}

const rate = (count: number, of: string): string =>
  count === 0 ? `no limit for ${of}` : `${numbered(count)} a minute from ${of}`

const MIB = 1_048_576
const GIB = 1_073_741_824

/**
 * The rows in the order of the documents.
 * @example
 * limitRows().find(({ limit }) => limit === 'After the plan ends')?.value // '30 days of reading, without writing'
 */
export function limitRows(rates: Rates = DEFAULT_RATES): LimitRow[] {
  const { requestsPerAddress, writesPerToken, writesPerAddress, revertibleChanges } = rates
  const row = (limit: string, value: string): LimitRow => ({ limit, value })
  return [
    row(
      'Requests',
      `${rate(requestsPerAddress, 'one address')} (IPv6: one /64), across every token route and every token; a write counts as one, and so does each call of a batch over MCP. Open routes are not counted.`,
    ),
    row(
      'Reads',
      `${rate(readLimit(rates, LIMITS.readsPerToken), 'one token')}, ${rate(readLimit(rates, LIMITS.readsPerAccount), 'one account')}; the API and MCP counted together`,
    ),
    row(
      'Writes',
      `${rate(writesPerToken, 'one token')}, ${rate(writesPerAddress, 'one address')} across all its tokens; the API and MCP counted together. A minute slides: what was counted a minute ago counts no more.`,
    ),
    row(
      'Body of a write',
      `${LIMITS.bodyBytes / 1_024} KB (${numbered(LIMITS.bodyBytes)} bytes); only the keys the route takes`,
    ),
    row(
      'Text of a block',
      `${numbered(LIMITS.blockText)} characters as JavaScript counts them; no control characters but line breaks and tabs. A task marker can be set on a longer block, such as an imported one.`,
    ),
    row(
      'References in the `text` of a block',
      `each reads as the first ${numbered(LIMITS.referenceText)} characters of a line, and all add up to ${numbered(LIMITS.referencesText)}; others stay as written`,
    ),
    row('Name of a page', `${LIMITS.pageName} characters`),
    row('Key of a property', `${LIMITS.propertyKey} characters`),
    row('Value of a property', `${numbered(LIMITS.propertyValue)} characters`),
    row(
      'Properties of a page',
      `${numbered(LIMITS.pageProperties)} characters in all, the key of every property ever cleared included. A page past it may shrink, never grow.`,
    ),
    row('A new page', `${LIMITS.newPageProperties} properties and ${LIMITS.newPageBlocks} blocks`),
    row('Several properties', `${LIMITS.setProperties} in a call`),
    row(
      'Changes that can be reverted',
      revertibleChanges === 0
        ? 'no limit'
        : `${numbered(revertibleChanges)}; then writes of programs are refused until some are kept, reverted or pass ${LIMITS.changeDays} days`,
    ),
    row(
      'Tokens',
      `${LIMITS.tokens} that are neither revoked nor expired; their names up to ${LIMITS.tokenName} characters`,
    ),
    row('List of changes', `${LIMITS.changeDays} days, ${LIMITS.changeListBytes / 2 ** 20} MB`),
    row(
      'A list',
      `${numbered(LIMITS.listMost)} items in an answer. Without \`limit\`: pages, and blocks of a page or day ${numbered(LIMITS.listDefault)}, a search ${LIMITS.searchDefault}, tasks ${LIMITS.tasksDefault}, changes ${LIMITS.changesDefault}.`,
    ),
    row(
      'An answer',
      `${LIMITS.answerBytes / 1e6} MB (${numbered(LIMITS.answerBytes)} bytes). A list ends before the item that would exceed this, whatever the \`limit\`, but has at least one item; \`next\` is the offset of the rest.`,
    ),
    row(
      'A search',
      `${numbered(LIMITS.queryCharacters)} characters, ${LIMITS.queryWords} words, ${LIMITS.queryParts} parts`,
    ),
    row(
      'Matches of a search',
      `counted up to ${numbered(LIMITS.searchCounted)}; beyond that the answer is \`truncated\``,
    ),
    row(
      'An `Idempotency-Key`',
      `${LIMITS.idempotencyKey} visible ASCII characters, kept for ${LIMITS.keptHours} hours, or until newer answers take up ${LIMITS.keptAnswerBytes / 2 ** 20} MB`,
    ),
    row(
      'Storage',
      `${LIMITS.storageBytes / GIB} GB of cloud sync; a write that would grow the graph beyond it is refused`,
    ),
    row(
      'A file',
      `${LIMITS.fileBytes / 2 ** 20} MB; unused files are deleted after ${LIMITS.unusedFileDays} days, except imported ones`,
    ),
    row(
      'An archive for import',
      `${LIMITS.importBytes / GIB} GB, ${LIMITS.importContents / GIB} GB unpacked, ${numbered(LIMITS.importEntries)} files; a note in it ${LIMITS.importNote / 2 ** 20} MB; ${ARCHIVE_LIMITS.minutes} minutes. A server imports ${LIMITS.importsAtOnce} at once; others wait.`,
    ),
    row(
      'An imported note',
      `${numbered(ARCHIVE_LIMITS.lines)} lines, ${numbered(ARCHIVE_LIMITS.blocks)} blocks, ${numbered(ARCHIVE_LIMITS.depth)} levels; a block ${numbered(ARCHIVE_LIMITS.blockText)} characters; ${ARCHIVE_LIMITS.properties} properties of ${numbered(ARCHIVE_LIMITS.propertyText)} characters together, ${numbered(ARCHIVE_LIMITS.names)} aliases and as many tags; ${ARCHIVE_LIMITS.noteSeconds} seconds. The report names notes beyond these limits, and the import continues. The command line allows more.`,
    ),
    row(
      'Live streams',
      `${LIMITS.liveStreamsPerToken} of a token, ${numbered(LIMITS.liveStreams)} of a server with those of devices; ${LIMITS.liveEventPages} pages in an event; ${LIMITS.mcpSubscribed} resources in a subscription over MCP`,
    ),
    row('After the plan ends', `${LIMITS.graceDays} days of reading, without writing`),
    row('An answer over MCP', `Markdown of ${numbered(LIMITS.mcpAnswer)} characters`),
    row(
      'A batch over MCP',
      `${LIMITS.mcpBatch} messages, called one after another; after ${numbered(LIMITS.mcpBatchAnswer)} characters of answers, the remaining calls are refused`,
    ),
    row(
      'Freshness',
      'the last synced state, never cached (`Cache-Control: no-store`); a write reaches devices that listen at once, and others at their next sync',
    ),
    row(
      'Browsers',
      'routes with a token send no CORS headers, so pages of other sites cannot read or write; open routes are open to any page',
    ),
    row(
      'The agent',
      "the server's own agent only reads, and gets whole lists unless it sends a `limit`, as far as they fit in an answer",
    ),
    row(
      'Devices',
      `push two seconds after an edit, and pull every minute and after each event of their live stream; ${LIMITS.deviceRequestsPerAddress} requests a minute from one address, including uploads; ${LIMITS.liveStreamsPerDevice} live streams of a device, ${numbered(LIMITS.liveStreams)} of a server`,
    ),
    row(
      'Sync',
      `${numbered(SYNC_LIMITS.pullRecords)} records or ${SYNC_LIMITS.pullBytes / MIB} MB in an answer to a pull, ${numbered(SYNC_LIMITS.archiveRecords)} records or ${SYNC_LIMITS.archiveBytes / MIB} MB in a line of an archive; ${SYNC_LIMITS.pushRecords} records or ${SYNC_LIMITS.pushBytes / MIB} MB in a push after unpacking; a tombstone is sent for ${SYNC_LIMITS.tombstoneDays} days`,
    ),
  ]
}
