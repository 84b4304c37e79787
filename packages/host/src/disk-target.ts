/** Exports to a folder on disk. */
import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { diskFolder } from '@notegraph/folder/node'
import type { ExportFolder } from '@notegraph/service'
import { makeFolder, PRIVATE_FILE, PRIVATE_FOLDER } from '@notegraph/store/disk'

/** The name of the file that is being written. It is hidden, so no program reads it as a note. */
const UNFINISHED = '.notegraph-part'

/**
 * A folder to export to. Each file is written completely or not at all. New folders and files are private to their
 * user; an existing folder keeps its mode.
 *
 * @example
 * ```ts
 * const folder = diskTarget('./export')
 * ```
 */
export function diskTarget(folder: string): ExportFolder {
  const source = diskFolder(folder, { hidden: true })
  return {
    ...source,
    async paths() {
      makeFolder(folder, PRIVATE_FOLDER)
      return source.paths()
    },
    async write(path, content, modifiedAt) {
      const at = join(folder, path)
      await mkdir(dirname(at), { recursive: true, mode: PRIVATE_FOLDER })
      const beside = join(dirname(at), UNFINISHED)
      await writeFile(beside, content, { mode: PRIVATE_FILE })
      if (modifiedAt !== undefined) await utimes(beside, modifiedAt / 1_000, modifiedAt / 1_000)
      await rename(beside, at)
    },
    remove: async (path) => rm(join(folder, path), { force: true }),
  }
}
