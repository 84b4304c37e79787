/** Compresses answers with gzip if the caller accepts it. */
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { gzip as gzipWith } from 'node:zlib'
import { parseAccept } from 'hono/utils/accept'
import type { Ctx } from './context.ts'

const gzip = promisify(gzipWith)

/** Below this number of characters, compression gains nothing. */
const LEAST = 1_024
/** Half the work of the default level 6, for a tenth more bytes of notes. */
export const LEVEL = 4

/** Compressing an answer of at least this many characters takes long enough to be limited. */
const LONG = 262_144
/** Long answers that are compressed at once. One processor stays free for other requests. */
const AT_ONCE = Math.max(1, availableParallelism() - 1)
let packing = 0

export interface EncodedBody {
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly headers: Readonly<Record<string, string>>
}

const VARY = { Vary: 'Accept-Encoding' }

/**
 * An answer in the encoding for its caller. A long answer is sent uncompressed while others are compressed, so that
 * none waits.
 */
export async function coded(c: Ctx, json: string): Promise<EncodedBody> {
  const isLong = json.length >= LONG
  if (json.length < LEAST || !takesGzip(c) || (isLong && packing >= AT_ONCE))
    return { body: json, headers: VARY }
  if (isLong) packing++
  try {
    const body = await gzip(json, { level: LEVEL })
    return {
      body: new Uint8Array(body.buffer, body.byteOffset, body.length),
      headers: { ...VARY, 'Content-Encoding': 'gzip' },
    }
  } finally {
    if (isLong) packing--
  }
}

/** @see RFC 9110, 12.5.3 */
export function takesGzip(c: Ctx): boolean {
  const codings = parseAccept(c.req.header('accept-encoding') ?? '')
  const named = (...names: readonly string[]) =>
    codings.find(({ type }) => names.includes(type.toLowerCase()))
  return (named('gzip', 'x-gzip') ?? named('*'))?.q !== 0 && named('gzip', 'x-gzip', '*') !== undefined
}
