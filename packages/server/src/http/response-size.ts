/** Reports the length of an answer: at once, or at the end of a stream. */
import { lengthOf } from './answers.ts'

/**
 * @param isHead whether no body is sent
 * @param measured called once with the number of bytes
 * @returns the answer to send
 */
export function measureResponse(
  response: Response,
  isHead: boolean,
  measured: (bytes: number) => void,
): Response {
  const length = lengthOf(response)
  if (length !== undefined) {
    measured(isHead ? 0 : length)
    return response
  }
  const told = response.headers.get('content-length')
  const known = told === null ? undefined : Number(told)
  if (response.body && !isHead && known === undefined)
    return new Response(counted(response.body, measured), response)
  measured(response.body && !isHead ? (known ?? 0) : 0)
  return response
}

function counted(
  body: ReadableStream<Uint8Array>,
  measured: (bytes: number) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let bytes = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (!done) {
            bytes += value.byteLength
            return controller.enqueue(value)
          }
          controller.close()
        } catch (error) {
          controller.error(error)
        }
        measured(bytes)
      },
      async cancel(reason) {
        measured(bytes)
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
