/**
 * Data is for the user alone that runs the server: folders are 0700 and files 0600, whatever the umask says. What an
 * older release or an operator left open to others is narrowed.
 */
import { chmodSync, closeSync, openSync, statSync, type Stats } from 'node:fs'
import { makeFolder } from './folder.ts'

export const PRIVATE_FOLDER = 0o700
export const PRIVATE_FILE = 0o600

/** The bits of a mode that let somebody in. */
const ACCESS = 0o777

/** Whether a mode is wider than data may have. */
export const isWide = (mode: number, most: number): boolean => (mode & ACCESS & ~most) !== 0

/** Makes a folder, with those above it; one that others may read is narrowed. */
export function makePrivateFolder(path: string): void {
  makeFolder(path, PRIVATE_FOLDER)
  if (isWide(statSync(path).mode, PRIVATE_FOLDER)) unlessForeign(() => chmodSync(path, PRIVATE_FOLDER))
}

/**
 * Makes an empty file; one that others may read is narrowed. SQLite gives its log and its shared memory the mode of the
 * database beside them.
 */
export function makePrivateFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false }) ?? made(path)
  if (found && isWide(found.mode, PRIVATE_FILE)) unlessForeign(() => chmodSync(path, PRIVATE_FILE))
}

/**
 * A file that is there is never opened: closing it would take away every lock that this process has on it, also those of
 * SQLite.
 * @returns the file, where somebody else made it meanwhile
 */
function made(path: string): Stats | undefined {
  try {
    closeSync(openSync(path, 'ax', PRIVATE_FILE))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return statSync(path)
  }
  return undefined
}

/** Another user's file can be used without being narrowed; the start of the server warns of it. */
function unlessForeign(narrow: () => void): void {
  try {
    narrow()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}
