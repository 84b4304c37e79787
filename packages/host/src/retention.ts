/**
 * The graphs of accounts whose plan is over, each in an archive of its own: `ACCOUNT-20261220T031500Z.zip`. An archive is
 * written beside, under a name that keeps other processes from writing the same, and has its own name once it is whole.
 */
import { close, createWriteStream, fsync, openSync, type WriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { promisify } from 'node:util'
import type { FileContent, RetainedFile, Retention } from '@notegraph/service'
import { moveInto } from '@notegraph/store/disk'
import { ZipFile } from 'yazl'

/** An archive that nobody wrote to for so long, in milliseconds, was left by a process that ended. */
const ABANDONED = 3_600_000

interface Out {
  readonly fd: number
  readonly stream: WriteStream
}

/** @param folder made when it is first needed */
export function diskRetention(folder: string): Retention {
  return {
    async open(accountId, now) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const part = join(folder, `.${accountId}.part`)
      const out = await take(part, now)
      const stamp = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')
      return out && archive(out, part, join(folder, `${accountId}-${stamp}.zip`))
    },
  }
}

/** @returns undefined where somebody else is writing the file */
async function take(path: string, now: number): Promise<Out | undefined> {
  const left = await stat(path).catch(() => undefined)
  if (left && left.mtimeMs < now - ABANDONED) await rm(path, { force: true })
  try {
    const fd = openSync(path, 'wx', 0o600)
    // It does not close by itself, so that what was written can be synced.
    return { fd, stream: createWriteStream(path, { fd, autoClose: false }) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined
    throw error
  }
}

function archive({ fd, stream }: Out, part: string, path: string): RetainedFile {
  const zip = new ZipFile()
  zip.on('error', () => {}) // whoever writes is told of what it was given
  const written = new Promise<void>((resolve, reject) => {
    stream.once('finish', resolve).once('error', reject)
  })
  zip.outputStream.pipe(stream)
  written.catch(() => {}) // whoever finishes is told

  return {
    /** One at a time: each waits until the one before is in the archive. */
    write: async (name, content, modifiedAt) => {
      const options = {
        compress: typeof content === 'string', // files are mostly packed already
        ...(modifiedAt !== undefined && { mtime: new Date(modifiedAt) }),
      }
      const bytes = readable(content)
      zip.addReadStreamLazy(name, options, (give) => give(null, bytes))
      try {
        await Promise.race([finished(bytes), written])
      } finally {
        bytes.destroy()
      }
    },
    finish: async () => {
      zip.end()
      await written
      await promisify(fsync)(fd)
      await promisify(close)(fd)
      await moveInto(part, path)
      return path
    },
    discard: async () => {
      await new Promise<void>((resolve) => {
        if (stream.closed) resolve()
        else stream.once('close', () => resolve()).destroy()
      })
      await rm(part, { force: true })
    },
  }
}

const readable = (content: FileContent): Readable =>
  typeof content === 'string' || content instanceof Uint8Array
    ? Readable.from([Buffer.from(content)])
    : Readable.from(content, { objectMode: false })
