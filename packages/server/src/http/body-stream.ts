/** Bytes of a body as they come, where there may be more of them than fit into memory. */
import { BAD_REQUESTS, refuse, type Result } from '@notegraph/service'

/** Thrown where the sender is at fault, and not the disk. */
class IncompleteBodyError extends Error {}

async function* chunksOf(body: ReadableStream<Uint8Array> | null): AsyncIterable<Uint8Array> {
  try {
    for await (const chunk of body ?? []) yield chunk
  } catch (error) {
    throw new IncompleteBodyError('the body ended too early', { cause: error })
  }
}

const CUT_OFF = refuse(BAD_REQUESTS.cutOff)

/** @returns what comes of taking the body in, or 400 where it ends too early */
export async function readBodyStream<T>(
  request: Request,
  take: (bytes: AsyncIterable<Uint8Array>) => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    return await take(chunksOf(request.body))
  } catch (error) {
    if (error instanceof IncompleteBodyError) return CUT_OFF
    throw error
  }
}
