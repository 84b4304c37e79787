/** Conflicts in a synced folder: lists blocks with two versions, and picks one of the versions. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { nameOf } from '@notegraph/graph'
import type { Conflict, Engine } from '@notegraph/sync'
import { CommandError } from '../output.ts'
import { applyPicks, openDevice } from './device.ts'
import { isKept, lock, syncPaths, type SyncPaths } from './sync-paths.ts'

export interface ShownConflict {
  readonly id: string
  readonly page: string
  readonly versions: readonly {
    readonly number: number
    readonly text: string
    readonly rev: string
    readonly at: number
    readonly device?: string
  }[]
}

async function listed(engine: Engine): Promise<ShownConflict[]> {
  const conflicts = await engine.conflicts()
  return Promise.all(
    conflicts.map(async ({ id, pageId, words, versions }: Conflict) => {
      const page = await engine.record(pageId)
      const all = [words, ...versions].map((one, i) => ({ number: i + 1, ...one }))
      return { id, page: page?.kind === 'page' ? nameOf(page) : pageId, versions: all }
    }),
  )
}

/** A block by the beginning of its id, and the number of a version in the list. */
export interface Choice {
  readonly block: string
  readonly number: number
}

/** @throws {CommandError} if the folder is not synced */
export async function listConflicts(folder: string): Promise<ShownConflict[]> {
  const device = await openDevice(keptPlace(folder), undefined)
  try {
    return await listed(device.engine)
  } finally {
    await device.close()
  }
}

/** @throws {CommandError} if the folder is not synced, or has no such version */
export async function pickVersion(folder: string, choice: Choice): Promise<void> {
  const place = keptPlace(folder)
  const picked = pickedOf(await listConflicts(folder), choice)
  await mkdir(place.picks, { recursive: true })
  await writeFile(join(place.picks, picked.id), picked.rev)
  await settle(place)
}

function keptPlace(folder: string): SyncPaths {
  const place = syncPaths(folder)
  if (isKept(place)) return place
  throw new CommandError(`${folder} is not synced. Run \`notegraph sync ${folder}\` first.`)
}

function pickedOf(
  conflicts: readonly ShownConflict[],
  { block, number }: Choice,
): { id: string; rev: string } {
  const found = conflicts.filter(({ id }) => id === block || id.startsWith(block))
  const [one] = found
  if (!one || found.length > 1)
    throw new CommandError(
      one
        ? `Several block ids begin with ${block}. Use more characters of the id.`
        : `Block ${block} has no conflicting versions.`,
    )
  const version = one.versions.find((version) => version.number === number)
  if (!version)
    throw new CommandError(
      `${one.id} has no version ${number}. Choose a number from 1 to ${one.versions.length}.`,
    )
  return { id: one.id, rev: version.rev }
}

/** A running sync notices the pick within a second. Otherwise it is applied here, and the next sync sends it. */
async function settle(place: SyncPaths): Promise<void> {
  const held = lock(place)
  if (!held) return
  try {
    const device = await openDevice(place, undefined)
    try {
      await device.folder.open()
      await device.folder.scan()
      await applyPicks(place, device.engine)
      await device.folder.writeChanges()
    } finally {
      await device.close()
    }
  } finally {
    held.release()
  }
}
