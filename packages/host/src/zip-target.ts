/**
 * Writes a zip archive as a stream. Entries are added one at a time, as fast as the reader takes the bytes.
 *
 * No library fits. They make a compressor for each entry, whose memory Node keeps until its second collection of garbage.
 */
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { constants, crc32, createDeflateRaw } from 'node:zlib'
import type { ArchiveTarget, FileContent } from '@notegraph/service'
import { directoryRecord, endRecords, localHeader, sizesRecord, type ZipEntry } from './zip-records.ts'

/** The most bytes that are compressed at once. */
const LONGEST_AT_ONCE = 262_144

/**
 * An archive to export to; its output is the stream of bytes.
 *
 * @example
 * ```ts
 * const archive = zipTarget()
 * archive.output.pipe(response)
 * ```
 */
export function zipTarget(): ArchiveTarget {
  let wanted = (): void => {}
  const output = new Readable({ read: () => wanted() })
  const broken = once(output, 'close').then(() => {
    throw output.errored ?? new Error('the reader of the archive is gone')
  })
  broken.catch(() => {}) // the caller gets the error
  const compressor = oneCompressor((error) => void output.destroy(error))
  let scratch: Buffer | undefined
  /** Most texts share one buffer, because buffers are garbage that Node collects late. */
  function inUtf8(text: string): Uint8Array {
    if (text.length > LONGEST_AT_ONCE / 3) return Buffer.from(text)
    scratch ??= Buffer.allocUnsafeSlow(LONGEST_AT_ONCE)
    return scratch.subarray(0, scratch.write(text))
  }
  output.once('close', () => compressor.close())
  const entries: ZipEntry[] = []
  let offset = 0

  async function put(bytes: Uint8Array): Promise<void> {
    offset += bytes.length
    const { promise, resolve } = Promise.withResolvers<void>()
    wanted = resolve
    if (!output.push(bytes)) await Promise.race([promise, broken])
  }

  async function putAtOnce(entry: ZipEntry, bytes: Uint8Array): Promise<void> {
    const packed = entry.isCompressed
      ? [...(await compressor.write(bytes)), ...(await compressor.finish())]
      : [bytes]
    const compressedSize = packed.reduce((sum, { length }) => sum + length, 0)
    const whole = { ...entry, crc: crc32(bytes), size: bytes.length, compressedSize }
    entries.push(whole)
    await put(Buffer.concat([localHeader(whole), ...packed]))
  }

  async function putInPieces(entry: ZipEntry, content: AsyncIterable<Uint8Array>): Promise<void> {
    await put(localHeader(entry))
    const from = offset
    let crc = 0
    let size = 0
    for await (const piece of content) {
      crc = crc32(piece, crc)
      size += piece.length
      for (const packed of entry.isCompressed ? await compressor.write(piece) : [piece]) await put(packed)
    }
    if (entry.isCompressed) for (const packed of await compressor.finish()) await put(packed)
    const whole = { ...entry, crc, size, compressedSize: offset - from }
    entries.push(whole)
    await put(sizesRecord(whole))
  }

  return {
    output,
    /** Waits until the reader takes the bytes, so that the export reads no further than the reader. */
    async write(name, content, modifiedAt = NO_TIME) {
      if (output.destroyed) await broken
      const bytes = typeof content === 'string' ? inUtf8(content) : content
      const isWhole = bytes instanceof Uint8Array && bytes.length <= LONGEST_AT_ONCE
      const entry: ZipEntry = {
        name: Buffer.from(name),
        modifiedAt,
        isCompressed: typeof content === 'string' || name.endsWith('.json'), // other files are mostly compressed already
        isStreamed: !isWhole,
        offset,
        crc: 0,
        size: 0,
        compressedSize: 0,
      }
      await (isWhole ? putAtOnce(entry, bytes) : putInPieces(entry, inPieces(bytes)))
    },
    end() {
      const from = offset
      for (const entry of entries) {
        const record = directoryRecord(entry)
        offset += record.length
        output.push(record)
      }
      output.push(endRecords(entries.length, from, offset - from))
      output.push(null)
    },
  }
}

/** The time of entries without one. A constant time makes archives of the same notes the same bytes. */
const NO_TIME = Date.UTC(1980, 0, 2)

async function* inPieces(content: Exclude<FileContent, string>): AsyncGenerator<Uint8Array> {
  if (!(content instanceof Uint8Array)) yield* content
  else
    for (let at = 0; at < content.length; at += LONGEST_AT_ONCE)
      yield content.subarray(at, at + LONGEST_AT_ONCE)
}

interface Compressor {
  /** Returns the bytes that are ready. */
  write(bytes: Uint8Array): Promise<readonly Uint8Array[]>
  /** Ends an entry, and returns its last bytes. */
  finish(): Promise<readonly Uint8Array[]>
  close(): void
}

/** A compressor for all entries of an archive. @param failed called if it cannot go on, such as without memory */
function oneCompressor(failed: (error: Error) => void): Compressor {
  const deflate = createDeflateRaw()
  deflate.on('error', failed)
  let ready: Uint8Array[] = []
  deflate.on('data', (piece: Uint8Array) => void ready.push(piece))
  const done = async (begin: (callback: () => void) => void): Promise<readonly Uint8Array[]> => {
    await new Promise<void>(begin)
    const pieces = ready
    ready = []
    return pieces
  }
  return {
    write: (bytes) => done((callback) => deflate.write(bytes, callback)),
    async finish() {
      const pieces = await done((callback) => deflate.flush(constants.Z_FINISH, callback))
      if (!deflate.destroyed) deflate.reset()
      return pieces
    },
    close: () => deflate.close(),
  }
}
