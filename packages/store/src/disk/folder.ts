/** Making a folder that a person named, with those above it. */
import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * As `mkdirSync` with `recursive`, which never comes back where a folder takes no entries and says that they are not
 * there, as `/proc` does.
 * @param mode of the folders that are made
 * @throws Node's own error where it cannot be made
 */
export function makeFolder(path: string, mode = 0o777): void {
  if (make(path, mode) === undefined) return
  const above = dirname(path)
  if (above !== path) makeFolder(above, mode)
  const missing = make(path, mode)
  if (missing) throw missing
}

/** @returns Node's error where there is nothing above the folder */
function make(path: string, mode: number): Error | undefined {
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return error as Error
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
  return undefined
}
