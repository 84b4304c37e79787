/** Compresses answers with gzip if the caller accepts it. */
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { gzip as gzipWith } from 'node:zlib'
import { parseAccept } from 'hono/utils/accept'

const gzip = promisify(gzipWith)

/** Below this length, compression gains nothing. */
const LEAST = 1_024
/** Half the work of the default level 6, for a tenth more bytes of notes. */
export const LEVEL = 4

/** Compressing an answer of at least this length takes long enough to be limited. */
const LONG = 262_144
/** Long answers that are compressed at once. One processor stays free for other requests. */
const AT_ONCE = Math.max(1, availableParallelism() - 1)
let packing = 0

export interface EncodedBody {
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly headers: Readonly<Record<string, string>>
}

/** Caches keep one copy for each encoding. */
export const VARY = { Vary: 'Accept-Encoding' }

/**
 * An answer in the encoding for its caller. A long answer is sent uncompressed while others are compressed, so that
 * none waits.
 * @param accepted the header `Accept-Encoding`
 */
export async function coded(
  accepted: string | undefined,
  text: string | Uint8Array<ArrayBuffer>,
): Promise<EncodedBody> {
  const isLong = text.length >= LONG
  if (text.length < LEAST || !takesGzip(accepted) || (isLong && packing >= AT_ONCE))
    return { body: text, headers: VARY }
  if (isLong) packing++
  try {
    const body = await gzip(text, { level: LEVEL })
    return {
      body: new Uint8Array(body.buffer, body.byteOffset, body.length),
      headers: { ...VARY, 'Content-Encoding': 'gzip' },
    }
  } finally {
    if (isLong) packing--
  }
}

/** @param accepted the header `Accept-Encoding` @see RFC 9110, 12.5.3 */
export function takesGzip(accepted: string | undefined): boolean {
  if (accepted === undefined) return false
  const codings = parseAccept(accepted)
  const named = (...names: readonly string[]) =>
    codings.find(({ type }) => names.includes(type.toLowerCase()))
  return (named('gzip', 'x-gzip') ?? named('*'))?.q !== 0 && named('gzip', 'x-gzip', '*') !== undefined
}
