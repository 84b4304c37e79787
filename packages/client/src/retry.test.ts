import { describe, expect, test } from 'vitest'
import { waitBefore } from './retry.ts'

const response = (status: number, retryAfter?: string): Response =>
  new Response(null, { status, headers: retryAfter === undefined ? {} : { 'Retry-After': retryAfter } })

test.each([
  // A rate, which refused before anything was done
  [429, '60', true, 60_000],
  [429, '60', false, 60_000],
  [429, '0', true, 0],
  // A full list of changes: waiting does not mend it
  [429, undefined, true, undefined],
  // A server that fails, starts or is away
  [500, undefined, true, 250],
  [502, undefined, true, 250],
  [503, undefined, true, 250],
  [503, '7', true, 7_000],
  [504, undefined, true, 250],
  [500, undefined, false, undefined],
  [503, '7', false, undefined],
  // Refusals
  [400, undefined, true, undefined],
  [401, undefined, true, undefined],
  [404, '1', true, undefined],
  [409, undefined, true, undefined],
  [413, undefined, true, undefined],
  [507, undefined, true, undefined],
])('%i with Retry-After %s, repeatable %j: %j ms', (status, retryAfter, again, expected) => {
  expect(waitBefore(response(status, retryAfter), again, 0, 1)).toBe(expected)
})

test.each([
  [true, 250],
  [false, undefined],
])('nothing came, repeatable %j: %j ms', (again, expected) => {
  expect(waitBefore(undefined, again, 0, 1)).toBe(expected)
})

describe('a wait that nobody asked for', () => {
  test('grows, and is between half and all of it', () => {
    expect([0, 1, 2, 3].map((attempt) => waitBefore(undefined, true, attempt, 1))).toEqual([
      250, 500, 1_000, 2_000,
    ])
    expect(waitBefore(undefined, true, 3, 0)).toBe(1_000)
  })

  test.each(['soon', '-1', '1.5', '', 'Fri, 20 Nov 2026 12:00:00 GMT', '99999999999'])(
    'replaces a Retry-After of %j',
    (value) => {
      expect(waitBefore(response(503, value), true, 0, 1)).toBe(250)
      expect(waitBefore(response(429, value), true, 0, 1)).toBeUndefined()
    },
  )
})
