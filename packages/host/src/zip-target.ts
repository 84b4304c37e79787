/** Writes a zip archive as a stream. Entries are added one at a time, as fast as the reader takes the bytes. */
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { ArchiveTarget, FileContent } from '@notegraph/service'
import { ZipFile } from 'yazl'

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
  const zip = new ZipFile()
  zip.on('error', () => {}) // the caller of write gets the error
  const output = zip.outputStream as Readable
  const broken = once(output, 'close').then(() => {
    throw output.errored ?? new Error('the reader of the archive is gone')
  })
  broken.catch(() => {}) // the caller gets the error

  return {
    output,
    /** Waits until the archive has the entry, so that the export reads no further than the reader. */
    async write(name, content, modifiedAt) {
      const options = {
        compress: typeof content === 'string' || name.endsWith('.json'), // other files are mostly compressed already
        mtime: new Date(modifiedAt ?? NO_TIME),
      }
      const bytes = readable(content)
      // The archive keeps this function until its end, and must not keep the bytes with it.
      let next: Readable | undefined = bytes
      zip.addReadStreamLazy(name, options, (give) => {
        if (next) give(null, next)
        next = undefined
      })
      try {
        await Promise.race([finished(bytes), broken])
      } finally {
        bytes.destroy()
      }
    },
    end: () => zip.end(),
  }
}

/** The time of entries without one. A constant time makes archives of the same notes the same bytes. */
const NO_TIME = Date.UTC(1980, 0, 2)

const readable = (content: FileContent): Readable =>
  typeof content === 'string' || content instanceof Uint8Array
    ? Readable.from([Buffer.from(content)])
    : Readable.from(content, { objectMode: false })
