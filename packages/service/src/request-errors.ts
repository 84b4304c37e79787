/**
 * Messages for invalid requests (`bad_request`) in addition to those of the contract's schemas: faults of HTTP, bodies,
 * paths, batches and parameters. `error-messages.ts` has the messages of every other refusal.
 */
import { ARCHIVE_LIMITS, LIMITS } from '@notegraph/contract'
import { counted, numbered } from '@notegraph/graph'
import { quote } from '@notegraph/page-types'
import { SYNC_LIMITS } from '@notegraph/sync'
import type { Refusal } from './refusal.ts'

const bad = (error: string, hint?: string): Refusal =>
  hint === undefined ? { code: 'bad_request', error } : { code: 'bad_request', error, hint }

const AS_JSON = 'Send the body as application/json, in UTF-8.'
const ENCODE = 'Percent-encode the value, for example with encodeURIComponent.'

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
    | 'subscriptionTooLong'
    | 'movedTooDeep'
    | 'noRepeater'
    | 'repeatsTooFar'
    | 'shiftTooFar'
    | 'repeatFinished'
    | 'repeatWithDate'
    | 'batchMatch'
    | 'shiftWithDate'
    | 'nothingToShift'
    | 'hoursWithoutTime'
    | 'findsNothing'
    | 'notEmail'
    | 'leavesNothing'
    | 'replacesParts'
    | 'importTooSlow'
    | 'dryRunTooSlow',
    Refusal
  >
> & {
  readonly pathEncoding: (noun: string) => Refusal
  readonly queryEncoding: (name: string) => Refusal
  readonly contentEncoding: (sent: string, taken: readonly string[]) => Refusal
  readonly ifMatch: (sent: string) => Refusal
  readonly notOnPage: (parentId: string, page: string) => Refusal
  readonly notTaskDate: (name: string, text: string) => Refusal
  readonly fromBeyond: (from: number, length: number) => Refusal
  readonly madeLater: (reference: string) => Refusal
  readonly madeNoPage: (reference: string) => Refusal
  readonly madeNoBlock: (reference: string, count: number) => Refusal
  readonly idleHours: (repeater: string) => Refusal
  readonly sharedChange: (id: string, ids: readonly string[]) => Refusal
  readonly beyondCalendar: (name: string) => Refusal
  readonly outlineTooLong: (name: string) => Refusal
  readonly outlineTooDeep: (name: string, line: number) => Refusal
  readonly dayRenamed: (name: string) => Refusal
  readonly movedUnderItself: (id: string) => Refusal
  readonly replacesDate: (line: string) => Refusal
  readonly tooDeep: (parentId: string) => Refusal
  readonly propertiesTooLong: (size: number) => Refusal
  readonly blankProperty: (key: string) => Refusal
}

/** By kind: a refusal, or a function from facts to a refusal. */
export const BAD_REQUESTS: BadRequests = {
  // HTTP itself
  malformed: bad('The request is not valid HTTP.'),
  headersTooLong: bad('The path and headers together are too long.'),
  unknownMethod: bad('The request has an unknown HTTP method.'),
  invalidPath: bad('The path contains a character that is not allowed in a path.', 'Percent-encode it.'),
  expectation: bad('The server does not support this Expect header.'),
  noProxy: bad('This server is not a proxy.'),
  noPath: bad('The request target must be a path that begins with a slash.'),
  severalHosts: bad('The Host header was sent more than once.'),
  noHost: bad('The request has no Host header.'),
  tooSlow: bad('The request took too long to arrive.', 'Send the request again without pauses.'),

  // Paths, parameters and headers
  pathEncoding: (noun: string): Refusal =>
    bad(`The ${noun} in the path is not valid percent-encoding of UTF-8.`, ENCODE),
  queryEncoding: (name: string): Refusal =>
    bad(`The value of ${name} is not valid percent-encoding of UTF-8.`, ENCODE),
  ifMatch: (sent: string): Refusal =>
    bad(`If-Match takes an ETag from an answer, in double quotes, or *; not ${quote(sent)}.`),
  range: bad('The file ends before the range begins.', 'Request bytes within the size in Content-Range.'),
  pullCursor: bad('cursor takes the cursor of the previous answer. Leave it out to start again.'),
  pushCursor: bad('cursor takes the cursor of the last pull.'),

  // Bodies
  cutOff: bad('The body ended early.'),
  notJson: bad('The body is not sent as application/json.', AS_JSON),
  contentEncoding: (sent: string, taken: readonly string[]): Refusal =>
    bad(
      `The body is sent with Content-Encoding ${quote(sent)}.`,
      taken.includes('gzip')
        ? 'Send it as gzip, or without Content-Encoding.'
        : 'Send it without Content-Encoding.',
    ),
  notUtf8: bad('The body is not UTF-8.', AS_JSON),
  notGzip: bad('The body is not gzip.'),
  notArchive: bad('The body is not sent as application/zip.', 'Send the archive itself, as application/zip.'),
  notMediaType: bad('Content-Type is not a media type such as image/png.'),
  noLogoutToken: bad(
    'The body is not a form with one logout_token.',
    'Send the body as application/x-www-form-urlencoded.',
  ),
  logoutToken: bad('The logout token is not valid for this server, or was already used.', 'Send a new one.'),
  subscriptionTooLong: bad(`A subscription takes up to ${LIMITS.mcpSubscribed} resources.`),
  batchTooLong: bad(
    'The answers to this batch are too long, so this call was not made.',
    'Repeat the call in a smaller batch.',
  ),

  // Writes and imports
  notOnPage: (parentId: string, page: string): Refusal =>
    bad(
      `The parent ${quote(parentId)} is not a block on ${quote(page)}.`,
      'Read the page for the ids of its blocks.',
    ),
  fromBeyond: (from: number, length: number): Refusal =>
    bad(`from takes a place in the text of the block, which has ${length} characters, not ${from}.`),
  madeLater: (reference: string): Refusal =>
    bad(`${reference} names no earlier write of the batch.`, 'Count the writes from 1.'),
  madeNoPage: (reference: string): Refusal =>
    bad(`${reference} is no page: only create_page makes one.`, 'Send the name of the page.'),
  madeNoBlock: (reference: string, count: number): Refusal =>
    bad(
      `${reference} is no block: that write made ${counted(count, 'block')}.`,
      'Name the third block of the second write by "$2.3".',
    ),
  notTaskDate: (name: string, text: string): Refusal =>
    bad(
      `${name} takes a day such as 2026-11-25, friday or +3d, perhaps with a time and a repeater, such as 2026-11-25 09:00 .+1w, not ${quote(text)}.`,
      'To remove the date, send null over the API, and none in a tool.',
    ),
  beyondCalendar: (name: string): Refusal =>
    bad(`${name} takes a day in the years 1000 to 9999, such as 2026-11-20, today, friday or +3d.`),
  shiftTooFar: bad(
    'shift moves a date out of the years 1000 to 9999.',
    'Send a smaller shift, or leave it out.',
  ),
  noRepeater: bad(
    'repeat is true, but no date of this task has a repeater.',
    'Set a date with a repeater such as 2026-11-25 .+1w, or leave repeat out.',
  ),
  repeatsTooFar: bad(
    'The repeater moves the date beyond the year 9999.',
    'Set the date with another repeater such as 2026-11-25 .+1w.',
  ),
  sharedChange: (id: string, ids: readonly string[]): Refusal =>
    bad(
      `Several of your changes have ids that begin with ${quote(id)}: ${ids.join(', ')}.`,
      'Send more of the id.',
    ),
  repeatFinished: bad(
    'repeat is true, but this task is finished already.',
    'Leave repeat out, or set the task to todo first.',
  ),
  shiftWithDate: bad(
    'shift moves the dates that are there, so it takes no new date and no repeat beside it.',
    'Send shift or the new date.',
  ),
  nothingToShift: bad(
    'The task has no date that shift could move.',
    'Give it one with scheduled or deadline.',
  ),
  hoursWithoutTime: bad(
    'No date of the task has a time that hours could move.',
    'Shift by days, or send the new date with its time.',
  ),
  batchMatch: bad(
    'If-Match names one version, and a batch writes to several pages and blocks.',
    'Leave the header out, and send if_unchanged in the writes.',
  ),
  repeatWithDate: bad(
    'repeat moves the dates of the task itself, so it takes no new scheduled day and no new deadline beside it.',
    'Send repeat or the new date.',
  ),
  idleHours: (repeater: string): Refusal =>
    bad(
      `The repeater ${repeater} counts hours, but its date has no time that it could move.`,
      'Set the date with a time, such as 2026-11-25 09:00.',
    ),
  outlineTooLong: (name: string): Refusal =>
    bad(`${name} has more than ${LIMITS.outlineBlocks} blocks. Send it in several parts.`),
  outlineTooDeep: (name: string, line: number): Refusal =>
    bad(`Line ${line} of ${name} is below level ${numbered(SYNC_LIMITS.depth)}, which is too deep.`),
  notEmail: bad('email takes an address such as ada@example.org.'),
  findsNothing: bad('find is empty. Set it to the text to replace.'),
  leavesNothing: bad('Without the found text, the block would be empty.'),
  replacesParts: bad(
    'This replacement would change a marker, a date, a property or another part of the block besides its words.',
    'Send the whole text of the block as text.',
  ),
  replacesDate: (line: string): Refusal =>
    bad(
      `This replacement would add the line ${quote(line)}, which begins like a date.`,
      'Send the whole text of the block as text, with a day on the calendar such as <2026-11-25>, friday or +3d.',
    ),
  tooDeep: (parentId: string): Refusal =>
    bad(
      `The parent ${quote(parentId)} is on level ${numbered(SYNC_LIMITS.depth)}, and no block can be nested deeper.`,
      'Add the block under a parent on a higher level.',
    ),
  dayRenamed: (name: string): Refusal =>
    bad(`${quote(name)} is the page of a day, which keeps its name.`, 'Move its blocks to another page.'),
  movedUnderItself: (id: string): Refusal =>
    bad(
      `The block ${quote(id)} is moved itself, or is nested under a block that is moved.`,
      'Name a place outside of the moved blocks.',
    ),
  movedTooDeep: bad(
    `At this place, a block would be below level ${numbered(SYNC_LIMITS.depth)}, which is too deep.`,
    'Move the blocks to a place on a higher level.',
  ),
  propertiesTooLong: (size: number): Refusal =>
    bad(
      `The properties of a page take at most ${LIMITS.pageProperties} characters in all, including removed keys. This write would need ${size}.`,
    ),
  blankProperty: (key: string): Refusal =>
    bad(`The property ${quote(key)} is blank. Set a value, or leave the property out.`),
  importTooSlow: bad(
    `The import took longer than ${ARCHIVE_LIMITS.minutes} minutes.`,
    'Notes imported so far are kept. Send the same archive again to add the rest.',
  ),
  dryRunTooSlow: bad(
    `The dry run took longer than ${ARCHIVE_LIMITS.minutes} minutes.`,
    'Nothing was written. Split the archive, then send each part.',
  ),
}
