/** Creates a folder that a person named, with its parents. */
import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder and its parents, like `mkdirSync` with `recursive`. That one never returns below `/proc`, which
 * refuses new entries as if their parent were missing.
 * @param mode the permissions of the folders that it creates
 * @throws Node's error if the folder cannot be created
 * @example
 * makeFolder('data/export', 0o700)
 */
export function makeFolder(path: string, mode = 0o777): void {
  if (make(path, mode) === undefined) return
  const above = dirname(path)
  if (above !== path) makeFolder(above, mode)
  const missing = make(path, mode)
  if (missing) throw missing
}

/** @returns Node's error if the parent of the folder does not exist */
function make(path: string, mode: number): Error | undefined {
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return error as Error
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
  return undefined
}
