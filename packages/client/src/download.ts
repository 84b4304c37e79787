/** The bytes of an answer: as a stream, or whole. */

/** Bytes of the largest file that a download reads into memory unless more is allowed. */
const IN_MEMORY = 256 * 2 ** 20

/** A started download. Read it once, by `stream` or by `bytes`. */
export interface Download {
  /** Cancel it to end the download. It fails with a `NotegraphError` if the connection is lost or the signal ends it. */
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>
  /** Media type. */
  readonly type: string
  /** The size in bytes; undefined if the server does not know it, as for an export. */
  readonly size: number | undefined
  /** The file name from the server. */
  readonly name: string | undefined
  /**
   * Reads all bytes into memory.
   * @param most bytes, 256 MB by default
   * @throws {RangeError} if there are more; the download ends then
   */
  bytes(most?: number): Promise<Uint8Array<ArrayBuffer>>
}

/** @param failure returns the error of a stream that ended early, with its code */
export function downloadOf(response: Response, failure: (cause: unknown) => Error): Download {
  const { headers } = response
  const stream = withCodes((response.body ?? new Blob([]).stream()) as Download['stream'], failure)
  const size = headers.get('content-length')
  return {
    stream,
    type: headers.get('content-type') ?? 'application/octet-stream',
    // The length of a compressed answer is not the size of its content.
    size: size === null || headers.has('content-encoding') ? undefined : Number(size),
    name: nameOf(headers.get('content-disposition') ?? ''),
    bytes: (most = IN_MEMORY) => gather(stream, most),
  }
}

/** The same bytes; its failures have a code. */
function withCodes(body: Download['stream'], failure: (cause: unknown) => Error): Download['stream'] {
  const reader = body.getReader()
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          controller.error(failure(error))
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

async function gather(stream: Download['stream'], most: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer())
    size += value.byteLength
    if (size > most) {
      await reader.cancel()
      throw new RangeError(`The download has more than ${most} bytes. Read its stream instead.`)
    }
    parts.push(value)
  }
}

/** The name in a `Content-Disposition`, in the extended form of RFC 6266 if it has one. */
function nameOf(header: string): string | undefined {
  const extended = /filename\*=utf-8''([^;\s]+)/i.exec(header)?.[1]
  if (extended !== undefined) return decoded(extended)
  const [, quoted, plain] = /filename=(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header) ?? []
  return quoted?.replaceAll(/\\(.)/g, '$1') ?? plain
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
