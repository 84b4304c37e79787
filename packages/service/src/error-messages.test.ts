import { checkBody, ErrorBody, ERRORS, LIMITS } from '@notegraph/contract'
import { describe, expect, test } from 'vitest'
import { statusOf, toErrorBody, type Refusal } from './index.ts'

type Worded = [Refusal, status: number, error: string, hint?: string]

const AGENT = 'Get a new token from the sign-in service.'

const REFUSALS: Worded[] = [
  [{ code: 'bad_request', error: 'As it is said.' }, 400, 'As it is said.'],
  [{ code: 'bad_request', error: 'Wrong.', hint: 'Do it so.' }, 400, 'Wrong.', 'Do it so.'],
  [{ code: 'unauthorized', why: 'missing' }, 401, 'The request has no token.'],
  [
    { code: 'unauthorized', why: 'malformed' },
    401,
    'The Authorization header does not contain an API token.',
  ],
  [{ code: 'unauthorized', why: 'session' }, 401, 'A device session does not give access to the notes API.'],
  [{ code: 'unauthorized', why: 'unknown' }, 401, 'This token is not valid.'],
  [{ code: 'unauthorized', why: 'revoked' }, 401, 'This token is revoked.'],
  [{ code: 'unauthorized', why: 'expired' }, 401, 'This token has expired.'],
  [
    { code: 'payment_required' },
    402,
    'This account is not on the cloud sync plan, so there is nothing to read.',
  ],
  [{ code: 'forbidden' }, 403, "This account is not on the server's list."],
  [{ code: 'unauthorized', why: 'agent_expired' }, 401, "The agent's token has expired.", AGENT],
  [
    { code: 'unauthorized', why: 'agent_claims' },
    401,
    "The agent's token is not meant for this service.",
    AGENT,
  ],
  [
    { code: 'unauthorized', why: 'agent_signature' },
    401,
    "The agent's token is not signed by the sign-in service.",
    AGENT,
  ],
  [
    { code: 'unauthorized', why: 'agent_account' },
    401,
    "The agent's token names no account of this service.",
    AGENT,
  ],
  [
    { code: 'unauthorized', why: 'message_unsigned' },
    401,
    'The signature of the message does not match the secret of this endpoint.',
    'Sign the message again, as Standard Webhooks describes.',
  ],
  [
    { code: 'unauthorized', why: 'message_stale' },
    401,
    'The timestamp of the message is too old or too far in the future.',
    'Sign the message again, as Standard Webhooks describes.',
  ],
  [
    { code: 'not_found', what: 'page_file' },
    404,
    'This page has no such file.',
    'Open the page again. Its pictures and links have the addresses of its files.',
  ],
  [
    { code: 'not_found', what: 'share' },
    404,
    'No shared page of this account has this id.',
    'List the shared pages to find the id.',
  ],
  [
    { code: 'not_found', what: 'site' },
    404,
    'No site of this account has this slug.',
    'List the sites to find the slug.',
  ],
  [
    { code: 'conflict', why: 'shares_full' },
    409,
    'This account already shares 100 pages, which is the limit.',
    'End a link that you no longer need.',
  ],
  [{ code: 'conflict', why: 'share_ended' }, 409, 'This link has ended.', 'Share the page again.'],
  [
    { code: 'conflict', why: 'plugins_full' },
    409,
    'This account already has 20 plug-ins, which is the limit.',
    'Stop a plug-in that you no longer need.',
  ],
  [
    { code: 'conflict', why: 'type_taken', name: 'Recipe' },
    409,
    'Another plug-in has a page type called "Recipe".',
    'Stop the other plug-in first.',
  ],
  [
    { code: 'conflict', why: 'sites_full' },
    409,
    'This account already has 10 sites, which is the limit.',
    'End a site that you no longer need.',
  ],
  [{ code: 'conflict', why: 'site_ended' }, 409, 'This site has ended.', 'Publish the site again.'],
  [
    { code: 'conflict', why: 'slug_taken', slug: 'garden' },
    409,
    'The slug "garden" is already in use.',
    'Choose another slug.',
  ],
  [
    { code: 'conflict', why: 'site_too_large' },
    409,
    'The pages of this site have more than 5 MB, which is the limit of a site that does not follow the graph.',
    'Publish fewer pages, or let the site follow the graph.',
  ],
  [
    { code: 'conflict', why: 'message_taken' },
    409,
    'A message with this id was already received.',
    'Send each new message with its own id.',
  ],
  [
    { code: 'not_found', what: 'account', name: 'ada' },
    404,
    'No account has the id "ada".',
    'Sign in to create an account, or ask the operator to create one.',
  ],
  [{ code: 'unavailable', what: 'sign_in' }, 503, 'The sign-in service did not answer.'],
  [{ code: 'unavailable', what: 'store' }, 503, 'The database is not available right now.'],
  [
    { code: 'unavailable', what: 'space' },
    503,
    'The disk of the server is full right now, so nothing was saved.',
  ],
  [
    { code: 'unavailable', what: 'moving' },
    503,
    'This account is being moved to another server. Try again in a minute.',
  ],
  [
    { code: 'unavailable', what: 'outcome' },
    503,
    'The connection to the database was lost, so this change may be saved or not. Read before you repeat it.',
  ],
  [
    { code: 'not_found', what: 'file' },
    404,
    'File not found.',
    'Take the address from an export or a backup of the account.',
  ],
  [
    { code: 'too_large', limit: LIMITS.fileBytes },
    413,
    'The file is larger than 100 MB.',
    'Send a file of at most 100 MB.',
  ],
  [{ code: 'not_found', what: 'page', name: 'Ada' }, 404, 'No page is called "Ada".'],
  [
    { code: 'not_found', what: 'section', name: 'Work', page: 'Plans' },
    404,
    'No block on "Plans" has the words "Work".',
    'Read the page with depth 2 to find its sections.',
  ],
  [
    { code: 'not_found', what: 'block', name: 'b1' },
    404,
    'No block has the id "b1".',
    'Read the page or search for its words to find the id of the block.',
  ],
  [
    { code: 'not_found', what: 'path' },
    404,
    'The API has no such path.',
    'The paths of the API are in /api/v1/openapi.json.',
  ],
  [
    { code: 'method_not_allowed', method: 'PUT', allow: 'GET, HEAD' },
    405,
    'This path does not accept PUT. It accepts GET, HEAD.',
  ],
  [{ code: 'too_large', limit: 65_536 }, 413, 'The request is larger than 65536 bytes.'],
  [{ code: 'rate_limited', limit: 120 }, 429, 'This address sent more than 120 requests in a minute.'],
  [
    { code: 'rate_limited', limit: 30, writes: 'token' },
    429,
    'This token made more than 30 writes in a minute.',
  ],
  [
    { code: 'rate_limited', limit: 45, writes: 'address' },
    429,
    'This address sent more than 45 writes in a minute.',
  ],
  [
    { code: 'rate_limited', limit: 600, reads: 'token' },
    429,
    'This token made more than 600 reads in a minute.',
  ],
  [
    { code: 'rate_limited', limit: 600, reads: 'account' },
    429,
    'Clients made more than 600 reads of this account in a minute.',
  ],
  [
    { code: 'rate_limited', limit: 32, reads: 'unread' },
    429,
    'This account has more than 32 MB of answers that are pending or unread.',
    'Send fewer requests at once, and read each answer to its end. Then try again.',
  ],
  [
    { code: 'rate_limited', limit: 20_000, reads: 'streams' },
    429,
    'This server already has 20000 live streams open.',
    'Ask for changes every minute, and try to listen again later.',
  ],
  [
    { code: 'unauthorized', why: 'no_session' },
    401,
    'Missing or expired device session.',
    'Sign in on the device again.',
  ],
  [
    { code: 'forbidden', why: 'token' },
    403,
    'An API token does not give access to this route. The route requires a device session.',
    'Sign in and send a device session.',
  ],
  [
    { code: 'payment_required', why: 'grace' },
    402,
    'The plan of this account has ended. For 30 days, you can read but not write.',
  ],
  [{ code: 'read_only_token' }, 403, 'This token is read-only.'],
  [
    { code: 'read_only_token', of: 'app' },
    403,
    'This app is connected as read-only.',
    'Disconnect the app under Assistants, then connect it again with Read and write.',
  ],
  [
    { code: 'read_only_token', of: 'operator' },
    403,
    'This program was started as read-only.',
    'Start the program again without --read-only.',
  ],
  [
    { code: 'not_found', what: 'change', name: '7' },
    404,
    'No change in the list has the id "7".',
    'List the changes to find the id.',
  ],
  [
    { code: 'not_found', what: 'device', name: '7' },
    404,
    'No device of this account has the id "7".',
    'List the devices to find the id.',
  ],
  [
    { code: 'conflict', why: 'many_devices' },
    409,
    'This account already has 100 signed-in devices, which is the limit.',
    'Sign out a device that you no longer use.',
  ],
  [
    { code: 'conflict', why: 'file_kept' },
    409,
    'This block contains a file or a picture, so its text cannot be rewritten.',
    'Add a new block instead, or ask the person to edit this one in the outliner.',
  ],
  [
    { code: 'conflict', why: 'picture_kept' },
    409,
    'The service keeps the picture of this page, so this property cannot be changed.',
    'Leave this property out and set the others, or ask the person to change it in the outliner.',
  ],
  [
    { code: 'conflict', why: 'moved', what: 'block', text: 'tea' },
    409,
    'The block changed since the version in If-Match. Current block: tea',
  ],
  [
    {
      code: 'conflict',
      why: 'outdated',
      what: 'block',
      current: { id: 'b1', version: '5Yl0tM0r', page: 'Ada', text: 'tea' },
    },
    409,
    'The block changed since the version in if_unchanged, so nothing was written. Current block, version 5Yl0tM0r: tea',
    'If the write still fits, repeat it with if_unchanged 5Yl0tM0r.',
  ],
  [
    { code: 'conflict', why: 'outdated', what: 'page' },
    409,
    'There is no such page yet, so it has no version.',
    'Leave if_unchanged out.',
  ],
  [{ code: 'conflict', why: 'moved', what: 'page' }, 409, 'The page in If-Match does not exist yet.'],
  [
    { code: 'conflict', why: 'meanwhile' },
    409,
    'Another write changed this at the same time, so nothing was written.',
  ],
  [
    { code: 'conflict', why: 'key_reused' },
    409,
    'This Idempotency-Key was already used for another request.',
    'Use a new Idempotency-Key for each new request.',
  ],
  [
    { code: 'conflict', why: 'reverted' },
    409,
    'This change is already reverted.',
    'List the changes to see which ones you can still revert.',
  ],
  [
    { code: 'conflict', why: 'kept' },
    409,
    'This change was kept, so it can no longer be reverted.',
    'The person can restore earlier states, under History of the page in the browser.',
  ],
  [
    { code: 'conflict', why: 'expired' },
    409,
    'This change is older than 30 days and can no longer be reverted.',
    'List the changes to see which ones you can still revert. The person can restore earlier states, under History of the page in the browser.',
  ],
  [
    { code: 'trail_full', limit: 500 },
    429,
    'The list of changes is full: 500 changes can still be reverted.',
  ],
  [
    { code: 'quota_full', quota: 10_737_418_240 },
    507,
    'Storage is full: this write would exceed the 10 GB of this account.',
  ],
  [{ code: 'internal' }, 500, 'The server failed to complete this request.'],
]

test.each(REFUSALS)('[errors] %j is %i: %s', (refusal, status, error, hint = ERRORS[refusal.code].hint) => {
  expect(statusOf(refusal)).toBe(status)
  const value = { error, code: refusal.code, hint }
  expect(checkBody(ErrorBody, toErrorBody(refusal))).toEqual({ ok: true, value })
})

describe('[errors] a name that nobody has', () => {
  test.each(['page', 'block'] as const)('is cut short: %s', (what) => {
    const { error } = toErrorBody({ code: 'not_found', what, name: 'x'.repeat(100_000) })
    expect(error.length).toBeLessThan(200)
  })
})
