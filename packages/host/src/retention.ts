/**
 * The graphs of accounts whose plan is over, each in an archive of its own: `ACCOUNT-20261220T031500Z.zip`. An archive is
 * written beside, under a name that keeps other processes from writing the same, and has its own name once it is whole.
 */
import { close, createWriteStream, fsync, openSync, type WriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { RetainedFile, Retention } from '@notegraph/service'
import { makePrivateFolder, moveInto, PRIVATE_FILE } from '@notegraph/store/disk'
import { zipTarget } from './zip-target.ts'

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
      makePrivateFolder(folder)
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
    const fd = openSync(path, 'wx', PRIVATE_FILE)
    // It does not close by itself, so that what was written can be synced.
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
  written.catch((error: Error) => zip.output.destroy(error)) // whoever writes or finishes is told

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
