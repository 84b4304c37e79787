/**
 * Restricts permissions in an existing data folder: folders to 0700, files to 0600. Only known names are changed, since
 * a data folder may contain other files.
 */
import { chmodSync, lstatSync, readdirSync, statSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { isWide, PRIVATE_FILE, PRIVATE_FOLDER } from '@notegraph/store/disk'
import type { Settings } from './settings.ts'

const IN_DATA =
  /^(?:accounts\.sqlite(?:-wal|-shm|-journal)?|served-at(?:\.[\w.-]*new)?|newest-release\.json|graphs|rates|files|imports|incoming|replaced|\.restoring)$/
const IN_RETENTION = /^(?:.+-\d{8}T\d{6}Z\.zip|\..+\.part)$/
/** Entries between two pauses, so that a large folder does not block the server. */
const AT_ONCE = 500

/**
 * Removes the access of other users to a data folder.
 *
 * @param signal ends the work early
 * @returns paths that are still open to others, because another user owns them
 * @example
 * ```ts
 * const open = await restrictDataAccess('./data', AbortSignal.timeout(60_000))
 * ```
 */
export async function restrictDataAccess(
  { data, retention }: Pick<Settings, 'data' | 'retention'>,
  signal?: AbortSignal,
): Promise<string[]> {
  const foreign: string[] = []

  /** @returns whether the entry is a folder */
  function narrow(path: string, stats: Stats | undefined): boolean {
    const isFolder = stats?.isDirectory() === true
    if (!stats || (!isFolder && !stats.isFile())) return false // a link may point outside the data folder
    const most = isFolder ? PRIVATE_FOLDER : PRIVATE_FILE
    if (isWide(stats.mode, most) && !changed(path, most)) foreign.push(path)
    return isFolder
  }

  const below: string[] = []
  for (const [top, isOurs] of [
    [data, IN_DATA],
    [retention, IN_RETENTION],
  ] as const) {
    narrow(top, statSync(top, { throwIfNoEntry: false })) // may be a link that the operator made
    for (const name of namesIn(top).filter((name) => isOurs.test(name))) below.push(join(top, name))
  }
  for (let looked = 0, path = below.pop(); path !== undefined; path = below.pop()) {
    if (signal?.aborted) break
    const isFolder = narrow(path, lstatSync(path, { throwIfNoEntry: false }))
    if (isFolder) for (const name of namesIn(path)) below.push(join(path, name))
    if (++looked % AT_ONCE === 0) await setImmediate()
  }
  return foreign
}

/** @returns false if another user owns the entry */
function changed(path: string, mode: number): boolean {
  try {
    chmodSync(path, mode)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT') return false
  }
  return true
}

/** Empty if the folder is missing or another user's. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
