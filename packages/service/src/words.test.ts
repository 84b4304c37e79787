import { checkBody, ErrorBody, ERRORS } from '@notegraph/contract'
import { describe, expect, test } from 'vitest'
import { statusOf, toErrorBody, type Refusal } from './index.ts'

const REFUSALS: [Refusal, status: number, error: string, hint?: string][] = [
  [{ code: 'bad_request', error: 'As it is said.' }, 400, 'As it is said.'],
  [{ code: 'bad_request', error: 'Wrong.', hint: 'Do it so.' }, 400, 'Wrong.', 'Do it so.'],
  [{ code: 'unauthorized', why: 'missing' }, 401, 'No token was sent.'],
  [{ code: 'unauthorized', why: 'malformed' }, 401, 'The Authorization header does not hold an API token.'],
  [{ code: 'unauthorized', why: 'session' }, 401, "A device's session token does not open the notes API."],
  [{ code: 'unauthorized', why: 'unknown' }, 401, 'This token opens nothing here.'],
  [{ code: 'unauthorized', why: 'revoked' }, 401, 'This token was revoked.'],
  [
    { code: 'payment_required' },
    402,
    'This account is not on the cloud sync plan, so there is nothing to read.',
  ],
  [{ code: 'forbidden' }, 403, "This account is not on the server's list."],
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
