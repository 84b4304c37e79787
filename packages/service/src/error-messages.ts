/**
 * The messages of refusals: the fault, its place, and the next step, side by side. The API, assistants and the web share
 * these tables.
 */
import { isoDay, type TextFault } from '@notegraph/block-text'
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

/** The message of a refusal, and a more precise hint than the code's own, if there is one. */
type Wording<R> = readonly [error: string | ((refusal: R) => string), hint?: Hint<R>]
type Hint<R> = string | ((refusal: R) => string | undefined)
type Of<Code extends Refusal['code']> = Extract<Refusal, { readonly code: Code }>

/**
 * The error body of a refusal.
 *
 * @example
 * ```ts
 * toErrorBody({ code: 'not_found', what: 'page', name: 'Boat' }).error // 'No page is called "Boat".'
 * ```
 */
export function toErrorBody(refusal: Refusal): ErrorBody {
  const { operation } = refusal
  const at = operation ? `Operation ${operation.number} (${operation.op}): ` : ''
  const [error, hint] = wordingOf(refusal)
  // The entry of a table takes the refusal that names it.
  const known = refusal as never
  const words = typeof error === 'string' ? error : error(known)
  return errorBody(refusal.code, at + words, typeof hint === 'function' ? hint(known) : hint)
}

/** The tables below have an entry for each refusal, so a new one does not compile without its words. */
function wordingOf(refusal: Refusal): Wording<never> {
  const { code } = refusal
  if (code === 'unauthorized') return UNAUTHORIZED[refusal.why]
  if (code === 'forbidden') return FORBIDDEN[refusal.why ?? 'list']
  if (code === 'not_found') return NOT_FOUND[refusal.what]
  if (code === 'conflict') return CONFLICTS[refusal.why]
  if (code === 'unavailable') return UNAVAILABLE[refusal.what]
  if (code !== 'rate_limited') return OTHERS[code]
  return refusal.writes === undefined ? READ_RATES[refusal.reads ?? 'requests'] : WRITE_RATES[refusal.writes]
}

const CONNECT_AGAIN = 'Connect the app again.'
const SIGN_AGAIN = 'Sign the message again, as Standard Webhooks describes.'
const NEW_AGENT_TOKEN = 'Get a new token from the sign-in service.'

const UNAUTHORIZED: { readonly [W in Of<'unauthorized'>['why']]: Wording<unknown> } = {
  missing: ['The request has no token.'],
  malformed: ['The Authorization header does not contain an API token.'],
  session: ['A device session does not give access to the notes API.'],
  unknown: ['This token is not valid.'],
  revoked: ['This token is revoked.'],
  expired: ['This token has expired.'],
  no_session: ['Missing or expired device session.', 'Sign in on the device again.'],
  app: [
    'An access token of a connected app does not give access to this route.',
    'Create a token under Assistants for the API.',
  ],
  app_unknown: ['This access token is not valid, or its app was disconnected.', CONNECT_AGAIN],
  app_resource: ['This access token was issued for another address.', CONNECT_AGAIN],
  message_unsigned: ['The signature of the message does not match the secret of this endpoint.', SIGN_AGAIN],
  message_stale: ['The timestamp of the message is too old or too far in the future.', SIGN_AGAIN],
  agent_expired: ["The agent's token has expired.", NEW_AGENT_TOKEN],
  agent_claims: ["The agent's token is not meant for this service.", NEW_AGENT_TOKEN],
  agent_signature: ["The agent's token is not signed by the sign-in service.", NEW_AGENT_TOKEN],
  agent_account: ["The agent's token names no account of this service.", NEW_AGENT_TOKEN],
}

const FORBIDDEN: {
  readonly [W in NonNullable<Of<'forbidden'>['why']> | 'list']: Wording<
    Of<'forbidden'> & (W extends 'list' ? unknown : { readonly why: W })
  >
} = {
  list: ["This account is not on the server's list."],
  token: [
    'An API token does not give access to this route. The route requires a device session.',
    'Sign in and send a device session.',
  ],
  origin: ['A page on another site cannot call this route.', 'Call this route from a program.'],
  unnamed: [
    `A request with the cookie of a browser takes ${ACCOUNT_HEADER} and ${DEVICE_HEADER}.`,
    () => `Read both with ${routeOf('readOwnDevice').path}.`,
  ],
  not_admin: [
    'This account does not look after people.',
    'Ask the operator of the server to give this to the account, with account set ID --admin.',
  ],
  not_recent: [
    'This needs a sign-in of the last minutes.',
    ({ confirmAt }) =>
      confirmAt === undefined
        ? 'Sign in again, then repeat the request.'
        : `Confirm the device at ${confirmAt}, then repeat the request.`,
  ],
}

const NOT_FOUND: {
  readonly [W in Of<'not_found'>['what']]: Wording<Of<'not_found'> & { readonly what: W }>
} = {
  path: ['The API has no such path.', () => `The paths of the API are in ${routeOf('describeApi').path}.`],
  page: [
    ({ name, near }) => `No page is called ${quote(name)}${meant(near)}`,
    ({ name, linked }) => {
      if (linked !== undefined)
        return `The day ${isoDay(linked)} has no page yet. Search for [[${isoDay(linked)}]] to find what links it.`
      return readDayTerm(name)
        ? `This is a day. Use read_day, or over the API ${routeOf('readDay').path}.`
        : undefined
    },
  ],
  page_id: [
    ({ name }) => `No page has the id ${quote(name)}.`,
    'Pull. A page that the pull does not bring does not exist.',
  ],
  block: [
    ({ name, shared }) =>
      shared
        ? `Several block ids begin with ${quote(name)}: ${shared.map(sharedWords).join('; ')}.`
        : `No block has the id ${quote(name)}.`,
    ({ shared }) =>
      shared
        ? 'Send more characters of the id.'
        : 'Read the page or search for its words to find the id of the block.',
  ],
  section: [
    ({ name, page }) => `No block on ${quote(page)} has the words ${quote(name)}.`,
    'Read the page with depth 2 to find its sections.',
  ],
  change: [
    ({ name }) => `No change in the list has the id ${quote(name)}.`,
    'List the changes to find the id.',
  ],
  own_change: [
    ({ name }) => `No change in the list has the id ${quote(name)}.`,
    'List your changes to find the id. The person can undo all other changes, under Changes in the browser.',
  ],
  account: [
    ({ name }) => `No account has the id ${quote(name)}.`,
    'Sign in to create an account, or ask the operator to create one.',
  ],
  device: [
    ({ name }) => `No device of this account has the id ${quote(name)}.`,
    'List the devices to find the id.',
  ],
  token: [
    ({ name }) => `No token of this account has the id ${quote(name)}.`,
    'List the tokens to find the id.',
  ],
  app: [
    ({ name }) => `No connected app of this account has the id ${quote(name)}.`,
    'List the connected apps to find the id.',
  ],
  snapshot: [
    ({ name }) => `No snapshot of this account has the id ${quote(name)}.`,
    'List the snapshots to find the id.',
  ],
  state: [
    ({ name }) => `There was no such page or block after the commit ${name}.`,
    'List the history of the page to find a number.',
  ],
  share: ['No shared page of this account has this id.', 'List the shared pages to find the id.'],
  site: ['No site of this account has this slug.', 'List the sites to find the slug.'],
  webhook: ['No webhook of this account has this id.', 'List the webhooks to find the id.'],
  delivery: [
    'No delivery of this webhook has this id.',
    'List the deliveries of the webhook to find the id.',
  ],
  plugin: ['No plug-in of this account has this id.', 'List the plug-ins to find the id.'],
  browser: ['No browser with a digest has this id.', 'Read the settings of the digest to find the id.'],
  file: ['File not found.', 'Take the address from an export or a backup of the account.'],
  page_file: [
    'This page has no such file.',
    'Open the page again. Its pictures and links have the addresses of its files.',
  ],
}

const OPERATOR_SETS_MAIL = 'ask the operator of the server to set NOTEGRAPH_SMTP_URL.'
const RESTORE_EARLIER = 'The person can restore earlier states, under History of the page in the browser.'
const NO_MAIL = 'This server sends no e-mail.'
const full = (has: string): string => `This account already has ${has}, which is the limit.`

const CONFLICTS: { readonly [W in Conflict['why']]: Wording<Conflict & { readonly why: W }> } = {
  file_kept: [
    'This block contains a file or a picture, so its text cannot be rewritten.',
    'Add a new block instead, or ask the person to edit this one in the outliner.',
  ],
  picture_kept: [
    'The service keeps the picture of this page, so this property cannot be changed.',
    'Leave this property out and set the others, or ask the person to change it in the outliner.',
  ],
  moved: [movedWords],
  outdated: [outdatedWords, outdatedHint],
  found: [foundWords, foundHint],
  meanwhile: ['Another write changed this at the same time, so nothing was written.'],
  key_reused: [
    'This Idempotency-Key was already used for another request.',
    'Use a new Idempotency-Key for each new request.',
  ],
  reverted: ['This change is already reverted.', 'List the changes to see which ones you can still revert.'],
  kept: ['This change was kept, so it can no longer be reverted.', RESTORE_EARLIER],
  expired: [
    `This change is older than ${LIMITS.changeDays} days and can no longer be reverted.`,
    `List the changes to see which ones you can still revert. ${RESTORE_EARLIER}`,
  ],
  message_taken: ['A message with this id was already received.', 'Send each new message with its own id.'],
  import_running: [
    'An import of this account is already running.',
    'Wait until the running import ends. Its status shows the progress.',
  ],
  exports_running: [
    'Too many exports of this account are already running.',
    'Wait until one of the exports ends.',
  ],
  tokens_full: [full(`${LIMITS.tokens} active tokens`), 'Revoke a token that you no longer use.'],
  passkeys_full: [
    `This account already has ${LIMITS.passkeys} passkeys, which is the limit, or has this one.`,
    'Remove a passkey that you no longer use.',
  ],
  apps_full: [full(`${LIMITS.connectedApps} connected apps`), 'Disconnect an app that you no longer use.'],
  many_devices: [
    full(`${LIMITS.openDevices} signed-in devices`),
    'Sign out a device that you no longer use.',
  ],
  shares_full: [
    `This account already shares ${LIMITS.shares} pages, which is the limit.`,
    'End a link that you no longer need.',
  ],
  share_ended: ['This link has ended.', 'Share the page again.'],
  sites_full: [full(`${LIMITS.sites} sites`), 'End a site that you no longer need.'],
  site_ended: ['This site has ended.', 'Publish the site again.'],
  site_too_large: [
    `The pages of this site have more than ${LIMITS.sitePublication / 1_000_000} MB, which is the limit of a site that does not follow the graph.`,
    'Publish fewer pages, or let the site follow the graph.',
  ],
  slug_taken: [({ slug }) => `The slug ${quote(slug)} is already in use.`, 'Choose another slug.'],
  webhooks_full: [full(`${LIMITS.webhooks} webhooks`), 'Delete a webhook that you no longer need.'],
  webhook_in_use: [
    'A message to this webhook is being sent right now.',
    'Wait some seconds, then try again.',
  ],
  no_mail: [NO_MAIL, `Use web push, or ${OPERATOR_SETS_MAIL}`],
  no_invitation_mail: [NO_MAIL, `Leave email out and send the link yourself, or ${OPERATOR_SETS_MAIL}`],
  no_sign_in_mail: [
    NO_MAIL,
    'Ask the operator of the server for a link by the command sign-in-link, or to set NOTEGRAPH_SMTP_URL.',
  ],
  no_address: [
    'The owner of this account has confirmed no e-mail address.',
    'The owner confirms an address under Settings, Digest. Until then, the operator of the server creates a link with the command sign-in-link.',
  ],
  mail_failed: [
    'The mail server did not take the e-mail.',
    'Check the address, or leave email out and send the link yourself.',
  ],
  browsers_full: [
    full(`${LIMITS.digestBrowsers} browsers with a digest`),
    'Remove a browser that you no longer use.',
  ],
  person_is_admin: [
    'This account looks after people itself.',
    'Ask the operator of the server to take that from it first, with account set ID --no-admin.',
  ],
  person_in_use: [
    'Somebody has used this account, so it cannot be invited again.',
    'The person signs in by a passkey or by an e-mail to their confirmed address, or the operator of the server creates a link with the command sign-in-link.',
  ],
  people_full: [
    `This server already has ${LIMITS.people} accounts, which is the limit.`,
    'Delete an account that nobody uses.',
  ],
  account_exists: [
    ({ name }) => `An account with the id ${quote(name)} already exists.`,
    'Choose another id.',
  ],
  plugins_off: [
    'This server has no plug-ins, because its setting NOTEGRAPH_OAUTH is off.',
    'Ask the operator of the server to switch it on.',
  ],
  plugins_full: [full(`${LIMITS.plugins} plug-ins`), 'Stop a plug-in that you no longer need.'],
  manifest_changed: [
    'The manifest has changed since you looked at it.',
    'Look at it again, then agree to what it says now.',
  ],
  type_taken: [
    ({ name }) => `Another plug-in has a page type called ${quote(name)}.`,
    'Stop the other plug-in first.',
  ],
  type_page_exists: [
    ({ name }) => `The plug-in brings a page type of the same name as the page ${quote(name)}.`,
    'Rename that page, then install the plug-in again.',
  ],
  snapshots_full: [full(`${LIMITS.namedSnapshots} snapshots`), 'Remove a snapshot that you no longer need.'],
  history_gone: ['The server no longer has all states of that time.', 'Choose a later time, or a snapshot.'],
  history_off: [
    'This server keeps no earlier states, so it cannot keep a snapshot.',
    'Ask the operator of the server to set NOTEGRAPH_HISTORY_DAYS, or export the graph.',
  ],
  restore_large: [
    `This restore would change more than ${LIMITS.restoredOfPage} blocks.`,
    'Restore single blocks, or the whole graph.',
  ],
  restore_running: ['A restore of this graph is still running.', 'Wait until it has ended.'],
  organize_large: [
    ({ count }) =>
      `This would change ${numbered(count)} blocks, and one write changes at most ${numbered(LIMITS.organizedBlocks)}.`,
    'Do it in smaller parts.',
  ],
  name_taken: [
    ({ name }) => `Another page is called ${quote(name)}, or has the name as an alias.`,
    'Choose another name, or send merge: true to put the blocks at the end of that page.',
  ],
  other_kind: [
    ({ name }) => `The page ${quote(name)} is of another kind, so the two cannot become one.`,
    'Choose another page.',
  ],
  rename_large: [
    ({ count }) =>
      `This would rewrite ${numbered(count)} blocks, and one write changes at most ${numbered(LIMITS.organizedBlocks)}.`,
    ({ to }) =>
      `Send ${JSON.stringify({ to, keep_alias: true })}: the old name then stays as an alias, and no block changes.`,
  ],
  epoch: [
    'This server was restored from a backup since the last pull. Nothing was written.',
    'Pull first, then push again.',
  ],
  other_account: [
    'This device has the notes of another account. Nothing was written.',
    'Use a session of the account that the device pulled, or a new store on the device.',
  ],
  no_version: [
    'The block has no version with this revision.',
    'List the conflicts to see the available versions.',
  ],
}

type Rates = Of<'rate_limited'>

const WRITE_RATES: { readonly [W in NonNullable<Rates['writes']>]: Wording<Rates> } = {
  token: [({ limit }) => `This token made more than ${limit} writes in a minute.`],
  address: [({ limit }) => `This address sent more than ${limit} writes in a minute.`],
}

const READ_RATES: { readonly [W in NonNullable<Rates['reads']> | 'requests']: Wording<Rates> } = {
  requests: [({ limit }) => `This address sent more than ${limit} requests in a minute.`],
  token: [({ limit }) => `This token made more than ${limit} reads in a minute.`],
  account: [({ limit }) => `Clients made more than ${limit} reads of this account in a minute.`],
  unread: [
    ({ limit }) => `This account has more than ${limit} MB of answers that are pending or unread.`,
    'Send fewer requests at once, and read each answer to its end. Then try again.',
  ],
  streams: [
    ({ limit }) => `This server already has ${limit} live streams open.`,
    'Ask for changes every minute, and try to listen again later.',
  ],
  links_a_day: [({ limit }) => `This account asked for ${limit} e-mails with a link in the last day.`],
  links_to_address: [
    ({ limit }) => `This address got ${limit} e-mails with a link in the last day. More come tomorrow.`,
  ],
}

const UNAVAILABLE: { readonly [W in Of<'unavailable'>['what']]: Wording<unknown> } = {
  sign_in: ['The sign-in service did not answer.'],
  store: ['The database is not available right now.'],
  space: ['The disk of the server is full right now, so nothing was saved.'],
  outcome: [
    'The connection to the database was lost, so this change may be saved or not. Read before you repeat it.',
  ],
  moving: ['This account is being moved to another server. Try again in a minute.'],
}

type Grouped = 'unauthorized' | 'forbidden' | 'not_found' | 'conflict' | 'unavailable' | 'rate_limited'

const OTHERS: { readonly [C in Exclude<Refusal['code'], Grouped>]: Wording<Of<C>> } = {
  bad_request: [({ error }) => error, ({ hint }) => hint],
  payment_required: [
    ({ why }) =>
      why === 'grace'
        ? `The plan of this account has ended. For ${LIMITS.graceDays} days, you can read but not write.`
        : ERRORS.payment_required.example,
  ],
  read_only_token: [
    ({ of }) =>
      of === 'operator'
        ? 'This program was started as read-only.'
        : of === 'app'
          ? 'This app is connected as read-only.'
          : ERRORS.read_only_token.example,
    ({ of }) =>
      of === 'operator'
        ? 'Start the program again without --read-only.'
        : of === 'app'
          ? 'Disconnect the app under Assistants, then connect it again with Read and write.'
          : undefined,
  ],
  missing_right: [
    missingWords,
    ({ of, right }) => (of === 'operator' ? `Start the program again with --may ${right}.` : undefined),
  ],
  other_account: [ERRORS.other_account.example],
  method_not_allowed: [({ method, allow }) => `This path does not accept ${method}. It accepts ${allow}.`],
  too_large: [({ limit }) => tooLargeFor(limit)[0], ({ limit }) => tooLargeFor(limit)[1]],
  trail_full: [
    (refusal) =>
      'limit' in refusal
        ? `The list of changes is full: ${refusal.limit} changes can still be reverted.`
        : `The list of changes is full: its reversible changes use ${bytes(refusal.bytes)}.`,
  ],
  quota_full: [
    ({ quota }) => `Storage is full: this write would exceed the ${bytes(quota)} of this account.`,
  ],
  internal: [ERRORS.internal.example],
}

const FILE_MEGABYTES = LIMITS.fileBytes / 2 ** 20

function tooLargeFor(limit: number): [error: string, hint?: string] {
  switch (limit) {
    case LIMITS.fileBytes:
      return [`The file is larger than ${FILE_MEGABYTES} MB.`, `Send a file of at most ${FILE_MEGABYTES} MB.`]
    case LIMITS.importBytes:
      return [
        `The archive is larger than ${LIMITS.importBytes / 2 ** 30} GB.`,
        'Split the archive, or leave out large files.',
      ]
    case SYNC_LIMITS.pushBytes:
      return [
        `The request is larger than ${limit} bytes.`,
        `Send at most ${SYNC_LIMITS.pushRecords} records and ${SYNC_LIMITS.pushBytes / 2 ** 20} MB per request.`,
      ]
    default:
      return [`The request is larger than ${limit} bytes.`]
  }
}

function missingWords(missing: Of<'missing_right'>): string {
  const { right, of } = missing
  const who = of === 'app' ? 'This app' : of === 'operator' ? 'This program' : 'This token'
  if (right === 'organize') return `${who} lacks the right ${right} (“${RIGHTS[right]}”).`
  const { site, page } = missing
  const where = site === undefined ? `the shared page ${quote(page ?? '')}` : `the site ${quote(site)}`
  return `${who} lacks the right ${right} (“${RIGHTS[right]}”), and readers of ${where} would see this change.`
}

const meant = (names: readonly string[] | undefined): string =>
  names ? `; did you mean ${either(names.map(quote))}?` : '.'

const sharedWords = ({ id, page, text }: SharedId): string => `${id} on ${quote(page)}, ${quote(text)}`

type Found = Conflict & { readonly why: 'found' }

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)

function foundWords({ found, alike = 0, expect, whole }: Found): string {
  const like = alike === 0 ? '' : `, but ${alike === 1 ? '1 place looks' : `${alike} places look`} like it`
  if (found === 0)
    return `The text to find is not in the words of this block${whole ? ' as whole words' : ''}${like}.`
  return `The text to find occurs ${times(found)} in the words of this block, not ${times(expect)}.`
}

function foundHint({ found, alike, whole }: Found): string {
  if (alike !== undefined)
    return 'Read the block again, and send the text with the blanks, dashes, quotes and accents that it has there.'
  return found === 0
    ? 'Read the block again, and send its words exactly. Markers, dates and properties are not words.'
    : `Send more of the text, or expect ${found}${whole ? '' : '; or whole true, to match whole words only'}.`
}

/** The most UTF-16 units of the current text. */
const MOVED_TEXT = 300

function movedWords({ what, text }: Conflict & { readonly why: 'moved' }): string {
  if (text === undefined) return `The ${what} in If-Match does not exist yet.`
  return `The ${what} changed since the version in If-Match. Current ${what}: ${cut(text, MOVED_TEXT)}`
}

/** The most UTF-16 units of the current state. */
const OUTDATED_TEXT = 2_000

type Outdated = Conflict & { readonly why: 'outdated' }

function outdatedWords({ what, current }: Outdated): string {
  if (!current) return `There is no such ${what} yet, so it has no version.`
  const changed = `The ${what} changed since the version in if_unchanged, so nothing was written.`
  if (current.text === undefined) return changed
  return `${changed} Current ${what}, version ${current.version}: ${cut(current.text, OUTDATED_TEXT)}`
}

function outdatedHint({ current }: Outdated): string {
  return current
    ? `If the write still fits, repeat it with if_unchanged ${current.version}.`
    : 'Leave if_unchanged out.'
}

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…` : text

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
    case 'no_day':
      return `${name} has the line ${quote(fault.line)}, which is no date. A date has a line of its own, and a day on the calendar. Write it as DEADLINE: <2026-11-25>, DEADLINE: friday or DEADLINE: +3d, perhaps with a time and a repeater: <2026-11-25 09:00 .+1w>.`
    case 'idle_repeater':
      return `${name} has the repeater ${quote(fault.repeater)}, which moves nothing. Write one such as .+1w, ++2d or +1m.`
  }
}

/** The message for a text that may not name a file. */
export const namesAFile = (name: string): string =>
  `${name} names a file: only the app can add files to notes.`

/** The message for a text that is too long. */
export const tooLong = (name: string, most: number, length: number): string =>
  `${name} takes at most ${most} characters, not ${length}.`
