/**
 * The errors a caller may meet: one table from which the status, the words of what to do and the description of the
 * API are read. A code never changes meaning.
 *
 * @see service, Errors
 */
import * as v from 'valibot'
import { LIMITS } from './limits.ts'

export const ERROR_CODES = [
  'bad_request',
  'unauthorized',
  'payment_required',
  'forbidden',
  'read_only_token',
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
export type ErrorCode = (typeof ERROR_CODES)[number]

export interface ErrorKind {
  readonly status: number
  /** What to do: the `hint` of the answer. */
  readonly hint: string
  /** When it is answered. */
  readonly meaning: string
  /** The `error` of an example. */
  readonly example: string
}

export const ERRORS: { readonly [C in ErrorCode]: ErrorKind } = {
  bad_request: {
    status: 400,
    hint: 'Fix the request.',
    meaning:
      'A parameter, a name, the body or a value is not as the route takes it; the words say which and why.',
    example: `limit takes a whole number from 1 to ${LIMITS.listMost}, not "abc".`,
  },
  unauthorized: {
    status: 401,
    hint: 'Send a token from Settings, Assistants.',
    meaning: 'No token, a value that is no token, or a token that was revoked or has expired.',
    example: 'No token was sent.',
  },
  payment_required: {
    status: 402,
    hint: 'The account needs the cloud sync plan. In grace it reads and refuses writes.',
    meaning: `The account is not on the cloud sync plan; or it is in the ${LIMITS.graceDays} days of grace after it, and this is a write.`,
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
    meaning: 'A write with a token that only reads.',
    example: 'This token only reads.',
  },
  not_found: {
    status: 404,
    hint: 'List pages or search for the name.',
    meaning: 'No page by that name, no block by that id, or a path the API does not have.',
    example: 'No page is called "Ada Lovelase".',
  },
  method_not_allowed: {
    status: 405,
    hint: 'Use a method Allow lists.',
    meaning: 'A method the path does not take; `Allow` lists the ones it does.',
    example: 'This path does not take DELETE; it takes GET, HEAD.',
  },
  conflict: {
    status: 409,
    hint: 'Read again, then try again.',
    meaning:
      'What the write would change is kept as it is: the words of a block that holds a file or a picture, or a picture the service keeps. Or what `If-Match` names has moved, an `Idempotency-Key` came with another request before, or something else changed the data at the same moment. Nothing was written.',
    example: 'Something else changed this at the same moment, and nothing was written.',
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
      'More requests in a minute from one address, more reads from one token or of one account, or more writes from one token or one address, than the limits allow; or more bytes of answers that the account asked for and has not read.',
    example: `More than ${LIMITS.requestsPerAddress} requests came from this address within a minute.`,
  },
  trail_full: {
    status: 429,
    hint: `Revert some changes in Settings, or wait for them to pass ${LIMITS.changeDays} days.`,
    meaning:
      'As many changes can still be reverted as the limits allow, or they take up as many bytes as the list may. Waiting a minute does not mend it, so there is no `Retry-After`.',
    example: `The list of changes is full: ${LIMITS.reversibleChanges} can still be reverted.`,
  },
  internal: {
    status: 500,
    hint: 'Try again; report it if it keeps failing.',
    meaning: 'Something failed inside the server.',
    example: 'Something failed inside the server.',
  },
  unavailable: {
    status: 503,
    hint: 'Try again in a minute.',
    meaning:
      "For the server's own agent alone: the sign-in service that vouches for its token did not answer.",
    example: 'The sign-in service did not answer.',
  },
  quota_full: {
    status: 507,
    hint: 'Make room in cloud sync.',
    meaning: 'The 10 GB of cloud sync is used up, and the write would grow the graph.',
    example: 'The 10 GB of cloud sync is used up, and this would need more.',
  },
}

export const ErrorBody = v.pipe(
  v.strictObject({
    error: v.pipe(
      v.string(),
      v.description('What went wrong, in words. MCP gives an assistant the same words.'),
    ),
    code: v.pipe(
      v.picklist(ERROR_CODES),
      v.description('The kind of error, for programs. A code never changes meaning.'),
    ),
    hint: v.pipe(v.string(), v.description('What to do.')),
  }),
  v.description('The body of every error answer.'),
)
export type ErrorBody = v.InferOutput<typeof ErrorBody>

/** The body of an error. `hint` is the code's own unless a better one is given. */
export function errorBody(code: ErrorCode, error: string, hint: string = ERRORS[code].hint): ErrorBody {
  return { error, code, hint }
}
