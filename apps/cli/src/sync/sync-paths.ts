/** The paths of our own files in a synced folder. They are hidden from the outliner and are not notes. */
import { statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { CONFIG_PATH, planFolder, writeConfig } from '@notegraph/folder'
import { DiskTree } from '@notegraph/host'
import Database from 'better-sqlite3'
import { CommandError } from '../output.ts'

export interface SyncPaths {
  readonly folder: string
  readonly own: string
  /** The database with the graph and the base of each file. */
  readonly store: string
  /** Picks that a running sync has not yet applied. */
  readonly picks: string
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** The paths for a folder that may not exist yet. */
export function syncPaths(path: string): SyncPaths {
  const folder = resolve(path)
  const own = join(folder, 'logseq', '.notegraph')
  return { folder, own, store: join(own, 'device.sqlite'), picks: join(own, 'picks') }
}

/**
 * Creates a missing folder. Its parent must exist, because a disk that is not mounted is not an empty folder.
 * @returns whether the folder was created
 * @throws {CommandError} if the parent is missing
 */
export async function makeFolder({ folder }: SyncPaths): Promise<boolean> {
  if (isFolder(folder)) return false
  if (statSync(folder, { throwIfNoEntry: false }))
    throw new CommandError(`${folder} is a file. Name a folder.`)
  if (!isFolder(dirname(folder)))
    throw new CommandError(`No folder ${dirname(folder)} for ${folder}. Create that folder first.`)
  await mkdir(folder)
  return true
}

export const isKept = ({ store }: SyncPaths): boolean =>
  statSync(store, { throwIfNoEntry: false }) !== undefined

/**
 * Creates Logseq's layout in an empty folder.
 * @throws {CommandError} if the folder contains notes of another kind
 */
export async function prepareFolder({ folder, own }: SyncPaths): Promise<void> {
  const paths = [...(await new DiskTree(folder, own).list()).keys()]
  // A vault can have folders of the same names. A folder that is synced keeps its form when somebody opens it in Obsidian.
  if (isFolder(join(folder, '.obsidian')) && !isFolder(own)) paths.push('.obsidian/')
  const { style, notes } = planFolder(paths)
  if (style === 'notes' && notes.length > 0)
    throw new CommandError(
      `${folder} is not a Logseq folder. Run \`notegraph import\` on it, then sync an empty folder.`,
    )
  if (style === 'notes') {
    for (const name of ['pages', 'journals', 'logseq']) await mkdir(join(folder, name), { recursive: true })
    await writeFile(join(folder, CONFIG_PATH), writeConfig([]).text, { flag: 'wx' })
  }
  await mkdir(own, { recursive: true })
}

export interface Lock {
  release(): void
}

/**
 * A lock for one process; the system releases it however the process ends. Undefined if another process has the lock.
 */
export function lock({ own }: SyncPaths): Lock | undefined {
  const db = new Database(join(own, 'lock.sqlite'), { timeout: 0 })
  try {
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if ((error as { readonly code?: unknown }).code === 'SQLITE_BUSY') return undefined
    throw error
  }
  return { release: () => void db.close() }
}
