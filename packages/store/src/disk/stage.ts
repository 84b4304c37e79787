/** Bytes as they come, in a file of their own until it is known what they are and whether they are kept. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PRIVATE_FILE, PRIVATE_FOLDER } from './private.ts'

export interface Staged {
  readonly path: string
  readonly hash: string
  readonly size: number
}

/**
 * @param folder made when it is not there
 * @returns undefined where there are more than `most`; the file is gone then, and where the bytes fail to come
 */
export async function stage(
  folder: string,
  bytes: AsyncIterable<Uint8Array>,
  most: number,
): Promise<Staged | undefined> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  const path = join(folder, randomUUID())
  const file = await open(path, 'wx', PRIVATE_FILE)
  let staged: Staged | undefined
  try {
    const hash = createHash('sha256')
    let size = 0
    for await (const chunk of bytes) {
      size += chunk.byteLength
      if (size > most) return undefined
      hash.update(chunk)
      await file.writeFile(chunk)
    }
    await file.sync()
    return (staged = { path, hash: hash.digest('hex'), size })
  } finally {
    await file.close()
    if (!staged) await rm(path, { force: true })
  }
}

/** Removes what was staged before a time, in milliseconds since 1970, and was left. */
export async function forgetStaged(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtimeMs < before) await rm(path, { force: true })
  }
}
