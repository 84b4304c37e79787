import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Blobs } from '../blobs.ts'
import { idAsFileName } from '../file-name.ts'

/** @param folder made when it is first needed */
export function openDiskBlobs(folder: string): Blobs {
  const home = (accountId: string) => join(folder, idAsFileName(accountId))
  const pathOf = (accountId: string, hash: string) => join(home(accountId), hash.slice(0, 2), hash)
  return {
    put: async (accountId, hash, bytes) => {
      const path = pathOf(accountId, hash)
      if (await exists(path)) return
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const beside = `${path}.${randomUUID()}`
      const file = await open(beside, 'wx', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(beside, path)
    },
    get: async (accountId, hash) => {
      try {
        return await readFile(pathOf(accountId, hash))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    removeAll: async (accountId) => rm(home(accountId), { recursive: true, force: true }),
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
