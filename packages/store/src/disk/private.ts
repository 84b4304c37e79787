/**
 * Data is for the user alone that runs the server: folders are 0700 and files 0600, whatever the umask says. What an
 * older release or an operator left open to others is narrowed.
 */
import { chmodSync, closeSync, fchmodSync, fstatSync, openSync, statSync } from 'node:fs'
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
  const file = openSync(path, 'a', PRIVATE_FILE)
  try {
    if (isWide(fstatSync(file).mode, PRIVATE_FILE)) unlessForeign(() => fchmodSync(file, PRIVATE_FILE))
  } finally {
    closeSync(file)
  }
}

/** Another user's file can be used without being narrowed; the start of the server warns of it. */
function unlessForeign(narrow: () => void): void {
  try {
    narrow()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}
