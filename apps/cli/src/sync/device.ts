/** A folder as a device: the sync engine with its store in the folder, and the sync of the files with that store. */
import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { FolderSync } from '@notegraph/folder-sync'
import { DiskTree } from '@notegraph/host'
import { createEngine, fetchTransport, nodeFault, type Engine, type Transport } from '@notegraph/sync'
import { sqliteStore } from '@notegraph/sync/sqlite'
import Database from 'better-sqlite3'
import type { SyncPaths } from './sync-paths.ts'
import { serverFiles, type Wait } from './server-files.ts'

export interface Server {
  readonly url: string
  readonly session: string
}

export interface Device {
  readonly engine: Engine
  readonly folder: FolderSync
  /** Whether the device has never pulled. */
  readonly isNew: boolean
  /** Deletes files that were moved aside before a time, in milliseconds since 1970. */
  prune(before: number): Promise<void>
  close(): Promise<void>
}

const NAME = 'device'

/**
 * A device name from the machine's name, since conflicts show device names. The random part separates two folders of
 * one machine.
 */
export const deviceName = (host: string, random: string): string =>
  `${
    host
      .split('.')[0]!
      .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
      .slice(0, 27) || 'folder'
  }-${random.slice(0, 8)}`

export interface DeviceOptions {
  /** Whether to follow links out of the folder. */
  readonly followLinks?: boolean
  /** Waits between two tries to send or fetch a file. */
  readonly wait?: Wait
}

/** @param server undefined for work without a network */
export async function openDevice(
  place: SyncPaths,
  server: Server | undefined,
  { followLinks = false, wait }: DeviceOptions = {},
): Promise<Device> {
  const store = sqliteStore(new Database(place.store))
  const isNew = (await store.meta())?.cursor === undefined
  const stored = await store.own(NAME)
  const device = stored ?? deviceName(hostname(), randomUUID())
  const engine = createEngine({
    device,
    store,
    transport: server
      ? fetchTransport({ url: server.url, token: server.session, explain: nodeFault })
      : NO_NETWORK,
  })
  await engine.open()
  if (stored === undefined) await engine.keep([[NAME, device]])
  const disk = new DiskTree(place.folder, place.own, followLinks)
  const files = server ? serverFiles(disk, server.url, server.session, wait) : NO_FILES
  const folder = new FolderSync(engine, disk, files)
  return {
    engine,
    folder,
    isNew,
    prune: async (before) => disk.prune(before),
    async close() {
      await engine.stop()
      await store.close()
    },
  }
}

const offline = async (): Promise<never> => {
  throw new Error('no server configured')
}
const NO_NETWORK: Transport = { pull: offline, push: offline }
const NO_FILES = { upload: offline, download: offline }

/** Applies picks that were left for the process that has the folder open. */
export async function applyPicks({ picks }: SyncPaths, engine: Engine): Promise<void> {
  const ids = await readdir(picks).catch(() => [])
  for (const id of ids) {
    await engine.pick(id, await readFile(join(picks, id), 'utf8'))
    await rm(join(picks, id), { force: true })
  }
}
