/**
 * Unpacks the body of a request up to its size limit, and parses JSON. Each route has its own schema.
 * @see decisions 6.1, 6.3
 */
import { MIMEType, promisify } from 'node:util'
import { gunzip as gunzipWith } from 'node:zlib'
import { checkBody, LIMITS, readJson, readUtf8, type ObjectSchema } from '@notegraph/contract'
import { BAD_REQUESTS, ok, refuse, type Result } from '@notegraph/service'
import type { InferOutput } from 'valibot'

const gunzip = promisify(gunzipWith)

const tooLarge = (limit: number) => refuse({ code: 'too_large', limit })

const encodingOf = ({ headers }: Request): string =>
  headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity'

/** Unpacks a gzip body up to the limit; other bodies pass unchanged. */
export async function inflated(
  request: Request,
  bytes: Uint8Array,
  limit: number = LIMITS.bodyBytes,
): Promise<Result<Uint8Array>> {
  if (encodingOf(request) !== 'gzip') return ok(bytes)
  try {
    return ok(await gunzip(bytes, { maxOutputLength: limit }))
  } catch (error) {
    const isLong = error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    return isLong ? tooLarge(limit) : refuse(BAD_REQUESTS.notGzip)
  }
}

/**
 * Parses the JSON of a body. 400 for another media type or encoding, for invalid JSON and for a duplicate key.
 * @param encodings content encodings that the route accepts
 */
export function jsonOf(
  request: Request,
  bytes: Uint8Array,
  encodings: readonly string[] = ['identity'],
): Result<unknown> {
  const contentType = request.headers.get('content-type') ?? ''
  if (!isJson(contentType)) return refuse(BAD_REQUESTS.notJson)
  const encoding = encodingOf(request)
  if (!encodings.includes(encoding)) return refuse(BAD_REQUESTS.contentEncoding(encoding, encodings))
  const text = readUtf8(bytes)
  if (text === undefined) return refuse(BAD_REQUESTS.notUtf8)
  const read = readJson(text)
  return read.ok ? ok(read.value) : refuse({ code: 'bad_request', error: read.error })
}

/** Parses the JSON of a body and checks it against a schema; 400 if it does not match. */
export function bodyOf<S extends ObjectSchema>(
  request: Request,
  bytes: Uint8Array,
  schema: S,
): Result<InferOutput<S>> {
  const json = jsonOf(request, bytes)
  if (!json.ok) return json
  const checked = checkBody(schema, json.value)
  return checked.ok ? ok(checked.value) : refuse({ code: 'bad_request', error: checked.error })
}

function isJson(contentType: string): boolean {
  try {
    const { essence, params } = new MIMEType(contentType)
    return essence === 'application/json' && /^utf-?8$/i.test(params.get('charset') ?? 'utf-8')
  } catch {
    return false
  }
}
