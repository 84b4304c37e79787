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
    description: 'Pages of any site can read the answer.',
    required: true,
    schema: { type: 'string', const: '*' },
  },
  'WWW-Authenticate': {
    description:
      'How to authenticate. On servers where apps connect by signing in, MCP names the metadata of the resource.',
    required: true,
    schema: { type: 'string', pattern: '^Bearer\\b' },
  },
  Allow: {
    description: 'The methods that the path accepts.',
    required: true,
    schema: { type: 'string' },
    example: 'GET, HEAD',
  },
  'Retry-After': {
    description:
      'Seconds to wait. Sent with `rate_limited` and `unavailable`, but not with `trail_full`, because waiting does not help.',
    schema: { type: 'integer' },
    example: LIMITS.retryAfter,
  },
  RateLimit: {
    description:
      'The remaining quota of each rate (`r`), and the seconds until it resets (`t`). `requests` counts the address. Reads also have `token-reads` and `account-reads`; writes have `token-writes` and `address-writes`. Rates without a limit are omitted.',
    schema: { type: 'string' },
    example: `"requests";r=${LIMITS.requestsPerAddress - 2};t=42, "token-writes";r=${LIMITS.writesPerToken - 1};t=60, "address-writes";r=${LIMITS.writesPerAddress - 1};t=60`,
  },
  'RateLimit-Policy': {
    description:
      'The quota (`q`) of each rate in `RateLimit`, and the length of its window in seconds (`w`).',
    schema: { type: 'string' },
    example: `"requests";q=${LIMITS.requestsPerAddress};w=60, "token-writes";q=${LIMITS.writesPerToken};w=60, "address-writes";q=${LIMITS.writesPerAddress};w=60`,
  },
  ETag: {
    description:
      'Identifies the current page or block, for `If-Match`; the bytes of a file, for `If-Range`; or a document that is the same for everyone, for `If-None-Match`.',
    schema: { type: 'string' },
    example: EXAMPLE_TAG,
  },
  'Idempotency-Replayed': {
    description:
      '`true` if the answer repeats the first answer for this `Idempotency-Key`. Omitted otherwise.',
    schema: { type: 'string', const: 'true' },
  },
}

/** Headers of an answer with the bytes of a file. */
export const FILE_HEADERS: Json = {
  'Content-Disposition': {
    description: 'Whether the browser shows or downloads the file, and its name.',
    required: true,
    schema: { type: 'string' },
    example: 'inline; filename="map.png"',
  },
  'Content-Security-Policy': {
    description: 'Scripts in the file do not run, and the file loads nothing.',
    required: true,
    schema: { type: 'string', const: "sandbox; default-src 'none'" },
  },
  'Referrer-Policy': {
    description: 'The browser sends the address of the file to no other site.',
    required: true,
    schema: { type: 'string', const: 'no-referrer' },
  },
  'Accept-Ranges': {
    description: 'The route accepts `Range`.',
    required: true,
    schema: { type: 'string', const: 'bytes' },
  },
  'Content-Range': {
    description: 'The position of these bytes, and the size of the file.',
    required: true,
    schema: { type: 'string' },
    example: 'bytes 0-1023/48211',
  },
}

/** Headers of a stream of events. */
export const EVENT_HEADERS: Json = {
  'X-Accel-Buffering': {
    description: 'Proxies such as nginx pass each event on at once.',
    required: true,
    schema: { type: 'string', const: 'no' },
  },
}

/** Headers of a request for a file. */
export const FILE_PARAMETERS: readonly Json[] = [
  {
    name: 'Range',
    in: 'header',
    description: 'One range of bytes, as in HTTP.',
    schema: { type: 'string' },
    example: 'bytes=0-1023',
  },
  {
    name: 'If-Range',
    in: 'header',
    description: 'Answers with the range only if the `ETag` still matches; otherwise with the whole file.',
    schema: { type: 'string' },
  },
]

/** Headers of a request for events that a caller can resume. */
export const RESUME_PARAMETERS: readonly Json[] = [
  {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'The `id` of the last event that you have. The stream continues after it.',
    schema: { type: 'string' },
    example: '1795078800000.42.8',
  },
]

/** Headers of a request for a prepared document. */
export const PREPARED_PARAMETERS: readonly Json[] = [
  {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of your cached answer. If nothing changed, the answer is 304.',
    schema: { type: 'string' },
  },
]

/** Headers of a write. */
export const WRITE_PARAMETERS: Json = {
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description: `Makes retries of a write safe. For ${LIMITS.keptHours} hours, the same request with the same key returns the first answer with \`Idempotency-Replayed: true\`, and writes nothing. Another request with the same key is 409. Each token has its own keys. Only answers with status 200 are kept, so a refused request can be retried with its key. An account keeps ${LIMITS.keptAnswerBytes / 2 ** 20} MB of answers; the oldest are dropped first.`,
    schema: { type: 'string', minLength: 1, maxLength: LIMITS.idempotencyKey, pattern: '^[!-~]+$' },
    example: '9f2c8a54-6d1e-4b7a-8c3f-1e5d7a9b0c26',
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    description:
      'Writes only if the `ETag` of the page or block still matches. Otherwise the answer is 409, and `error` includes the current text. A write of a block compares the block; any other write compares the page. `*` requires only that the item exists.',
    schema: { type: 'string' },
    example: EXAMPLE_TAG,
  },
}

/** Headers of answers that can be gzip. */
export const GZIP_HEADERS: Json = {
  'Content-Encoding': {
    description: 'Sent if the request accepts gzip and the answer is long enough.',
    schema: { type: 'string', const: 'gzip' },
  },
  Vary: {
    description: 'The request headers that change the form of the answer.',
    required: true,
    schema: { type: 'string', const: 'Accept-Encoding' },
  },
}

export const header = (name: string): Json => ({ [name]: { $ref: `#/components/headers/${name}` } })

/** Headers of a successful answer, or of an answer with one of these codes. */
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
    ...(answered && bytes === 'events' && header('X-Accel-Buffering')),
    ...(answered && gzip && { ...header('Content-Encoding'), ...header('Vary') }),
    ...(answered && auth === 'write' && header('Idempotency-Replayed')),
    ...(codes.includes('unauthorized') && header('WWW-Authenticate')),
    ...(codes.includes('method_not_allowed') && header('Allow')),
    ...((codes.includes('rate_limited') || codes.includes('unavailable')) && header('Retry-After')),
  }
}
