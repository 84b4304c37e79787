/** The file of a form, as it comes: it may be larger than memory. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'

/** Bytes of a file that does not arrive whole throw this. */
export class CutOff extends Error {}

/**
 * Hands the first file of a form on while it arrives; whatever stands behind it is passed over.
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
    limits: { files: 1, fields: 8, parts: 9, fieldSize: 1_024, fileSize: most + 1 },
  })
  let taken: Promise<T> | undefined
  let file: BusboyFileStream | undefined
  form.on('file', (_, stream) => {
    file = stream
    taken = take(stream).finally(() => stream.resume())
    taken.catch(() => {}) // whoever waits below is told
  })
  try {
    await pipeline(Readable.fromWeb(request.body), form)
  } catch (error) {
    file?.destroy(new CutOff('the form did not arrive whole', { cause: error }))
    if (!taken) return undefined
  }
  return taken
}
