/** Reads bodies as a stream that may not fit into memory. */
import { BAD_REQUESTS, refuse, type Result } from '@notegraph/service'

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

/** @returns the result of `read`, or 400 if the body ends too early */
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
