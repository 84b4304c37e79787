/** An archive as it is written: entries go in one at a time, and its bytes come out as somebody takes them. */
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { ArchiveTarget, FileContent } from '@notegraph/service'
import { ZipFile } from 'yazl'

export function zipTarget(): ArchiveTarget {
  const zip = new ZipFile()
  zip.on('error', () => {}) // whoever writes is told of what it was given
  const output = zip.outputStream as Readable
  const broken = once(output, 'close').then(() => {
    throw output.errored ?? new Error('nobody takes the archive any more')
  })
  broken.catch(() => {}) // whoever writes is told

  return {
    output,
    /** Waits until the entry is in the archive, so that no more is read than is taken. */
    async write(name, content, modifiedAt) {
      const options = {
        compress: typeof content === 'string', // files are mostly packed already
        mtime: new Date(modifiedAt ?? NO_TIME),
      }
      const bytes = readable(content)
      zip.addReadStreamLazy(name, options, (give) => give(null, bytes))
      try {
        await Promise.race([finished(bytes), broken])
      } finally {
        bytes.destroy()
      }
    },
    end: () => zip.end(),
  }
}

/** Of an entry that has no time of its own, so that archives of the same notes are the same bytes. */
const NO_TIME = Date.UTC(1980, 0, 2)

const readable = (content: FileContent): Readable =>
  typeof content === 'string' || content instanceof Uint8Array
    ? Readable.from([Buffer.from(content)])
    : Readable.from(content, { objectMode: false })
