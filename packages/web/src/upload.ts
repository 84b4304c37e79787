/**
 * The file of a form, read while it arrives, because it may be larger than memory. All other parts of a form are
 * bounded in number and bytes.
 */
import { pipeline } from 'node:stream/promises'
import type { BusboyFileStream } from '@fastify/busboy'

/** The error of a file that does not arrive whole. */
export class IncompleteUploadError extends Error {}

/** The most bytes of a form beside its file: other fields, boundaries and headers. */
const BESIDE = 262_144
/** The most parts of a form. */
const PARTS = 9

/**
 * Passes on the first file of a form while it arrives, and ignores the rest within the limit of a form.
 * @param most the most bytes of the file; one more byte passes, so that the reader notices an excess
 * @returns the result of the reader; undefined if the form has no file
 */
export async function firstFile<T>(
  request: Request,
  most: number,
  take: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T | undefined> {
  const type = request.headers.get('content-type') ?? ''
  // A body that nobody has touched is discarded by the server.
  if (!/^multipart\/form-data\s*;/i.test(type) || !request.body) return undefined
  const { Busboy } = await import('@fastify/busboy')
  const form = new Busboy({
    headers: { 'content-type': type },
    limits: {
      files: 1,
      fields: PARTS - 1,
      parts: PARTS,
      fieldSize: 1_024,
      fileSize: most + 1,
      headerPairs: 20,
      headerSize: 8_192,
    },
  })
  let taken: Promise<T> | undefined
  let file: BusboyFileStream | undefined
  let tooMany = false
  form.on('partsLimit', () => (tooMany = true))
  form.on('file', (_, stream) => {
    file = stream
    stream.on('error', () => {}) // the reader gets the error; there may be no other listener
    // A destroyed stream would block the rest of the form forever.
    taken = take(stream.iterator({ destroyOnReturn: false })).finally(() => stream.resume())
    taken.catch(() => {}) // the code below gets the error
  })
  try {
    const mayGoOn = (read: number): boolean => !tooMany && read - (file?.bytesRead ?? 0) <= BESIDE
    await pipeline(bounded(request.body, mayGoOn), form)
  } catch (error) {
    file?.destroy(new IncompleteUploadError('the form did not arrive whole', { cause: error }))
    if (!taken) return undefined
  }
  return taken
}

/** @param mayGoOn decides by the number of read bytes */
async function* bounded(
  body: ReadableStream<Uint8Array>,
  mayGoOn: (read: number) => boolean,
): AsyncGenerator<Uint8Array> {
  let read = 0
  for await (const chunk of body) {
    if (!mayGoOn(read)) throw new IncompleteUploadError('the form holds more than a file')
    read += chunk.length
    yield chunk
  }
}
