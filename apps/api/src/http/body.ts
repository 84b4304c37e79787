/**
 * The body of a request, read no further than it may be long, then taken for JSON. What it may hold is for its route to
 * say.
 * @see decisions 6.1, 6.3
 */
import { MIMEType } from 'node:util'
import { LIMITS, readJson, readUtf8 } from '@notegraph/contract'
import { ok, refuse, type Result } from '@notegraph/service'

const TOO_LARGE = refuse({ code: 'too_large', limit: LIMITS.bodyBytes })
const CUT_OFF = refuse({ code: 'bad_request', error: 'The body did not arrive whole.' })
const AS_JSON = 'Send it as application/json, in UTF-8.'

/** The body as it was sent, or 413. */
export async function readBytes(request: Request): Promise<Result<Uint8Array>> {
  const told = request.headers.get('content-length')
  if (Number(told) > LIMITS.bodyBytes) return TOO_LARGE
  try {
    if (told === null) return await readStream(request.body)
    const bytes = new Uint8Array(await request.arrayBuffer())
    return bytes.length > LIMITS.bodyBytes ? TOO_LARGE : ok(bytes)
  } catch {
    return CUT_OFF
  }
}

/** A body that does not say how long it is: it is left where it is once it proves too long. */
async function readStream(body: ReadableStream<Uint8Array> | null): Promise<Result<Uint8Array>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > LIMITS.bodyBytes) return TOO_LARGE
    chunks.push(chunk)
  }
  return ok(Buffer.concat(chunks))
}

/** The JSON in a body; 400 for another media type or encoding, for what is no JSON, and for a key named twice. */
export function jsonOf(request: Request, bytes: Uint8Array): Result<unknown> {
  const { headers } = request
  if (
    !isJson(headers.get('content-type') ?? '') ||
    (headers.get('content-encoding') ?? 'identity') !== 'identity'
  )
    return refuse({ code: 'bad_request', error: 'The body is not sent as application/json.', hint: AS_JSON })
  const text = readUtf8(bytes)
  if (text === undefined)
    return refuse({ code: 'bad_request', error: 'The body is not UTF-8.', hint: AS_JSON })
  const read = readJson(text)
  return read.ok ? ok(read.value) : refuse({ code: 'bad_request', error: read.error })
}

function isJson(contentType: string): boolean {
  try {
    const { essence, params } = new MIMEType(contentType)
    return essence === 'application/json' && /^utf-?8$/i.test(params.get('charset') ?? 'utf-8')
  } catch {
    return false
  }
}
