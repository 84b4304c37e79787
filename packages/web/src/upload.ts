/** The file of a form, as it comes: it may be larger than memory. All else that a form holds is bounded, in parts and bytes. */
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'

/** Bytes of a file that does not arrive whole throw this. */
export class IncompleteUploadError extends Error {}

/** Bytes of a form beside its file: other fields, what parts them, and what stands around. */
const BESIDE = 262_144
/** Parts of a form. */
const PARTS = 9

/**
 * Hands the first file of a form on while it arrives; whatever stands behind it is passed over, as far as a form may be
 * long.
 * @param most bytes of the file; one more is let through, so that whoever takes it sees that there are too many
 * @returns what came of it; undefined where the form holds no file
 */
export async function firstFile<T>(
  request: Request,
  most: number,
  take: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T | undefined> {
  const type = request.headers.get('content-type') ?? ''
  if (!request.body || !/^multipart\/form-data\s*;/i.test(type)) return undefined
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
    stream.on('error', () => {}) // whoever reads it is told; nobody else may be left to be
    // A stream that is destroyed once nobody wants more of it would hold up the rest of the form without an end.
    taken = take(stream.iterator({ destroyOnReturn: false })).finally(() => stream.resume())
    taken.catch(() => {}) // whoever waits below is told
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

/** @param mayGoOn by the bytes that were read so far */
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
