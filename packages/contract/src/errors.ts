/**
 * The errors of the API, in one table: the status, the hint and the description of each code. A code never changes
 * meaning.
 * @see service, Errors
 */
import * as v from 'valibot'
import { LIMITS, RATE_WINDOW } from './limits.ts'
import { RIGHTS } from './rights.ts'

/** Every error code, in the order of the table. */
export const ERROR_CODES = [
  'bad_request',
  'unauthorized',
  'payment_required',
  'forbidden',
  'read_only_token',
  'missing_right',
  'other_account',
  'not_found',
  'method_not_allowed',
  'conflict',
  'too_large',
  'rate_limited',
  'trail_full',
  'internal',
  'unavailable',
  'quota_full',
] as const
/** A code of the table, such as `not_found`. */
export const ErrorCode = v.picklist(ERROR_CODES)
export type ErrorCode = (typeof ERROR_CODES)[number]

/** A status of the table. */
export type ErrorStatus = 400 | 401 | 402 | 403 | 404 | 405 | 409 | 413 | 429 | 500 | 503 | 507

/** One row of the table of errors. */
export interface ErrorKind {
  readonly status: ErrorStatus
  /** The `hint` of the answer: the next step. */
  readonly hint: string
  /** The cases in which the API answers with this code. */
  readonly meaning: string
  /** The `error` of the example in the documents. */
  readonly example: string
}

const STORAGE = `${LIMITS.storageBytes / 2 ** 30} GB`

/** Every error code with its status, hint, meaning and example. */
export const ERRORS: { readonly [C in ErrorCode]: ErrorKind } = {
  bad_request: {
    status: 400,
    hint: 'Fix the request.',
    meaning:
      'A parameter, a name, the body or a value is not valid for the route. `error` says which one and why.',
    example: `limit takes a whole number from 1 to ${LIMITS.listMost}, not "abc".`,
  },
  unauthorized: {
    status: 401,
    hint: 'Send a token from Settings, Assistants.',
    meaning: 'No token, a value that is not a token, or a revoked or expired token.',
    example: 'The request has no token.',
  },
  payment_required: {
    status: 402,
    hint: 'The account needs the cloud sync plan. In grace it reads and refuses writes.',
    meaning: `The account is not on the cloud sync plan, or the request is a write in the ${LIMITS.graceDays} days of grace after the plan.`,
    example: 'This account is not on the cloud sync plan, so there is nothing to read.',
  },
  forbidden: {
    status: 403,
    hint: "The account is not on the server's list.",
    meaning: "The account is not on the server's list.",
    example: "This account is not on the server's list.",
  },
  read_only_token: {
    status: 403,
    hint: 'Make a token with Read and write.',
    meaning: 'A write with a read-only token.',
    example: 'This token is read-only.',
  },
  missing_right: {
    status: 403,
    hint: 'The owner of the notes can give the right under Assistants.',
    meaning:
      'The token or app may write, but not this: it lacks a right that only the owner gives. A write that changes what readers of a shared page or a site see takes `publish`, and moving, renaming and deleting take `organize`. Nothing was written.',
    example: `This token lacks the right publish (“${RIGHTS.publish}”), and readers of the site "garden" would see this change.`,
  },
  other_account: {
    status: 403,
    hint: 'Sign in to the account of this page again, or open the page for this account.',
    meaning:
      'The page of a browser names one account, and the cookie of the browser belongs to another. Nothing was read or written.',
    example: 'This browser is signed in to another account. Nothing was read or written.',
  },
  not_found: {
    status: 404,
    hint: 'List pages or search for the name.',
    meaning: 'No page has the name, no block has the id, or the API does not have the path.',
    example: 'No page is called "Ada Lovelase".',
  },
  method_not_allowed: {
    status: 405,
    hint: 'Use a method Allow lists.',
    meaning: 'A method that the path does not accept. `Allow` lists the accepted methods.',
    example: 'This path does not accept DELETE. It accepts GET, HEAD.',
  },
  conflict: {
    status: 409,
    hint: 'Read again, then try again.',
    meaning:
      'The write would change the text of a block with a file or a picture, or a picture that the service keeps. Or the version in `If-Match` is outdated, the `Idempotency-Key` belongs to another request, or another write changed the data at the same time. Nothing was written.',
    example: 'Another write changed this at the same time, so nothing was written.',
  },
  too_large: {
    status: 413,
    hint: `Send at most ${LIMITS.bodyBytes / 1_024} KB.`,
    meaning: `A body of more than ${LIMITS.bodyBytes} bytes.`,
    example: `The request is larger than ${LIMITS.bodyBytes} bytes.`,
  },
  rate_limited: {
    status: 429,
    hint: 'Wait as long as Retry-After says.',
    meaning:
      'Too many requests in a minute from one address, reads with one token or of one account, or writes with one token or from one address. Or the account has too many bytes of answers that are pending or unread.',
    example: `This address sent more than ${LIMITS.requestsPerAddress} requests in a minute.`,
  },
  trail_full: {
    status: 429,
    hint: `Keep or revert some changes in Settings, or wait for them to pass ${LIMITS.changeDays} days.`,
    meaning:
      'The list of changes has reached its limit of reversible changes, or of their bytes. Waiting a minute does not help, so there is no `Retry-After`.',
    example: `The list of changes is full: ${LIMITS.revertibleChanges} changes can still be reverted.`,
  },
  internal: {
    status: 500,
    hint: 'Try again; report it if it keeps failing.',
    meaning: 'The server failed to complete this request.',
    example: 'The server failed to complete this request.',
  },
  unavailable: {
    status: 503,
    hint: 'Try again in a minute.',
    meaning:
      "The database cannot be reached at the moment, its disk is full, or, for the server's own agent, the sign-in service did not answer. If a write gets this answer, read before you repeat it, or repeat it with the same `Idempotency-Key`.",
    example: 'The database is not available right now.',
  },
  quota_full: {
    status: 507,
    hint: 'Make room in cloud sync.',
    meaning: `The storage of the account, ${STORAGE} by default, is full, and the write would grow the graph.`,
    example: `Storage is full: this write would exceed the ${STORAGE} of this account.`,
  },
}

/** The hint of `rate_limited` where no `Retry-After` comes with it, such as in a result of a tool. @see assistants 8.3 */
export const WAIT_HINT = `Wait ${RATE_WINDOW / 1_000} seconds, then try again.`

/** The body of an error answer: a message, a code and a hint. */
export const ErrorBody = v.pipe(
  v.strictObject({
    error: v.pipe(
      v.string(),
      v.description('A message that says what went wrong. MCP gives an assistant the same message.'),
    ),
    code: v.pipe(
      ErrorCode,
      v.description('The kind of error, for programs. The meaning of a code never changes.'),
    ),
    hint: v.pipe(v.string(), v.description('What to do.')),
  }),
  v.description('The body of every error answer.'),
)
export type ErrorBody = v.InferOutput<typeof ErrorBody>

/**
 * The body of an error. `hint` replaces the hint of the code.
 * @example
 * errorBody('read_only_token', 'This token is read-only.').hint // 'Make a token with Read and write.'
 */
export function errorBody(code: ErrorCode, error: string, hint: string = ERRORS[code].hint): ErrorBody {
  return { error, code, hint }
}
