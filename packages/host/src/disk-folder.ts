/** A folder on disk, to import from and to export to. */
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { ExportFolder, FolderSource } from '@notegraph/service'
import { makeFolder, PRIVATE_FILE, PRIVATE_FOLDER } from '@notegraph/store/disk'

/** Reads what stands below a folder, links followed for files alone. */
export function diskFolder(folder: string): FolderSource {
  return {
    async paths() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const paths: string[] = []
      for (const entry of entries) {
        const at = join(entry.parentPath, entry.name)
        if (entry.isFile() || (entry.isSymbolicLink() && (await leadsToFile(at))))
          paths.push(relative(folder, at).split(sep).join('/'))
      }
      return paths.toSorted()
    },
    async read(path) {
      const at = join(folder, path)
      const [bytes, { mtimeMs }] = await Promise.all([readFile(at), stat(at)])
      return { bytes, modifiedAt: Math.floor(mtimeMs) }
    },
  }
}

/** A link that leads nowhere counts, so that reading it fails and is told. */
const leadsToFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (target) => target.isFile(),
    () => true,
  )

/** The file that is being written, until it is whole; hidden, and so no note of anybody's. */
const UNFINISHED = '.notegraph-part'

/**
 * A folder to export to; each file is written whole or not at all. What is made is for its user alone; a folder that was
 * there keeps its mode.
 */
export function diskTarget(folder: string): ExportFolder {
  const source = diskFolder(folder)
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
