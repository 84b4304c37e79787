/** The target of an export; an import reads from a `FolderSource`. */

/** Text, bytes, or a stream of bytes. */
export type FileContent = string | Uint8Array | AsyncIterable<Uint8Array>

/** A folder or archive to write files to. */
export interface FolderTarget {
  /** @param modifiedAt when the content was last edited, in milliseconds since 1970 */
  write(path: string, content: FileContent, modifiedAt?: number): Promise<void>
}

/** Reports the progress of long work. */
export type Progress = (done: number, total: number) => void
