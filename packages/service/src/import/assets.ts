/** Turns files of a folder into files of the account. Equal bytes are one file, under the name that came first. */
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
  /** Whether the account has the requested file under another name, or this folder has it at another path. */
  isCopy(path: string): boolean
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
  const copies = new Set<string>()
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
    const plain = path.slice(path.lastIndexOf('/') + 1)
    const listed = from.manifest.get(path)
    const name = listed?.name ?? plain
    const met = byHash.get(hash)
    if (met !== undefined) {
      copies.add(path)
      return met
    }
    const held = await from.graph.files.findByHash(hash)
    if (held && held.name !== name) copies.add(path)
    const id = held?.id ?? newFileId()
    byHash.set(hash, id)
    if (held) await from.graph.files.renew(id, path) // a note may be about to link to it
    if (!held || !(await from.blobs.has(from.accountId, hash)))
      await from.blobs.put(from.accountId, hash, bytes)
    if (held && path !== CONFIG_PATH) skipped++
    if (!held) {
      const type = listed?.type ?? (await mediaType(plain))
      fresh.push({ id, hash, name, type, size: bytes.byteLength, createdAt: from.now, path })
    }
    return id
  }

  return {
    async idOf(path) {
      if (!known.has(path)) known.set(path, await read(path))
      return known.get(path)
    },
    isCopy: (path) => copies.has(path),
    isLinked: (path) => known.has(path),
    takeNew() {
      const taken = fresh
      fresh = []
      return taken
    },
    skipped: () => skipped,
  }
}
