/** Where a folder that is kept in step has what is ours: hidden from the outliner, and from the notes. */
import { statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { CONFIG_PATH, planFolder, writeConfig } from '@notegraph/folder'
import { DiskTree } from '@notegraph/host'
import Database from 'better-sqlite3'
import { CommandError } from '../output.ts'

export interface Place {
  readonly folder: string
  readonly own: string
  /** The graph and what was agreed on with each file. */
  readonly store: string
  /** Picks of conflicts that a running sync has to hear of. */
  readonly picks: string
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Where things are in a folder that may not be there yet. */
export function placeOf(path: string): Place {
  const folder = resolve(path)
  const own = join(folder, 'logseq', '.notegraph')
  return { folder, own, store: join(own, 'device.sqlite'), picks: join(own, 'picks') }
}

/**
 * Makes a folder that is not there. The one that it is to be in has to be: a disk that is not plugged in is no empty one.
 * @returns whether it was made
 * @throws {CommandError}
 */
export async function makeFolder({ folder }: Place): Promise<boolean> {
  if (isFolder(folder)) return false
  if (statSync(folder, { throwIfNoEntry: false }))
    throw new CommandError(`${folder} is a file. Name a folder.`)
  if (!isFolder(dirname(folder)))
    throw new CommandError(`No folder ${dirname(folder)} for ${folder}. Create that folder first.`)
  await mkdir(folder)
  return true
}

export const isKept = ({ store }: Place): boolean => statSync(store, { throwIfNoEntry: false }) !== undefined

/**
 * Makes an empty folder one in Logseq's layout.
 * @throws {CommandError} for a folder of notes of another kind
 */
export async function prepareFolder({ folder, own }: Place): Promise<void> {
  const paths = [...(await new DiskTree(folder, own).list()).keys()]
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

/** Held by one process at a time, and let go by the system however that ends. Nothing where another has it. */
export function lock({ own }: Place): Lock | undefined {
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
