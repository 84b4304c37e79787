/** Turns files of a folder into files of the account. Equal bytes are one file, whatever the names. */
import { createHash } from 'node:crypto'
import { LIMITS } from '@notegraph/contract'
import { CONFIG_PATH } from '@notegraph/folder'
import type { NewFile } from '@notegraph/store'
import type { AssetManifest } from '../asset-manifest.ts'
import { newFileId } from '../files/id.ts'
import { mediaType } from './media-type.ts'
import type { ImportBlobs, ImportGraph } from './dry-run-graph.ts'

export interface AssetImport {
  /** The id of the file at a path; undefined if it is missing or too large. */
  idOf(path: string): Promise<string | undefined>
  /** Whether the file at a path was requested. */
  isLinked(path: string): boolean
  /** New files since the last call. */
  takeNew(): NewFile[]
  /** The number of requested files that the account already had. */
  skipped(): number
}

export interface AssetSources {
  readonly accountId: string
  readonly graph: ImportGraph
  readonly blobs: ImportBlobs
  readonly now: number
  /** The names from the manifest of an export. */
  readonly manifest: AssetManifest
  /** The bytes of a file in the folder; undefined if it cannot be read. */
  read(path: string): Promise<Uint8Array | undefined>
  tooLarge(path: string): void
}

export function assetImport(from: AssetSources): AssetImport {
  const known = new Map<string, string | undefined>()
  const byHash = new Map<string, string>()
  let fresh: NewFile[] = []
  let skipped = 0

  async function read(path: string): Promise<string | undefined> {
    const bytes = await from.read(path)
    if (!bytes) return undefined
    if (bytes.byteLength > LIMITS.fileBytes) {
      from.tooLarge(path)
      return undefined
    }
    const hash = createHash('sha256').update(bytes).digest('hex')
    const met = byHash.get(hash)
    if (met !== undefined) return met
    const held = await from.graph.files.findByHash(hash)
    const id = held?.id ?? newFileId()
    byHash.set(hash, id)
    if (held) await from.graph.files.renew(id, path) // a note may be about to link to it
    if (!held || !(await from.blobs.has(from.accountId, hash)))
      await from.blobs.put(from.accountId, hash, bytes)
    if (held && path !== CONFIG_PATH) skipped++
    if (!held) {
      const plain = path.slice(path.lastIndexOf('/') + 1)
      const { name, type } = from.manifest.get(path) ?? { name: plain, type: await mediaType(plain) }
      fresh.push({ id, hash, name, type, size: bytes.byteLength, createdAt: from.now, path })
    }
    return id
  }

  return {
    async idOf(path) {
      if (!known.has(path)) known.set(path, await read(path))
      return known.get(path)
    },
    isLinked: (path) => known.has(path),
    takeNew() {
      const taken = fresh
      fresh = []
      return taken
    },
    skipped: () => skipped,
  }
}
