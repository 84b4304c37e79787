/** Files as the service lists them. */
import type { Listed } from './answers.ts'

/** An added file. Known bytes keep their first id, name and type. */
export interface FileAdded {
  /** The id. Anyone who has the id can read the file at `/api/files/{id}`. */
  id: string
  name: string
  /** Media type. */
  type: string
  /** Bytes. */
  size: number
}

/** An imported file that no note links. */
export interface UnlinkedFile {
  id: string
  name: string
  /** The path in the imported folder, if known. */
  path?: string
  /** Media type. */
  type: string
  /** Bytes. */
  size: number
  /** Milliseconds since 1970. */
  createdAt: number
  /** The reason, for people. */
  why: string
}

/** Unlinked files, by name. */
export interface UnlinkedFileList extends Listed {
  files: readonly UnlinkedFile[]
}

/** The result of a deletion, by id. */
export interface FilesRemoved {
  removed: readonly string[]
  /** Ids of files that were not deleted: linked by now, or unknown. */
  left: readonly string[]
}
