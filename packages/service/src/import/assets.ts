/** Files of a folder becoming files of the account: the same bytes are one file, whatever they are called. */
import { createHash } from 'node:crypto'
import type { Blobs, FileEntry, GraphStore } from '@notegraph/store'
import { mediaType } from './media-type.ts'
import type { FolderSource } from './source.ts'

/** A file may have at most this many bytes. @see sync, Routes */
export const MOST_FILE_BYTES: number = 100 * 1024 * 1024

export interface AssetImport {
  /** The id of the file at a path; undefined where there is none or it is too large. */
  idOf(path: string): Promise<string | undefined>
  /** Files new to the account since this was last asked. */
  takeNew(): FileEntry[]
}

export interface AssetSources {
  readonly accountId: string
  readonly graph: GraphStore
  readonly blobs: Blobs
  readonly now: number
  newFileId(): string
  tooLarge(path: string): void
}

export function assetImport(source: FolderSource, to: AssetSources): AssetImport {
  const known = new Map<string, string | undefined>()
  const byHash = new Map<string, string>()
  let fresh: FileEntry[] = []

  async function read(path: string): Promise<string | undefined> {
    const { bytes } = await source.read(path)
    if (bytes.byteLength > MOST_FILE_BYTES) {
      to.tooLarge(path)
      return undefined
    }
    const hash = createHash('sha256').update(bytes).digest('hex')
    const held = byHash.get(hash) ?? (await to.graph.fileByHash(hash))?.id
    if (held !== undefined) return held
    const name = path.slice(path.lastIndexOf('/') + 1)
    const id = to.newFileId()
    await to.blobs.put(to.accountId, hash, bytes)
    byHash.set(hash, id)
    fresh.push({ id, hash, name, type: mediaType(name), size: bytes.byteLength, createdAt: to.now })
    return id
  }

  return {
    async idOf(path) {
      if (!known.has(path)) known.set(path, await read(path))
      return known.get(path)
    },
    takeNew() {
      const taken = fresh
      fresh = []
      return taken
    },
  }
}
