/**
 * The errors that routes of one kind have in common. A route adds its own and gives those that it can say better
 * words of its own.
 */
import { ERRORS, type ErrorCode } from '../errors.ts'

type Words = { readonly [C in ErrorCode]?: string }

const examples = (...codes: readonly ErrorCode[]): Words =>
  Object.fromEntries(codes.map((code) => [code, ERRORS[code].example]))

/** Examples of `not_found`. */
export const NO_PAGE = ERRORS.not_found.example
export const NO_BLOCK = 'No block has the id "c0a2f6de".'

export const OPEN_ERRORS: Words = examples('method_not_allowed', 'internal')

export const READ_ERRORS: Words = examples(
  'bad_request',
  'unauthorized',
  'payment_required',
  'forbidden',
  'method_not_allowed',
  'rate_limited',
  'internal',
  'unavailable',
)

export const WRITE_ERRORS: Words = {
  ...READ_ERRORS,
  ...examples('read_only_token', 'missing_right', 'conflict', 'too_large', 'trail_full', 'quota_full'),
}

export const SESSION_ERRORS: Words = {
  ...READ_ERRORS,
  ...examples('other_account'),
  unauthorized: 'Missing or expired device session.',
  forbidden: 'An API token does not give access to this route. The route requires a device session.',
}

/** The errors of routes that need a recent sign-in. @see decisions 9.6 */
export const RECENT_ERRORS: Words = {
  ...SESSION_ERRORS,
  forbidden: 'This needs a sign-in of the last minutes.',
}
