import { expect, test } from 'vitest'
import * as v from 'valibot'
import { ERROR_CODES, ErrorBody, errorBody, ERRORS } from './index.ts'

test.each([
  ['bad_request', 400],
  ['unauthorized', 401],
  ['payment_required', 402],
  ['forbidden', 403],
  ['read_only_token', 403],
  ['missing_right', 403],
  ['not_found', 404],
  ['method_not_allowed', 405],
  ['conflict', 409],
  ['too_large', 413],
  ['rate_limited', 429],
  ['trail_full', 429],
  ['unavailable', 503],
  ['quota_full', 507],
  ['internal', 500],
] as const)('[errors] %s is %d', (code, status) => expect(ERRORS[code].status).toBe(status))

test('[errors] there are sixteen codes, each in the table once', () => {
  expect(Object.keys(ERRORS).toSorted()).toEqual([...ERROR_CODES].toSorted())
  expect(ERROR_CODES).toHaveLength(16)
})

test.each(ERROR_CODES)('[errors] the body of %s is what the schema says', (code) => {
  const body = errorBody(code, 'In words.')
  expect(v.parse(ErrorBody, body)).toEqual({ error: 'In words.', code, hint: ERRORS[code].hint })
  expect(errorBody(code, 'In words.', 'Better.').hint).toBe('Better.')
})
