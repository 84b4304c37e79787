/**
 * Messages for invalid requests (`bad_request`) in addition to those of the contract's schemas: faults of HTTP, bodies,
 * paths, batches and parameters. `error-messages.ts` has the messages of every other refusal.
 */
import { ARCHIVE_LIMITS, LIMITS } from '@notegraph/contract'
import { quote } from '@notegraph/page-types'
import { SYNC_LIMITS } from '@notegraph/sync'
import type { Refusal } from './refusal.ts'

const bad = (error: string, hint?: string): Refusal =>
  hint === undefined ? { code: 'bad_request', error } : { code: 'bad_request', error, hint }

const AS_JSON = 'Send it as application/json, in UTF-8.'
const ENCODE = 'Encode it with encodeURIComponent or its like.'

/** The kinds of invalid requests. */
export type BadRequests = Readonly<
  Record<
    | 'malformed'
    | 'headersTooLong'
    | 'unknownMethod'
    | 'invalidPath'
    | 'expectation'
    | 'noProxy'
    | 'noPath'
    | 'severalHosts'
    | 'noHost'
    | 'tooSlow'
    | 'range'
    | 'pullCursor'
    | 'pushCursor'
    | 'cutOff'
    | 'notJson'
    | 'notUtf8'
    | 'notGzip'
    | 'notArchive'
    | 'notMediaType'
    | 'noLogoutToken'
    | 'logoutToken'
    | 'batchTooLong'
    | 'importTooSlow',
    Refusal
  >
> & {
  readonly pathEncoding: (noun: string) => Refusal
  readonly queryEncoding: (name: string) => Refusal
  readonly ifMatch: (sent: string) => Refusal
  readonly notOnPage: (parentId: string, page: string) => Refusal
  readonly tooDeep: (parentId: string) => Refusal
  readonly propertiesTooLong: (size: number) => Refusal
  readonly blankProperty: (key: string) => Refusal
}

/** By kind: a refusal, or a function from facts to a refusal. */
export const BAD_REQUESTS: BadRequests = {
  // HTTP itself
  malformed: bad('The request is not one that HTTP allows.'),
  headersTooLong: bad('The path and headers together are too long.'),
  unknownMethod: bad('The method is none that HTTP has.'),
  invalidPath: bad('The path holds a character that no path may hold.', 'Percent-encode it.'),
  expectation: bad('The Expect header asks for what this server does not do.'),
  noProxy: bad('This server is no proxy.'),
  noPath: bad('The request target has to be a path that begins with a slash.'),
  severalHosts: bad('The Host header was sent more than once.'),
  noHost: bad('The request has no Host header.'),
  tooSlow: bad('The request took too long to arrive.', 'Send it again, in one go.'),

  // Paths, parameters and headers
  pathEncoding: (noun: string): Refusal =>
    bad(`The ${noun} in the path is not valid percent-encoding of UTF-8.`, ENCODE),
  queryEncoding: (name: string): Refusal =>
    bad(`The value of ${name} is not valid percent-encoding of UTF-8.`, ENCODE),
  ifMatch: (sent: string): Refusal =>
    bad(`If-Match takes an ETag as an answer carried it, in double quotes, or *; not ${quote(sent)}.`),
  range: bad('The file ends before the range begins.', 'Ask for bytes within what Content-Range says.'),
  pullCursor: bad('cursor takes the cursor of the previous answer. Leave it out to start again.'),
  pushCursor: bad('cursor takes the cursor of the last pull.'),

  // Bodies
  cutOff: bad('The body did not arrive whole.'),
  notJson: bad('The body is not sent as application/json.', AS_JSON),
  notUtf8: bad('The body is not UTF-8.', AS_JSON),
  notGzip: bad('The body is not gzip.'),
  notArchive: bad('The body is not sent as application/zip.', 'Send the archive itself, as application/zip.'),
  notMediaType: bad('Content-Type is no media type such as image/png.'),
  noLogoutToken: bad(
    'The body is no form with one logout_token.',
    'Send it as application/x-www-form-urlencoded.',
  ),
  logoutToken: bad(
    'The logout token is not one of the identity provider for this server, or was taken before.',
    'Send a new one.',
  ),
  batchTooLong: bad(
    'The answers to this batch are too long together, so this call was not made.',
    'Make it again, in a smaller batch.',
  ),

  // Writes and imports
  notOnPage: (parentId: string, page: string): Refusal =>
    bad(
      `The parent ${quote(parentId)} is no block on ${quote(page)}.`,
      'Read the page for the ids of its blocks.',
    ),
  tooDeep: (parentId: string): Refusal =>
    bad(
      `The parent ${quote(parentId)} is on level ${SYNC_LIMITS.depth.toLocaleString('en')}, and no block can be nested deeper.`,
      'Add the block under one that is less deeply nested.',
    ),
  propertiesTooLong: (size: number): Refusal =>
    bad(
      `The properties of a page take at most ${LIMITS.pageProperties} characters in all, keys that were taken off too; with these they would take ${size}.`,
    ),
  blankProperty: (key: string): Refusal =>
    bad(`The property ${quote(key)} is blank; give it a value, or leave it out.`),
  importTooSlow: bad(
    `The import took longer than ${ARCHIVE_LIMITS.minutes} minutes.`,
    'The notes that were imported so far stay. Send the same archive again to go on from there.',
  ),
}
