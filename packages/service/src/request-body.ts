/** Reads bodies of requests: as a stream that may not fit into memory, or as a whole up to a limit. */
import { LIMITS } from '@notegraph/contract'
import { ok, refuse, type Result } from './refusal.ts'
import { BAD_REQUESTS } from './request-errors.ts'

/** The sender ended the body too early; disk errors are separate. */
class IncompleteBodyError extends Error {}

type Body = ReadableStream<Uint8Array>

async function* chunksOf(body: Body | null): AsyncIterable<Uint8Array> {
  try {
    for await (const chunk of body?.values({ preventCancel: true }) ?? []) yield chunk
  } catch (error) {
    throw new IncompleteBodyError('the body ended too early', { cause: error })
  }
}

/** Bytes of a refused body that are read. */
const MOST_DISCARDED = 4 * 2 ** 20

/**
 * Reads the rest of a body that was refused early. An unread rest would keep the next request of its connection from the
 * server. The server closes the connection if the rest is too large, or takes longer than half a second.
 */
async function discard(body: Body): Promise<void> {
  const reader = body.getReader()
  try {
    for (let bytes = 0; bytes <= MOST_DISCARDED;) {
      const { done, value } = await reader.read()
      if (done) return
      bytes += value.byteLength
    }
    await reader.cancel()
  } catch {
    // The connection has ended.
  }
}

const CUT_OFF = refuse(BAD_REQUESTS.cutOff)

/**
 * Passes on a body while it arrives.
 * @returns the result of `take`, or 400 if the body ends too early
 * @example
 * const result = await readBodyStream(request, (bytes) => files.add(session, { ...file, bytes }))
 */
export async function readBodyStream<T>(
  request: Request,
  take: (bytes: AsyncIterable<Uint8Array>) => Promise<Result<T>>,
): Promise<Result<T>> {
  const { body } = request
  try {
    return await take(chunksOf(body))
  } catch (error) {
    if (error instanceof IncompleteBodyError) return CUT_OFF
    throw error
  } finally {
    if (body?.locked === false) void discard(body)
  }
}

const tooLarge = (limit: number) => refuse({ code: 'too_large', limit })

/**
 * Reads a whole body: its bytes, or 413, or 400 if it ends too early.
 * @param limit in bytes
 * @example
 * const bytes = await readBytes(request, LIMITS.bodyBytes)
 */
export async function readBytes(
  request: Request,
  limit: number = LIMITS.bodyBytes,
): Promise<Result<Uint8Array>> {
  const length = request.headers.get('content-length')
  if (Number(length) > limit) return tooLarge(limit)
  if (length === null) return readBodyStream(request, (chunks) => collect(chunks, limit))
  try {
    const bytes = new Uint8Array(await request.arrayBuffer())
    return bytes.length > limit ? tooLarge(limit) : ok(bytes)
  } catch {
    return CUT_OFF
  }
}

/** Joins a body without a stated length, and stops when it exceeds the limit. */
async function collect(body: AsyncIterable<Uint8Array>, limit: number): Promise<Result<Uint8Array>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > limit) return tooLarge(limit)
    chunks.push(chunk)
  }
  return ok(Buffer.concat(chunks))
}

/**
 * Reads a form: its fields, or 413, or 400 if the body is no complete form.
 * @param limit in bytes
 * @example
 * const form = await readForm(request)
 * const password = form.ok ? form.value.get('password') : undefined
 */
export async function readForm(
  request: Request,
  limit: number = LIMITS.bodyBytes,
): Promise<Result<FormData>> {
  const bytes = await readBytes(request, limit)
  if (!bytes.ok) return bytes
  const type = request.headers.get('content-type') ?? ''
  try {
    return ok(await new Response(bytes.value, { headers: { 'Content-Type': type } }).formData())
  } catch (error) {
    if (error instanceof TypeError) return refuse(BAD_REQUESTS.cutOff)
    throw error
  }
}
