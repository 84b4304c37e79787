/** Answers as gzip, where whoever asks takes it. */
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { gzip as gzipWith } from 'node:zlib'
import { parseAccept } from 'hono/utils/accept'
import type { Ctx } from './context.ts'

const gzip = promisify(gzipWith)

/** Below so many characters nothing is gained. */
const LEAST = 1_024
/** Half the work of the usual 6, for a tenth more bytes of notes. */
const LEVEL = 4

/** Characters from which packing an answer takes long enough to be bounded. */
const LONG = 262_144
/** Long answers that are packed at once: as many as leave a processor to whoever else asks. */
const AT_ONCE = Math.max(1, availableParallelism() - 1)
let packing = 0

export interface Coded {
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly headers: Readonly<Record<string, string>>
}

const VARY = { Vary: 'Accept-Encoding' }

/** An answer as its caller takes it. A long one goes out as it is while others are packed, so that nobody waits. */
export async function coded(c: Ctx, json: string): Promise<Coded> {
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
