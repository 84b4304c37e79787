/** Folders on a disk, for Node, Bun and Deno. */
import { readSource, type ReadFolder, type ReadLimits } from '../read-folder.ts'
import { diskFolder, type DiskOptions } from './disk-folder.ts'

export { diskFolder, type DiskOptions }
export type { FolderNote, ReadFolder, ReadLimits } from '../read-folder.ts'

export interface ReadFolderOptions extends DiskOptions {
  /** What one note may hold; the limits of an import from disk where one is left out. */
  readonly limits?: Partial<ReadLimits>
}

/**
 * Reads a Logseq folder, or a folder of Markdown notes, as an import does: hidden folders are skipped, and a note that
 * cannot be read says why and stops no other.
 * @param path of the folder
 * @throws what the file system throws if there is no such folder, and a `RangeError` if it holds too many files
 */
export async function readFolder(path: string, options: ReadFolderOptions = {}): Promise<ReadFolder> {
  return readSource(diskFolder(path, options), options.limits)
}
