import { checkBody, ErrorBody, ERRORS, LIMITS } from '@notegraph/contract'
import { describe, expect, test } from 'vitest'
import { statusOf, toErrorBody, type Refusal } from './index.ts'

type Worded = [Refusal, status: number, error: string, hint?: string]

const AGENT = 'Get a new token from the sign-in service.'

const REFUSALS: Worded[] = [
  [{ code: 'bad_request', error: 'As it is said.' }, 400, 'As it is said.'],
  [{ code: 'bad_request', error: 'Wrong.', hint: 'Do it so.' }, 400, 'Wrong.', 'Do it so.'],
  [{ code: 'unauthorized', why: 'missing' }, 401, 'No token was sent.'],
  [{ code: 'unauthorized', why: 'malformed' }, 401, 'The Authorization header does not hold an API token.'],
  [{ code: 'unauthorized', why: 'session' }, 401, "A device's session token does not open the notes API."],
  [{ code: 'unauthorized', why: 'unknown' }, 401, 'This token opens nothing here.'],
  [{ code: 'unauthorized', why: 'revoked' }, 401, 'This token was revoked.'],
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
    'The message is not signed with the secret of this endpoint.',
    'Sign it anew, as Standard Webhooks says.',
  ],
  [
    { code: 'unauthorized', why: 'message_stale' },
    401,
    'The message was signed too long ago, or by a clock that is not right.',
    'Sign it anew, as Standard Webhooks says.',
  ],
  [
    { code: 'conflict', why: 'message_taken' },
    409,
    'A message with this id was taken already.',
    'Send a new message under an id of its own.',
  ],
  [
    { code: 'not_found', what: 'account', name: 'ada' },
    404,
    'There is no account "ada".',
    'Accounts are made by signing in, or by the operator.',
  ],
  [{ code: 'unavailable' }, 503, 'The sign-in service did not answer.'],
  [
    { code: 'not_found', what: 'file' },
    404,
    'There is no such file.',
    'Take the address from an export or a backup of the account.',
  ],
  [
    { code: 'too_large', limit: LIMITS.fileBytes },
    413,
    'The file is larger than 100 MB.',
    'Send a file of at most 100 MB.',
  ],
  [{ code: 'not_found', what: 'page', name: 'Ada' }, 404, 'No page is called "Ada".'],
  [{ code: 'not_found', what: 'block', name: 'b1' }, 404, 'No block has the id "b1".'],
  [
    { code: 'not_found', what: 'path' },
    404,
    'The API has no such path.',
    'The paths of the API are in /api/v1/openapi.json.',
  ],
  [
    { code: 'method_not_allowed', method: 'PUT', allow: 'GET, HEAD' },
    405,
    'This path does not take PUT; it takes GET, HEAD.',
  ],
  [{ code: 'too_large', limit: 65_536 }, 413, 'The request is larger than 65536 bytes.'],
  [
    { code: 'rate_limited', limit: 120 },
    429,
    'More than 120 requests came from this address within a minute.',
  ],
  [
    { code: 'rate_limited', limit: 30, writes: 'token' },
    429,
    'More than 30 writes were made with this token within a minute.',
  ],
  [
    { code: 'rate_limited', limit: 45, writes: 'address' },
    429,
    'More than 45 writes came from this address within a minute.',
  ],
  [
    { code: 'rate_limited', limit: 600, reads: 'token' },
    429,
    'More than 600 reads were made with this token within a minute.',
  ],
  [
    { code: 'rate_limited', limit: 600, reads: 'account' },
    429,
    'More than 600 reads were made of this account within a minute.',
  ],
  [
    { code: 'rate_limited', limit: 32, reads: 'unread' },
    429,
    'Answers of more than 32 MB wait for this account to read them.',
    'Read the answers that were asked for to their end, or close their connections; then ask again.',
  ],
  [
    { code: 'unauthorized', why: 'no_session' },
    401,
    'No session of a device is open by what was sent.',
    'Sign in on the device again.',
  ],
  [
    { code: 'forbidden', why: 'token' },
    403,
    'An API token does not open this; it takes the session of a device.',
    'Sign in, and send the session of the device.',
  ],
  [
    { code: 'payment_required', why: 'grace' },
    402,
    'The plan of this account has ended. For 30 days it reads, and takes no writes.',
  ],
  [{ code: 'read_only_token' }, 403, 'This token only reads.'],
  [
    { code: 'not_found', what: 'change', name: '7' },
    404,
    'No change in the list has the id "7".',
    'List the changes for their ids.',
  ],
  [
    { code: 'not_found', what: 'device', name: '7' },
    404,
    'This account has no device with the id "7".',
    'List the devices for their ids.',
  ],
  [
    { code: 'conflict', why: 'many_devices' },
    409,
    '100 devices of this account are signed in, and no more may be.',
    'End the session of a device that is no longer used.',
  ],
  [
    { code: 'conflict', why: 'file_kept' },
    409,
    'This block holds a file or a picture, and its words are kept.',
    'Add a block beside it instead.',
  ],
  [
    { code: 'conflict', why: 'picture_kept' },
    409,
    'The picture of this page is one the service keeps, and is left alone.',
    'Set the other properties alone.',
  ],
  [
    { code: 'conflict', why: 'moved', what: 'block', text: 'tea' },
    409,
    'The block is no longer what If-Match says. Now it is: tea',
  ],
  [
    { code: 'conflict', why: 'moved', what: 'page' },
    409,
    'There is no such page yet, and If-Match asks for one.',
  ],
  [
    { code: 'conflict', why: 'meanwhile' },
    409,
    'Something else changed this at the same moment, and nothing was written.',
  ],
  [
    { code: 'conflict', why: 'key_reused' },
    409,
    'This Idempotency-Key came with another request before.',
    'Send a new Idempotency-Key with a new request.',
  ],
  [
    { code: 'conflict', why: 'reverted' },
    409,
    'This change was reverted already.',
    'List the changes to see what can still be reverted.',
  ],
  [
    { code: 'conflict', why: 'expired' },
    409,
    'This change is older than 30 days and can no longer be reverted.',
    'List the changes to see what can still be reverted.',
  ],
  [{ code: 'trail_full', limit: 500 }, 429, 'The list of changes is full: 500 can still be reverted.'],
  [
    { code: 'quota_full', quota: 10_737_418_240 },
    507,
    'The 10 GB of cloud sync is used up, and this would need more.',
  ],
  [{ code: 'internal' }, 500, 'Something failed inside the server.'],
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
