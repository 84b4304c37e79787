import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { Blobs, KeptBlob, Received } from '../blobs.ts'
import { idAsFileName } from '../file-name.ts'
import { isHash, once } from '../hash.ts'
import { withCheckedNames } from '../with-checked-names.ts'
import { moveInto } from './durable.ts'
import { PRIVATE_FOLDER } from './private.ts'
import { forgetStaged, stage } from './stage.ts'

/** The end of the name of a blob that a removal has set aside. */
const ASIDE = '.aside'
/** The folder of uploads. No account's folder has this name, because none of their names begins with a dot. */
const INCOMING = '.incoming'

/**
 * Opens a blob store in a folder on disk.
 * @param folder created when it is first needed
 * @example
 * const blobs = openDiskBlobs('data/files')
 * await blobs.ready()
 */
export function openDiskBlobs(folder: string): Blobs {
  const home = (accountId: string) => join(folder, idAsFileName(accountId))
  const pathOf = (accountId: string, hash: string) => pathIn(folder, accountId, hash)
  const incoming = join(folder, INCOMING)

  async function receive(
    accountId: string,
    bytes: AsyncIterable<Uint8Array>,
    most: number,
  ): Promise<Received | undefined> {
    const staged = await stage(incoming, bytes, most)
    if (!staged) return undefined
    const { path, hash, size } = staged
    return {
      hash,
      size,
      keep: async () => moveInto(path, pathOf(accountId, hash)),
      drop: async () => rm(path, { force: true }),
    }
  }

  return withCheckedNames({
    ready: async () => void (await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })),
    receive,
    put: async (accountId, hash, bytes) => {
      const received = await receive(accountId, once(bytes), Infinity)
      if (received?.hash !== hash) throw new Error('bytes were put under the hash of others')
      await received.keep()
    },
    has: async (accountId, hash) => (await unlessGone(stat(pathOf(accountId, hash)))) !== undefined,
    get: async (accountId, hash) => unlessGone(readFile(pathOf(accountId, hash))),
    open: async (accountId, hash, range) => {
      const file = await unlessGone(open(pathOf(accountId, hash)))
      if (!file) return undefined
      const part = range && { start: range.first, end: range.last }
      return Readable.toWeb(file.createReadStream(part)) as ReadableStream<Uint8Array<ArrayBuffer>>
    },
    list: (accountId) => list(home(accountId)),
    remove: async (accountId, hash, isNeeded) => {
      const path = pathOf(accountId, hash)
      const aside = path + ASIDE
      if (!(await moved(path, aside))) return false
      let needed = true
      try {
        needed = await isNeeded()
      } finally {
        if (needed) await moved(aside, path)
        else await rm(aside, { force: true })
      }
      return !needed
    },
    removeAll: async (accountId) => rm(home(accountId), { recursive: true, force: true }),
    tidy: async (before) => forgetStaged(incoming, before),
  })
}

const pathIn = (folder: string, accountId: string, hash: string): string =>
  join(folder, idAsFileName(accountId), hash.slice(0, 2), hash)

/**
 * Lets two folders of blobs share the bytes of a blob, if the first has them and the file system can.
 * @example
 * await linkBlob('backups/monday/files', 'backups/tuesday/files', 'ada', hash)
 */
export async function linkBlob(from: string, to: string, accountId: string, hash: string): Promise<void> {
  const path = pathIn(to, accountId, hash)
  await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER })
  // Without the link, the caller copies the bytes.
  await link(pathIn(from, accountId, hash), path).catch(() => {})
}

async function* list(home: string): AsyncIterable<KeptBlob> {
  for (const group of (await unlessGone(readdir(home))) ?? []) {
    const folder = join(home, group)
    for (const name of (await unlessGone(readdir(folder))) ?? []) {
      const hash = name.endsWith(ASIDE) ? name.slice(0, -ASIDE.length) : name
      if (!isHash(hash)) continue
      const path = join(folder, hash)
      if (hash !== name) await moved(join(folder, name), path)
      const found = await unlessGone(stat(path))
      if (found) yield { hash, keptAt: Math.floor(found.mtimeMs) }
    }
  }
}

const moved = async (from: string, to: string): Promise<boolean> =>
  (await unlessGone(rename(from, to).then(() => true))) ?? false

/** @returns the result of a file operation, or undefined if the file or folder does not exist */
async function unlessGone<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
