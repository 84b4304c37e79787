/** Reads bodies as a stream that may not fit into memory. */
import { BAD_REQUESTS, refuse, type Result } from '@notegraph/service'

/** The sender ended the body too early; disk errors are separate. */
class IncompleteBodyError extends Error {}

async function* chunksOf(body: ReadableStream<Uint8Array> | null): AsyncIterable<Uint8Array> {
  try {
    for await (const chunk of body ?? []) yield chunk
  } catch (error) {
    throw new IncompleteBodyError('the body ended too early', { cause: error })
  }
}

const CUT_OFF = refuse(BAD_REQUESTS.cutOff)

/** @returns the result of `read`, or 400 if the body ends too early */
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
