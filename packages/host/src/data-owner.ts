/**
 * The owner of the data. A command of another user, such as root, would create files that the server cannot open: every
 * request of that account would fail.
 */
import { statSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { SettingError } from './setting-error.ts'

const ROOT = 0
const ENTERED_BY_OTHERS = 0o011

/**
 * Refuses a user who does not own the data. Before there is data, root may not use a folder of another user, and nobody one that
 * is closed to them.
 *
 * @param uid the id of the user. Default: that of this process; undefined on systems without such ids
 * @throws {SettingError} with the command that runs as the owner
 * @example
 * ```ts
 * requireOwnData('./data')
 * ```
 */
export function requireOwnData(data: string, uid: number | undefined = process.getuid?.()): void {
  if (uid === undefined) return
  const folder = statsOf(data)
  const isClosed = uid === ROOT || (folder !== undefined && (folder.mode & ENTERED_BY_OTHERS) === 0)
  // A folder of a container may have another owner than the files in it.
  const owner = (statsOf(join(data, 'accounts.sqlite')) ?? (isClosed ? folder : undefined))?.uid
  if (owner === undefined || owner === uid) return
  throw new SettingError(
    `NOTEGRAPH_DATA: ${data} belongs to the user with the id ${owner}, and this program runs as ${uid}. The server could not open files that it creates. Run it as the owner: sudo -u '#${owner}' …`,
  )
}

/** @returns undefined too for a name in a folder that is closed to this user */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}
