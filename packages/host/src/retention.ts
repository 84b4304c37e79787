/**
 * Archives of graphs whose plan has ended, one for each account: `ACCOUNT-20261220T031500Z.zip`. An archive has a
 * temporary name while it is written. That name also keeps another process from writing the same archive.
 */
import { close, createWriteStream, fsync, openSync, type WriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { RetainedFile, Retention } from '@notegraph/service'
import { makePrivateFolder, moveInto, PRIVATE_FILE } from '@notegraph/store/disk'
import { zipTarget } from './zip-target.ts'

/** Milliseconds without a write after which an unfinished archive belongs to a process that has ended. */
const ABANDONED = 3_600_000

interface Out {
  readonly fd: number
  readonly stream: WriteStream
}

/**
 * A folder of archives.
 *
 * @param folder created on first use
 * @example
 * ```ts
 * const retention = diskRetention('./data/ended')
 * ```
 */
export function diskRetention(folder: string): Retention {
  return {
    async open(accountId, now) {
      makePrivateFolder(folder)
      const part = join(folder, `.${accountId}.part`)
      const out = await take(part, now)
      const stamp = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')
      return out && archive(out, part, join(folder, `${accountId}-${stamp}.zip`))
    },
  }
}

/** @returns undefined if another process is writing the file */
async function take(path: string, now: number): Promise<Out | undefined> {
  const left = await stat(path).catch(() => undefined)
  if (left && left.mtimeMs < now - ABANDONED) await rm(path, { force: true })
  try {
    const fd = openSync(path, 'wx', PRIVATE_FILE)
    // The stream leaves the file open, so that it can be synced to disk.
    return { fd, stream: createWriteStream(path, { fd, autoClose: false }) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined
    throw error
  }
}

function archive({ fd, stream }: Out, part: string, path: string): RetainedFile {
  const zip = zipTarget()
  const written = new Promise<void>((resolve, reject) => {
    stream.once('finish', resolve).once('error', reject)
  })
  zip.output.pipe(stream)
  written.catch((error: Error) => zip.output.destroy(error)) // the caller of write or finish gets the error

  return {
    write: async (name, content, modifiedAt) => zip.write(name, content, modifiedAt),
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
