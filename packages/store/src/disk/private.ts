/**
 * Only the user that runs the server can read the data: folders are 0700 and files 0600, whatever the umask is. If an
 * older release or an operator gave more rights, these functions take them away.
 */
import { chmodSync, closeSync, openSync, statSync, type Stats } from 'node:fs'
import { makeFolder } from './folder.ts'

/** The mode of folders with data: only their owner may enter them. */
export const PRIVATE_FOLDER = 0o700
/** The mode of files with data: only their owner may read them. */
export const PRIVATE_FILE = 0o600

/** The permission bits of a mode. */
const ACCESS = 0o777

/**
 * Checks a mode for rights beyond those of another.
 * @returns whether `mode` has a permission bit that `most` has not
 * @example
 * isWide(0o644, PRIVATE_FILE) // true
 */
export const isWide = (mode: number, most: number): boolean => (mode & ACCESS & ~most) !== 0

/**
 * Creates a folder and its parents with mode 0700. If the folder exists, takes away the rights of other users.
 * @throws Node's error if the folder cannot be created
 * @example
 * makePrivateFolder('data/graphs')
 */
export function makePrivateFolder(path: string): void {
  makeFolder(path, PRIVATE_FOLDER)
  if (isWide(statSync(path).mode, PRIVATE_FOLDER)) unlessForeign(() => chmodSync(path, PRIVATE_FOLDER))
}

/**
 * Creates an empty file with mode 0600. If the file exists, takes away the rights of other users. SQLite gives its log
 * and its shared memory the mode of their database.
 */
export function makePrivateFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false }) ?? made(path)
  if (found && isWide(found.mode, PRIVATE_FILE)) unlessForeign(() => chmodSync(path, PRIVATE_FILE))
}

/**
 * Creates a file. It never opens an existing file, because closing that would release all locks that this process has on
 * it, also those of SQLite.
 * @returns the file if another process created it meanwhile
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

/** Ignores that another user owns the file. The file stays usable, and the server warns about it at its start. */
function unlessForeign(narrow: () => void): void {
  try {
    narrow()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}
