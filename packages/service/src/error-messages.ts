/** The messages of refusals: the fault, its place, and the next step. The API and assistants share this one module. */
import type { TextFault } from '@notegraph/block-text'
import {
  ACCOUNT_HEADER,
  DEVICE_HEADER,
  errorBody,
  ERRORS,
  LIMITS,
  RIGHTS,
  routeOf,
  type ErrorBody,
  type ErrorStatus,
} from '@notegraph/contract'
import { numbered } from '@notegraph/graph'
import { either, quote } from '@notegraph/page-types'
import { readDayTerm } from '@notegraph/query'
import { SYNC_LIMITS } from '@notegraph/sync'
import type { Conflict, Refusal, SharedId } from './refusal.ts'

/**
 * The HTTP status of a refusal.
 *
 * @example
 * ```ts
 * statusOf({ code: 'rate_limited', limit: 120 }) // 429
 * ```
 */
export const statusOf = (refusal: Refusal): ErrorStatus => ERRORS[refusal.code].status

/**
 * The error body of a refusal. There is no `default`, so a new refusal does not compile without a message.
 *
 * @example
 * ```ts
 * toErrorBody({ code: 'not_found', what: 'page', name: 'Boat' }).error // 'No page is called "Boat".'
 * ```
 */
export function toErrorBody(refusal: Refusal): ErrorBody {
  const { operation } = refusal
  const at = operation ? `Operation ${operation.number} (${operation.op}): ` : ''
  return errorBody(refusal.code, at + wordsOf(refusal), hintOf(refusal))
}

/** A more precise hint than the code's own, if there is one. */
function hintOf(refusal: Refusal): string | undefined {
  if (refusal.code === 'bad_request') return refusal.hint
  if (refusal.code === 'not_found' && refusal.what === 'path')
    return `The paths of the API are in ${routeOf('describeApi').path}.`
  if (refusal.code === 'not_found' && refusal.what === 'block' && refusal.shared)
    return 'Send more characters of the id.'
  if (refusal.code === 'not_found' && refusal.what === 'block')
    return 'Read the page or search for its words to find the id of the block.'
  if (refusal.code === 'not_found' && refusal.what === 'page_id')
    return 'Pull. A page that the pull does not bring does not exist.'
  if (refusal.code === 'not_found' && refusal.what === 'page' && readDayTerm(refusal.name))
    return `This is a day. Use read_day, or over the API ${routeOf('readDay').path}.`
  if (refusal.code === 'not_found' && refusal.what === 'section')
    return 'Read the page with depth 2 to find its sections.'
  if (refusal.code === 'not_found' && refusal.what === 'change') return 'List the changes to find the id.'
  if (refusal.code === 'not_found' && refusal.what === 'own_change')
    return 'List your changes to find the id. The person can undo all other changes, under Changes in the browser.'
  if (refusal.code === 'not_found' && refusal.what === 'device') return 'List the devices to find the id.'
  if (refusal.code === 'not_found' && refusal.what === 'app') return 'List the connected apps to find the id.'
  if (refusal.code === 'not_found' && refusal.what === 'token') return 'List the tokens to find the id.'
  if (refusal.code === 'not_found' && refusal.what === 'share') return 'List the shared pages to find the id.'
  if (refusal.code === 'not_found' && refusal.what === 'site') return 'List the sites to find the slug.'
  if (refusal.code === 'not_found' && refusal.what === 'webhook') return 'List the webhooks to find the id.'
  if (refusal.code === 'not_found' && refusal.what === 'plugin') return 'List the plug-ins to find the id.'
  if (refusal.code === 'not_found' && refusal.what === 'delivery')
    return 'List the deliveries of the webhook to find the id.'
  if (refusal.code === 'not_found' && refusal.what === 'browser')
    return 'Read the settings of the digest to find the id.'
  if (refusal.code === 'not_found' && refusal.what === 'snapshot') return 'List the snapshots to find the id.'
  if (refusal.code === 'not_found' && refusal.what === 'state')
    return 'List the history of the page to find a number.'
  if (refusal.code === 'not_found' && refusal.what === 'page_file')
    return 'Open the page again. Its pictures and links have the addresses of its files.'
  if (refusal.code === 'not_found' && refusal.what === 'file')
    return 'Take the address from an export or a backup of the account.'
  if (refusal.code === 'too_large' && refusal.limit === LIMITS.fileBytes)
    return `Send a file of at most ${FILE_MEGABYTES} MB.`
  if (refusal.code === 'too_large' && refusal.limit === LIMITS.importBytes)
    return 'Split the archive, or leave out large files.'
  if (refusal.code === 'too_large' && refusal.limit === SYNC_LIMITS.pushBytes)
    return `Send at most ${SYNC_LIMITS.pushRecords} records and ${SYNC_LIMITS.pushBytes / 2 ** 20} MB per request.`
  if (refusal.code === 'rate_limited' && refusal.reads === 'unread')
    return 'Send fewer requests at once, and read each answer to its end. Then try again.'
  if (refusal.code === 'rate_limited' && refusal.reads === 'streams')
    return 'Ask for changes every minute, and try to listen again later.'
  if (refusal.code === 'read_only_token' && refusal.of === 'app')
    return 'Disconnect the app under Assistants, then connect it again with Read and write.'
  if (refusal.code === 'read_only_token' && refusal.of === 'operator')
    return 'Start the program again without --read-only.'
  if (refusal.code === 'missing_right' && refusal.of === 'operator')
    return `Start the program again with --may ${refusal.right}.`
  if (refusal.code === 'unauthorized' && refusal.why === 'no_session') return 'Sign in on the device again.'
  if (refusal.code === 'unauthorized' && refusal.why === 'app')
    return 'Create a token under Assistants for the API.'
  if (refusal.code === 'unauthorized' && refusal.why.startsWith('app_')) return 'Connect the app again.'
  if (refusal.code === 'unauthorized' && refusal.why.startsWith('message_'))
    return 'Sign the message again, as Standard Webhooks describes.'
  if (refusal.code === 'not_found' && refusal.what === 'account')
    return 'Sign in to create an account, or ask the operator to create one.'
  if (refusal.code === 'unauthorized' && refusal.why.startsWith('agent_'))
    return 'Get a new token from the sign-in service.'
  if (refusal.code === 'forbidden' && refusal.why === 'token') return 'Sign in and send a device session.'
  if (refusal.code === 'forbidden' && refusal.why === 'not_recent')
    return refusal.confirmAt === undefined
      ? 'Sign in again, then repeat the request.'
      : `Confirm the device at ${refusal.confirmAt}, then repeat the request.`
  if (refusal.code === 'forbidden' && refusal.why === 'unnamed')
    return `Read both with ${routeOf('readOwnDevice').path}.`
  if (refusal.code === 'forbidden' && refusal.why === 'not_admin')
    return 'Ask the operator of the server to give this to the account, with account set ID --admin.'
  if (refusal.code === 'forbidden' && refusal.why === 'origin') return 'Call this route from a program.'
  if (refusal.code === 'conflict' && refusal.why === 'found') return foundHint(refusal)
  if (refusal.code === 'conflict' && refusal.why === 'rename_large')
    return `Send ${JSON.stringify({ to: refusal.to, keep_alias: true })}: the old name then stays as an alias, and no block changes.`
  if (refusal.code === 'conflict' && refusal.why === 'outdated') return outdatedHint(refusal)
  if (refusal.code === 'conflict') return CONFLICT_HINTS[refusal.why]
  return undefined
}

const FILE_MEGABYTES = LIMITS.fileBytes / 2 ** 20
const IMPORT_GIGABYTES = LIMITS.importBytes / 2 ** 30

const CONFLICT_HINTS: { readonly [W in Conflict['why']]?: string } = {
  file_kept: 'Add a new block instead, or ask the person to edit this one in the outliner.',
  picture_kept: 'Leave this property out and set the others, or ask the person to change it in the outliner.',
  key_reused: 'Use a new Idempotency-Key for each new request.',
  reverted: 'List the changes to see which ones you can still revert.',
  kept: 'The person can restore earlier states, under History of the page in the browser.',
  expired:
    'List the changes to see which ones you can still revert. The person can restore earlier states, under History of the page in the browser.',
  message_taken: 'Send each new message with its own id.',
  import_running: 'Wait until the running import ends. Its status shows the progress.',
  exports_running: 'Wait until one of the exports ends.',
  passkeys_full: 'Remove a passkey that you no longer use.',
  apps_full: 'Disconnect an app that you no longer use.',
  shares_full: 'End a link that you no longer need.',
  share_ended: 'Share the page again.',
  sites_full: 'End a site that you no longer need.',
  webhooks_full: 'Delete a webhook that you no longer need.',
  webhook_in_use: 'Wait some seconds, then try again.',
  no_mail: 'Use web push, or ask the operator of the server to set NOTEGRAPH_SMTP_URL.',
  person_is_admin:
    'Ask the operator of the server to take that from it first, with account set ID --no-admin.',
  person_in_use:
    'The person signs in by a passkey or by an e-mail to their confirmed address, or the operator of the server creates a link with the command sign-in-link.',
  people_full: 'Delete an account that nobody uses.',
  account_exists: 'Choose another id.',
  no_invitation_mail:
    'Leave email out and send the link yourself, or ask the operator of the server to set NOTEGRAPH_SMTP_URL.',
  no_sign_in_mail:
    'Ask the operator of the server for a link by the command sign-in-link, or to set NOTEGRAPH_SMTP_URL.',
  no_address:
    'The owner confirms an address under Settings, Digest. Until then, the operator of the server creates a link with the command sign-in-link.',
  mail_failed: 'Check the address, or leave email out and send the link yourself.',
  browsers_full: 'Remove a browser that you no longer use.',
  plugins_off: 'Ask the operator of the server to switch it on.',
  plugins_full: 'Stop a plug-in that you no longer need.',
  manifest_changed: 'Look at it again, then agree to what it says now.',
  type_taken: 'Stop the other plug-in first.',
  type_page_exists: 'Rename that page, then install the plug-in again.',
  site_ended: 'Publish the site again.',
  site_too_large: 'Publish fewer pages, or let the site follow the graph.',
  slug_taken: 'Choose another slug.',
  snapshots_full: 'Remove a snapshot that you no longer need.',
  history_gone: 'Choose a later time, or a snapshot.',
  history_off: 'Ask the operator of the server to set NOTEGRAPH_HISTORY_DAYS, or export the graph.',
  restore_large: 'Restore single blocks, or the whole graph.',
  restore_running: 'Wait until it has ended.',
  name_taken: 'Choose another name, or send merge: true to put the blocks at the end of that page.',
  other_kind: 'Choose another page.',
  organize_large: 'Do it in smaller parts.',
  tokens_full: 'Revoke a token that you no longer use.',
  epoch: 'Pull first, then push again.',
  other_account: 'Use a session of the account that the device pulled, or a new store on the device.',
  many_devices: 'Sign out a device that you no longer use.',
  no_version: 'List the conflicts to see the available versions.',
}

const UNAUTHORIZED = {
  missing: 'The request has no token.',
  malformed: 'The Authorization header does not contain an API token.',
  session: 'A device session does not give access to the notes API.',
  unknown: 'This token is not valid.',
  revoked: 'This token is revoked.',
  expired: 'This token has expired.',
  no_session: 'Missing or expired device session.',
  app: 'An access token of a connected app does not give access to this route.',
  app_unknown: 'This access token is not valid, or its app was disconnected.',
  app_resource: 'This access token was issued for another address.',
  message_unsigned: 'The signature of the message does not match the secret of this endpoint.',
  message_stale: 'The timestamp of the message is too old or too far in the future.',
  agent_expired: "The agent's token has expired.",
  agent_claims: "The agent's token is not meant for this service.",
  agent_signature: "The agent's token is not signed by the sign-in service.",
  agent_account: "The agent's token names no account of this service.",
} as const

const FORBIDDEN = {
  unnamed: `A request with the cookie of a browser takes ${ACCOUNT_HEADER} and ${DEVICE_HEADER}.`,
  list: "This account is not on the server's list.",
  token: 'An API token does not give access to this route. The route requires a device session.',
  origin: 'A page on another site cannot call this route.',
  not_admin: 'This account does not look after people.',
  not_recent: 'This needs a sign-in of the last minutes.',
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
        ? `The plan of this account has ended. For ${LIMITS.graceDays} days, you can read but not write.`
        : 'This account is not on the cloud sync plan, so there is nothing to read.'
    case 'read_only_token':
      if (refusal.of === 'app') return 'This app is connected as read-only.'
      if (refusal.of === 'operator') return 'This program was started as read-only.'
      return 'This token is read-only.'
    case 'missing_right':
      return missingWords(refusal)
    case 'other_account':
      return ERRORS.other_account.example
    case 'not_found':
      if (refusal.what === 'path') return 'The API has no such path.'
      if (refusal.what === 'file') return 'File not found.'
      if (refusal.what === 'page_file') return 'This page has no such file.'
      if (refusal.what === 'share') return 'No shared page of this account has this id.'
      if (refusal.what === 'site') return 'No site of this account has this slug.'
      if (refusal.what === 'webhook') return 'No webhook of this account has this id.'
      if (refusal.what === 'plugin') return 'No plug-in of this account has this id.'
      if (refusal.what === 'delivery') return 'No delivery of this webhook has this id.'
      if (refusal.what === 'browser') return 'No browser with a digest has this id.'
      if (refusal.what === 'account') return `No account has the id ${quote(refusal.name)}.`
      if (refusal.what === 'block') return blockWords(refusal)
      if (refusal.what === 'page') return `No page is called ${quote(refusal.name)}${meant(refusal.near)}`
      if (refusal.what === 'page_id') return `No page has the id ${quote(refusal.name)}.`
      if (refusal.what === 'section')
        return `No block on ${quote(refusal.page)} has the words ${quote(refusal.name)}.`
      if (refusal.what === 'device') return `No device of this account has the id ${quote(refusal.name)}.`
      if (refusal.what === 'app') return `No connected app of this account has the id ${quote(refusal.name)}.`
      if (refusal.what === 'token') return `No token of this account has the id ${quote(refusal.name)}.`
      if (refusal.what === 'snapshot') return `No snapshot of this account has the id ${quote(refusal.name)}.`
      if (refusal.what === 'state') return `There was no such page or block after the commit ${refusal.name}.`
      return `No change in the list has the id ${quote(refusal.name)}.`
    case 'method_not_allowed':
      return `This path does not accept ${refusal.method}. It accepts ${refusal.allow}.`
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
        ? `The list of changes is full: ${refusal.limit} changes can still be reverted.`
        : `The list of changes is full: its reversible changes use ${bytes(refusal.bytes)}.`
    case 'quota_full':
      return `Storage is full: this write would exceed the ${bytes(refusal.quota)} of cloud sync.`
    case 'internal':
      return 'The server failed to complete this request.'
    case 'unavailable':
      return UNAVAILABLE[refusal.what]
  }
}

type Missing = Extract<Refusal, { code: 'missing_right' }>

function missingWords(missing: Missing): string {
  const { right, of } = missing
  const who = of === 'app' ? 'This app' : of === 'operator' ? 'This program' : 'This token'
  if (right === 'organize') return `${who} lacks the right ${right} (“${RIGHTS[right]}”).`
  const { site, page } = missing
  const where = site === undefined ? `the shared page ${quote(page ?? '')}` : `the site ${quote(site)}`
  return `${who} lacks the right ${right} (“${RIGHTS[right]}”), and readers of ${where} would see this change.`
}

const UNAVAILABLE = {
  sign_in: 'The sign-in service did not answer.',
  store: 'The database is not available right now.',
  space: 'The disk of the server is full right now, so nothing was saved.',
  outcome:
    'The connection to the database was lost, so this change may be saved or not. Read before you repeat it.',
  moving: 'This account is being moved to another server. Try again in a minute.',
} as const

const meant = (names: readonly string[] | undefined): string =>
  names ? `; did you mean ${either(names.map(quote))}?` : '.'

function blockWords({ name, shared }: { name: string; shared?: readonly SharedId[] }): string {
  if (!shared) return `No block has the id ${quote(name)}.`
  const blocks = shared.map(({ id, page, text }) => `${id} on ${quote(page)}, ${quote(text)}`)
  return `Several block ids begin with ${quote(name)}: ${blocks.join('; ')}.`
}

function conflictWords(refusal: Conflict): string {
  switch (refusal.why) {
    case 'file_kept':
      return 'This block contains a file or a picture, so its text cannot be rewritten.'
    case 'picture_kept':
      return 'The service keeps the picture of this page, so this property cannot be changed.'
    case 'moved':
      return movedWords(refusal)
    case 'outdated':
      return outdatedWords(refusal)
    case 'found':
      return foundWords(refusal)
    case 'meanwhile':
      return 'Another write changed this at the same time, so nothing was written.'
    case 'key_reused':
      return 'This Idempotency-Key was already used for another request.'
    case 'reverted':
      return 'This change is already reverted.'
    case 'kept':
      return 'This change was kept, so it can no longer be reverted.'
    case 'message_taken':
      return 'A message with this id was already received.'
    case 'expired':
      return `This change is older than ${LIMITS.changeDays} days and can no longer be reverted.`
    case 'import_running':
      return 'An import of this account is already running.'
    case 'exports_running':
      return 'Too many exports of this account are already running.'
    case 'passkeys_full':
      return `This account already has ${LIMITS.passkeys} passkeys, which is the limit, or has this one.`
    case 'apps_full':
      return `This account already has ${LIMITS.connectedApps} connected apps, which is the limit.`
    case 'tokens_full':
      return `This account already has ${LIMITS.tokens} active tokens, which is the limit.`
    case 'shares_full':
      return `This account already shares ${LIMITS.shares} pages, which is the limit.`
    case 'share_ended':
      return 'This link has ended.'
    case 'webhooks_full':
      return `This account already has ${LIMITS.webhooks} webhooks, which is the limit.`
    case 'webhook_in_use':
      return 'A message to this webhook is being sent right now.'
    case 'no_mail':
    case 'no_invitation_mail':
    case 'no_sign_in_mail':
      return 'This server sends no e-mail.'
    case 'no_address':
      return 'The owner of this account has confirmed no e-mail address.'
    case 'mail_failed':
      return 'The mail server did not take the e-mail.'
    case 'person_is_admin':
      return 'This account looks after people itself.'
    case 'person_in_use':
      return 'Somebody has used this account, so it cannot be invited again.'
    case 'people_full':
      return `This server already has ${LIMITS.people} accounts, which is the limit.`
    case 'account_exists':
      return `An account with the id ${quote(refusal.name)} already exists.`
    case 'browsers_full':
      return `This account already has ${LIMITS.digestBrowsers} browsers with a digest, which is the limit.`
    case 'plugins_off':
      return 'This server has no plug-ins, because its setting NOTEGRAPH_OAUTH is off.'
    case 'plugins_full':
      return `This account already has ${LIMITS.plugins} plug-ins, which is the limit.`
    case 'manifest_changed':
      return 'The manifest has changed since you looked at it.'
    case 'type_taken':
      return `Another plug-in has a page type called ${quote(refusal.name)}.`
    case 'type_page_exists':
      return `The plug-in brings a page type of the same name as the page ${quote(refusal.name)}.`
    case 'sites_full':
      return `This account already has ${LIMITS.sites} sites, which is the limit.`
    case 'site_ended':
      return 'This site has ended.'
    case 'site_too_large':
      return `The pages of this site have more than ${LIMITS.sitePublication / 1_000_000} MB, which is the limit of a site that does not follow the graph.`
    case 'snapshots_full':
      return `This account already has ${LIMITS.namedSnapshots} snapshots, which is the limit.`
    case 'history_gone':
      return 'The server no longer has all states of that time.'
    case 'history_off':
      return 'This server keeps no earlier states, so it cannot keep a snapshot.'
    case 'restore_large':
      return `This restore would change more than ${LIMITS.restoredOfPage} blocks.`
    case 'restore_running':
      return 'A restore of this graph is still running.'
    case 'organize_large':
      return `This would change ${numbered(refusal.count)} blocks, and one write changes at most ${numbered(LIMITS.organizedBlocks)}.`
    case 'name_taken':
      return `Another page is called ${quote(refusal.name)}, or has the name as an alias.`
    case 'other_kind':
      return `The page ${quote(refusal.name)} is of another kind, so the two cannot become one.`
    case 'rename_large':
      return `This would rewrite ${numbered(refusal.count)} blocks, and one write changes at most ${numbered(LIMITS.organizedBlocks)}.`
    case 'slug_taken':
      return `The slug ${quote(refusal.slug)} is already in use.`
    case 'epoch':
      return 'This server was restored from a backup since the last pull. Nothing was written.'
    case 'other_account':
      return 'This device has the notes of another account. Nothing was written.'
    case 'many_devices':
      return `This account already has ${LIMITS.openDevices} signed-in devices, which is the limit.`
    case 'no_version':
      return 'The block has no version with this revision.'
  }
}

type Found = Extract<Conflict, { why: 'found' }>

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)

function foundWords({ found, expect, whole }: Found): string {
  if (found === 0 && whole) return 'The text to find is not in the words of this block as whole words.'
  if (found === 0) return 'The text to find is not in the words of this block.'
  return `The text to find occurs ${times(found)} in the words of this block, not ${times(expect)}.`
}

const foundHint = ({ found }: Found): string =>
  found === 0
    ? 'Read the block again, and send its words exactly. Markers, dates and properties are not words.'
    : `Send more of the text, or expect ${found}; or whole true, to match whole words only.`

/** The most UTF-16 units of the current text. */
const MOVED_TEXT = 300

function movedWords({ what, text }: Extract<Conflict, { why: 'moved' }>): string {
  if (text === undefined) return `The ${what} in If-Match does not exist yet.`
  return `The ${what} changed since the version in If-Match. Current ${what}: ${cut(text, MOVED_TEXT)}`
}

/** The most UTF-16 units of the current state. */
const OUTDATED_TEXT = 2_000

function outdatedWords({ what, current }: Extract<Conflict, { why: 'outdated' }>): string {
  if (!current) return `There is no such ${what} yet, so it has no version.`
  const changed = `The ${what} changed since the version in if_unchanged, so nothing was written.`
  if (current.text === undefined) return changed
  return `${changed} Current ${what}, version ${current.version}: ${cut(current.text, OUTDATED_TEXT)}`
}

const outdatedHint = ({ current }: Extract<Conflict, { why: 'outdated' }>): string =>
  current
    ? `If the write still fits, repeat it with if_unchanged ${current.version}.`
    : 'Leave if_unchanged out.'

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…` : text

function rateWords({ limit, writes, reads }: Extract<Refusal, { code: 'rate_limited' }>): string {
  if (reads === 'token') return `This token made more than ${limit} reads in a minute.`
  if (reads === 'streams') return `This server already has ${limit} live streams open.`
  if (reads === 'unread')
    return `This account has more than ${limit} MB of answers that are pending or unread.`
  if (reads === 'links_a_day') return `This account asked for ${limit} e-mails with a link in the last day.`
  if (reads === 'links_to_address')
    return `This address got ${limit} e-mails with a link in the last day. More come tomorrow.`
  if (reads === 'account') return `Clients made more than ${limit} reads of this account in a minute.`
  if (writes === 'token') return `This token made more than ${limit} writes in a minute.`
  if (writes === 'address') return `This address sent more than ${limit} writes in a minute.`
  return `This address sent more than ${limit} requests in a minute.`
}

/** Formats as `10 GB`, `1.5 GB`, `100 bytes`. */
function bytes(count: number): string {
  const gigabytes = count / 2 ** 30
  return gigabytes < 0.1 ? `${count} bytes` : `${Number(gigabytes.toFixed(1))} GB`
}

/** The message for an invalid day. @see assistants 6 */
export const notADay = (date: string): string =>
  `${quote(date)} is not a day on the calendar. Send a day such as 2026-11-20, today, friday or +3d.`

/** The message for an invalid time zone. */
export const notAZone = (zone: string): string =>
  `${quote(zone)} is not a time zone. Use an IANA name such as Europe/Berlin.`

/** The message for an invalid block text. @param name the member of the body */
export function textFaultWords(name: string, fault: TextFault): string {
  switch (fault.fault) {
    case 'empty':
      return `${name} is empty: send the text of the block.`
    case 'control_character':
      return `${name} contains the character ${fault.character} at position ${fault.at}: the only control characters allowed are line breaks and tabs.`
    case 'names_file':
      return namesAFile(name)
    case 'no_such_day':
      return `${name} contains the day ${quote(fault.day)}, which is not on the calendar. Write a day as <2026-11-25>.`
  }
}

/** The message for a text that may not name a file. */
export const namesAFile = (name: string): string =>
  `${name} names a file: only the app can add files to notes.`

/** The message for a text that is too long. */
export const tooLong = (name: string, most: number, length: number): string =>
  `${name} takes at most ${most} characters, not ${length}.`
