/** Writes a stream of bytes to a temporary file until its hash is known and the caller decides whether to keep it. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PRIVATE_FILE, PRIVATE_FOLDER } from './private.ts'

/** A temporary file with the bytes of a stream. */
export interface StagedFile {
  readonly path: string
  /** The SHA-256 of the bytes, in hex. */
  readonly hash: string
  /** In bytes. */
  readonly size: number
}

/**
 * Writes a stream to a temporary file and syncs it. If the stream fails or is too long, the file is deleted.
 * @param folder created if it does not exist
 * @param most the most bytes to accept
 * @returns undefined if there are more bytes than `most`
 * @example
 * const staged = await stage('data/.incoming', request.body, 10_000_000)
 */
export async function stage(
  folder: string,
  bytes: AsyncIterable<Uint8Array>,
  most: number,
): Promise<StagedFile | undefined> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  const path = join(folder, randomUUID())
  const file = await open(path, 'wx', PRIVATE_FILE)
  let staged: StagedFile | undefined
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

/**
 * Deletes the temporary files that nobody has written to since a time.
 * @param before in milliseconds since 1970
 * @example
 * await forgetStaged('data/.incoming', Date.now() - 86_400_000)
 */
export async function forgetStaged(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtimeMs < before) await rm(path, { force: true })
  }
}
