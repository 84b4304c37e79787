/** Folders on a disk, for Node, Bun and Deno. */
import type { ReadFolder, ReadLimits } from '../read-folder.ts'
import { diskFolder, type DiskOptions } from './disk-folder.ts'

export { diskFolder, type DiskOptions }
export { leadsOut, LEADS_OUT, linkOf } from './links.ts'
export { Unreadable, type FolderSource } from '../source.ts'
export type { FolderNote, ReadFolder, ReadLimits } from '../read-folder.ts'
export type { FolderLayout } from '../write-folder.ts'
export { writeFolder, type AccountFile, type FolderWritten, type WriteFolderOptions } from './write-folder.ts'

/** Options for reading a folder. */
export interface ReadFolderOptions extends DiskOptions {
  /** The limits of one note. Default for each: the limit of an import from disk. */
  readonly limits?: Partial<ReadLimits>
}

/**
 * Reads a Logseq folder, or a folder of Markdown notes, as an import does. Hidden folders are skipped. A note that
 * cannot be read gives a message and does not stop the others.
 *
 * @param path the path of the folder
 * @throws the file system's error if the folder does not exist, and a `RangeError` if it has too many files
 * @example
 * const { notes } = await readFolder('/home/ann/notes')
 * for await (const { path, ok } of notes()) console.log(path, ok)
 */
export async function readFolder(path: string, options: ReadFolderOptions = {}): Promise<ReadFolder> {
  // Callers that only list files do not load the readers.
  const { readSource } = await import('../read-folder.ts')
  return readSource(diskFolder(path, options), options.limits)
}
