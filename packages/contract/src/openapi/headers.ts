/** The headers of requests and answers, as the description of the API shows them. */
import { type ErrorCode } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import type { Json } from './schemas.ts'
import type { Route } from '../routes/route.ts'

const EXAMPLE_TAG = '"5Yl0tM0rVnX0aPzq2bq3bA"'

export const HEADERS: Json = {
  'Cache-Control': {
    description: 'Answers are never cached.',
    required: true,
    schema: { type: 'string', const: 'no-store' },
  },
  'X-Request-Id': {
    description: 'The id of the request in the server log. Include it when you report a failure.',
    required: true,
    schema: { type: 'string' },
    example: '0f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  },
  'Access-Control-Allow-Origin': {
    description: 'Pages of any site may read the answer.',
    required: true,
    schema: { type: 'string', const: '*' },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    required: true,
    schema: { type: 'string', const: 'Bearer' },
  },
  Allow: {
    description: 'The methods the path takes.',
    required: true,
    schema: { type: 'string' },
    example: 'GET, HEAD',
  },
  'Retry-After': {
    description: 'Seconds to wait. With `rate_limited` alone; waiting does not mend `trail_full`.',
    schema: { type: 'integer' },
    example: LIMITS.retryAfter,
  },
  RateLimit: {
    description:
      'What is left of each rate (`r`), and the seconds until more is (`t`): `requests` of the address; on reads also `token-reads` and `account-reads`, on writes `token-writes` and `address-writes`. A rate without a limit is left out.',
    schema: { type: 'string' },
    example: `"requests";r=${LIMITS.requestsPerAddress - 2};t=42, "token-writes";r=${LIMITS.writesPerToken - 1};t=60, "address-writes";r=${LIMITS.writesPerAddress - 1};t=60`,
  },
  'RateLimit-Policy': {
    description: 'The quota (`q`) of each rate in `RateLimit`, in a window of so many seconds (`w`).',
    schema: { type: 'string' },
    example: `"requests";q=${LIMITS.requestsPerAddress};w=60, "token-writes";q=${LIMITS.writesPerToken};w=60, "address-writes";q=${LIMITS.writesPerAddress};w=60`,
  },
  ETag: {
    description:
      'Stands for the page or block in the answer as it now is, which `If-Match` takes; of a file, for its bytes, which `If-Range` takes; of a document that is the same for everyone, for that, which `If-None-Match` takes.',
    schema: { type: 'string' },
    example: EXAMPLE_TAG,
  },
  'Idempotency-Replayed': {
    description: 'There, and `true`, where the answer is the one first given under this `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
}

/** Of the bytes of a file. */
export const FILE_HEADERS: Json = {
  'Content-Disposition': {
    description: 'Whether it is shown or downloaded, and its name.',
    required: true,
    schema: { type: 'string' },
    example: 'inline; filename="map.png"',
  },
  'Content-Security-Policy': {
    description: 'Nothing in it runs, and nothing is fetched for it.',
    required: true,
    schema: { type: 'string', const: "sandbox; default-src 'none'" },
  },
  'Referrer-Policy': {
    description: 'The browser sends the address of the file to no other site.',
    required: true,
    schema: { type: 'string', const: 'no-referrer' },
  },
  'Accept-Ranges': {
    description: '`Range` is answered.',
    required: true,
    schema: { type: 'string', const: 'bytes' },
  },
  'Content-Range': {
    description: 'Which bytes these are, and of how many.',
    required: true,
    schema: { type: 'string' },
    example: 'bytes 0-1023/48211',
  },
}

/** What a request for a file may carry. */
export const FILE_PARAMETERS: readonly Json[] = [
  {
    name: 'Range',
    in: 'header',
    description: 'One range of bytes, as HTTP says it.',
    schema: { type: 'string' },
    example: 'bytes=0-1023',
  },
  {
    name: 'If-Range',
    in: 'header',
    description: 'Answers the range only if the `ETag` is still this one; else the whole file.',
    schema: { type: 'string' },
  },
]

/** What a request for a prepared document may carry. */
export const PREPARED_PARAMETERS: readonly Json[] = [
  {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of the answer that you hold: while it is still that one, the answer is 304.',
    schema: { type: 'string' },
  },
]

/** What a write may carry beside its body. */
export const WRITE_PARAMETERS: Json = {
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description: `Makes it safe to send a write again. For ${LIMITS.keptHours} hours the same key with the same request gets the first answer again, marked \`Idempotency-Replayed: true\`, and nothing is written; with another request it is 409. Keys are a token's own. Only answers with status 200 are kept: what was refused is decided anew. An account keeps ${LIMITS.keptAnswerBytes / 2 ** 20} MB of answers; beyond that the oldest are dropped earlier.`,
    schema: { type: 'string', minLength: 1, maxLength: LIMITS.idempotencyKey, pattern: '^[!-~]+$' },
    example: '9f2c8a54-6d1e-4b7a-8c3f-1e5d7a9b0c26',
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    description:
      'Writes only if the page or block is still as the answer with this `ETag` told it; else it is 409, with the text as it now is in the words of the error. A write of a block compares the block, any other the page. `*` asks only that it is there.',
    schema: { type: 'string' },
    example: EXAMPLE_TAG,
  },
}

/** Of answers that may be sent as gzip. */
export const GZIP_HEADERS: Json = {
  'Content-Encoding': {
    description: 'There where the request takes gzip and the answer is long enough for it.',
    schema: { type: 'string', const: 'gzip' },
  },
  Vary: {
    description: 'What the form of the answer depends on.',
    required: true,
    schema: { type: 'string', const: 'Accept-Encoding' },
  },
}

export const header = (name: string): Json => ({ [name]: { $ref: `#/components/headers/${name}` } })

/** Of an answer without an error, or with one of these codes. */
export function headersOf(
  { auth, tagged, bytes, gzip, prepared }: Pick<Route, 'auth' | 'tagged' | 'bytes' | 'gzip' | 'prepared'>,
  codes: readonly ErrorCode[] = [],
): Json {
  const answered = codes.length === 0
  return {
    ...header('X-Request-Id'),
    ...(auth === 'open' && header('Access-Control-Allow-Origin')),
    ...((auth !== 'open' || !answered) && header('Cache-Control')),
    ...(auth !== 'open' && { ...header('RateLimit'), ...header('RateLimit-Policy') }),
    ...(answered && (tagged || prepared || bytes === 'answer') && header('ETag')),
    ...(answered &&
      bytes === 'answer' && {
        ...header('Content-Disposition'),
        ...header('Content-Security-Policy'),
        ...header('Referrer-Policy'),
        ...header('Accept-Ranges'),
      }),
    ...(answered && bytes === 'archive' && header('Content-Disposition')),
    ...(answered && gzip && { ...header('Content-Encoding'), ...header('Vary') }),
    ...(answered && auth === 'write' && header('Idempotency-Replayed')),
    ...(codes.includes('unauthorized') && header('WWW-Authenticate')),
    ...(codes.includes('method_not_allowed') && header('Allow')),
    ...(codes.includes('rate_limited') && header('Retry-After')),
  }
}
