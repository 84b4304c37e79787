/** Files as the service lists them. */
import type { Listed } from './answers.ts'

/** A file that was added. Bytes that the account already has keep the id, name and type that they first had. */
export interface FileAdded {
  /** Opens the file at `/api/files/{id}` for whoever holds it. */
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
  /** Where it was in the imported folder, if that is known. */
  path?: string
  /** Media type. */
  type: string
  /** Bytes. */
  size: number
  /** Milliseconds since 1970. */
  createdAt: number
  /** Why it is listed, in words. */
  why: string
}

/** Unlinked files, by name. */
export interface UnlinkedFileList extends Listed {
  files: readonly UnlinkedFile[]
}

/** What a removal did, by id. */
export interface FilesRemoved {
  removed: readonly string[]
  /** Linked by now, or unknown. */
  left: readonly string[]
}
