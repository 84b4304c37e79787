/** Refusals in words: what was wrong, where, and what to do. The one place, for the API and for assistants alike. */
import type { TextFault } from '@notegraph/block-text'
import { errorBody, ERRORS, LIMITS, type ErrorBody } from '@notegraph/contract'
import { either, quote } from '@notegraph/page-types'
import { SYNC_LIMITS } from '@notegraph/sync'
import type { Conflict, Refusal, Sharing } from './refusal.ts'

/** The HTTP status of a refusal. */
export const statusOf = (refusal: Refusal): number => ERRORS[refusal.code].status

/** The body that tells of a refusal. No `default`: a new refusal fails to compile until it is worded. */
export function toErrorBody(refusal: Refusal): ErrorBody {
  return errorBody(refusal.code, wordsOf(refusal), hintOf(refusal))
}

/** A better hint than the code's own, where there is one. */
function hintOf(refusal: Refusal): string | undefined {
  if (refusal.code === 'bad_request') return refusal.hint
  if (refusal.code === 'not_found' && refusal.what === 'path')
    return 'The paths of the API are in /api/v1/openapi.json.'
  if (refusal.code === 'not_found' && refusal.what === 'block' && refusal.shared)
    return 'Give more of the id.'
  if (refusal.code === 'not_found' && refusal.what === 'change') return 'List the changes for their ids.'
  if (refusal.code === 'not_found' && refusal.what === 'device') return 'List the devices for their ids.'
  if (refusal.code === 'not_found' && refusal.what === 'token') return 'List the tokens for their ids.'
  if (refusal.code === 'not_found' && refusal.what === 'file')
    return 'Take the address from an export or a backup of the account.'
  if (refusal.code === 'too_large' && refusal.limit === LIMITS.fileBytes)
    return `Send a file of at most ${FILE_MEGABYTES} MB.`
  if (refusal.code === 'too_large' && refusal.limit === LIMITS.importBytes)
    return 'Send it in several parts, or leave large files out.'
  if (refusal.code === 'too_large' && refusal.limit === SYNC_LIMITS.pushBytes)
    return `Send at most ${SYNC_LIMITS.pushRecords} records, of ${SYNC_LIMITS.pushBytes / 2 ** 20} MB together.`
  if (refusal.code === 'rate_limited' && refusal.reads === 'unread')
    return 'Read the answers that were asked for to their end, or close their connections; then ask again.'
  if (refusal.code === 'unauthorized' && refusal.why === 'no_session') return 'Sign in on the device again.'
  if (refusal.code === 'unauthorized' && refusal.why.startsWith('message_'))
    return 'Sign it anew, as Standard Webhooks says.'
  if (refusal.code === 'not_found' && refusal.what === 'account')
    return 'Accounts are made by signing in, or by the operator.'
  if (refusal.code === 'unauthorized' && refusal.why.startsWith('agent_'))
    return 'Get a new token from the sign-in service.'
  if (refusal.code === 'forbidden' && refusal.why === 'token')
    return 'Sign in, and send the session of the device.'
  if (refusal.code === 'forbidden' && refusal.why === 'origin') return 'Call it from a program.'
  if (refusal.code === 'conflict') return CONFLICT_HINTS[refusal.why]
  return undefined
}

const FILE_MEGABYTES = LIMITS.fileBytes / 2 ** 20
const IMPORT_GIGABYTES = LIMITS.importBytes / 2 ** 30

const CONFLICT_HINTS: { readonly [W in Conflict['why']]?: string } = {
  file_kept: 'Add a block beside it instead.',
  picture_kept: 'Set the other properties alone.',
  key_reused: 'Send a new Idempotency-Key with a new request.',
  reverted: 'List the changes to see what can still be reverted.',
  expired: 'List the changes to see what can still be reverted.',
  message_taken: 'Send a new message under an id of its own.',
  import_running: 'Wait until it has ended; it says how far it has come.',
  exports_running: 'Wait until one of them has come through.',
  tokens_full: 'Revoke a token that is no longer used.',
  epoch: 'Pull first, then push again.',
  many_devices: 'End the session of a device that is no longer used.',
  no_version: 'List the conflicts to see what there is to pick from.',
}

const UNAUTHORIZED = {
  missing: 'No token was sent.',
  malformed: 'The Authorization header does not hold an API token.',
  session: "A device's session token does not open the notes API.",
  unknown: 'This token opens nothing here.',
  revoked: 'This token was revoked.',
  expired: 'This token has expired.',
  no_session: 'No session of a device is open by what was sent.',
  message_unsigned: 'The message is not signed with the secret of this endpoint.',
  message_stale: 'The message was signed too long ago, or by a clock that is not right.',
  agent_expired: "The agent's token has expired.",
  agent_claims: "The agent's token is not meant for this service.",
  agent_signature: "The agent's token is not signed by the sign-in service.",
  agent_account: "The agent's token names no account of this service.",
} as const

const FORBIDDEN = {
  list: "This account is not on the server's list.",
  token: 'An API token does not open this; it takes the session of a device.',
  origin: 'A page of another site may not call this.',
} as const

function wordsOf(refusal: Refusal): string {
  switch (refusal.code) {
    case 'bad_request':
      return refusal.error
    case 'unauthorized':
      return UNAUTHORIZED[refusal.why]
    case 'forbidden':
      return FORBIDDEN[refusal.why ?? 'list']
    case 'payment_required':
      return refusal.why === 'grace'
        ? `The plan of this account has ended. For ${LIMITS.graceDays} days it reads, and takes no writes.`
        : 'This account is not on the cloud sync plan, so there is nothing to read.'
    case 'read_only_token':
      return 'This token only reads.'
    case 'not_found':
      if (refusal.what === 'path') return 'The API has no such path.'
      if (refusal.what === 'file') return 'There is no such file.'
      if (refusal.what === 'account') return `There is no account ${quote(refusal.name)}.`
      if (refusal.what === 'block') return blockWords(refusal)
      if (refusal.what === 'page') return `No page is called ${quote(refusal.name)}${meant(refusal.near)}`
      if (refusal.what === 'device') return `This account has no device with the id ${quote(refusal.name)}.`
      if (refusal.what === 'token') return `This account has no token with the id ${quote(refusal.name)}.`
      return `No change in the list has the id ${quote(refusal.name)}.`
    case 'method_not_allowed':
      return `This path does not take ${refusal.method}; it takes ${refusal.allow}.`
    case 'conflict':
      return conflictWords(refusal)
    case 'too_large':
      if (refusal.limit === LIMITS.fileBytes) return `The file is larger than ${FILE_MEGABYTES} MB.`
      if (refusal.limit === LIMITS.importBytes) return `The archive is larger than ${IMPORT_GIGABYTES} GB.`
      return `The request is larger than ${refusal.limit} bytes.`
    case 'rate_limited':
      return rateWords(refusal)
    case 'trail_full':
      return 'limit' in refusal
        ? `The list of changes is full: ${refusal.limit} can still be reverted.`
        : `The list of changes is full: those that can still be reverted take up ${bytes(refusal.bytes)}.`
    case 'quota_full':
      return `The ${bytes(refusal.quota)} of cloud sync is used up, and this would need more.`
    case 'internal':
      return 'Something failed inside the server.'
    case 'unavailable':
      return 'The sign-in service did not answer.'
  }
}

const meant = (names: readonly string[] | undefined): string =>
  names ? `; did you mean ${either(names.map(quote))}?` : '.'

function blockWords({ name, shared }: { name: string; shared?: readonly Sharing[] }): string {
  if (!shared) return `No block has the id ${quote(name)}.`
  const blocks = shared.map(({ id, page, text }) => `${id} on ${quote(page)}, ${quote(text)}`)
  return `The ids of several blocks begin with ${quote(name)}: ${blocks.join('; ')}.`
}

function conflictWords(refusal: Conflict): string {
  switch (refusal.why) {
    case 'file_kept':
      return 'This block holds a file or a picture, and its words are kept.'
    case 'picture_kept':
      return 'The picture of this page is one the service keeps, and is left alone.'
    case 'moved':
      return movedWords(refusal)
    case 'meanwhile':
      return 'Something else changed this at the same moment, and nothing was written.'
    case 'key_reused':
      return 'This Idempotency-Key came with another request before.'
    case 'reverted':
      return 'This change was reverted already.'
    case 'message_taken':
      return 'A message with this id was taken already.'
    case 'expired':
      return `This change is older than ${LIMITS.changeDays} days and can no longer be reverted.`
    case 'import_running':
      return 'An import of this account is under way already.'
    case 'exports_running':
      return 'Several exports of this account are under way already.'
    case 'tokens_full':
      return `This account has ${LIMITS.tokens} tokens that are not revoked, and takes no more.`
    case 'epoch':
      return 'This server was restored from a backup since the last pull, and nothing was written.'
    case 'many_devices':
      return `${LIMITS.openDevices} devices of this account are signed in, and no more may be.`
    case 'no_version':
      return 'The block has no words of this revision.'
  }
}

/** The text of what stands, in UTF-16 units. */
const MOVED_TEXT = 300

function movedWords({ what, text }: Extract<Conflict, { why: 'moved' }>): string {
  if (text === undefined) return `There is no such ${what} yet, and If-Match asks for one.`
  const cut =
    text.length > MOVED_TEXT ? `${text.slice(0, MOVED_TEXT).replace(/[\uD800-\uDBFF]$/, '')}…` : text
  return `The ${what} is no longer what If-Match says. Now it is: ${cut}`
}

function rateWords({ limit, writes, reads }: Extract<Refusal, { code: 'rate_limited' }>): string {
  if (reads === 'token') return `More than ${limit} reads were made with this token within a minute.`
  if (reads === 'unread') return `Answers of more than ${limit} MB wait for this account to read them.`
  if (reads === 'account') return `More than ${limit} reads were made of this account within a minute.`
  if (writes === 'token') return `More than ${limit} writes were made with this token within a minute.`
  if (writes === 'address') return `More than ${limit} writes came from this address within a minute.`
  return `More than ${limit} requests came from this address within a minute.`
}

/** `10 GB`, `1.5 GB`, `100 bytes`. */
function bytes(count: number): string {
  const gigabytes = count / 2 ** 30
  return gigabytes < 0.1 ? `${count} bytes` : `${Number(gigabytes.toFixed(1))} GB`
}

/** The words for a day that is none. @param orElse what the path takes beside a day of the calendar */
export const notADay = (date: string, orElse = 'today or yesterday'): string =>
  `${quote(date)} is not a day: give a day on the calendar as YYYY-MM-DD, or ${orElse}.`

/** The words for a time zone that is none. */
export const notAZone = (zone: string): string =>
  `${quote(zone)} is no time zone; take an IANA name such as Europe/Berlin.`

/** The words for a text that no block can have. @param name what the body calls it */
export function textFaultWords(name: string, fault: TextFault): string {
  switch (fault.fault) {
    case 'empty':
      return `${name} is empty; give the words of the block.`
    case 'control_character':
      return `${name} holds the character ${fault.character} at place ${fault.at}; of control characters it takes line breaks and tabs alone.`
    case 'names_file':
      return namesAFile(name)
    case 'no_such_day':
      return `${name} names the day ${quote(fault.day)}, which is not on the calendar.`
  }
}

/** The words for what names a file, where none can be named. */
export const namesAFile = (name: string): string =>
  `${name} names a file; files are put into notes in the app alone.`

/** The words for what is longer than it may be. */
export const tooLong = (name: string, most: number, length: number): string =>
  `${name} takes at most ${most} characters, not ${length}.`
