/** The target of an export; an import reads from a `FolderSource`. */

/** Text, bytes, or a stream of bytes. */
export type FileContent = string | Uint8Array | AsyncIterable<Uint8Array>

/** A folder or archive to write files to. */
export interface FolderTarget {
  /** @param modifiedAt when the content was last edited, in milliseconds since 1970 */
  write(path: string, content: FileContent, modifiedAt?: number): Promise<void>
}

/** A target that has the files of an earlier run. */
export interface KeepingTarget extends FolderTarget {
  /**
   * Keeps a file of an earlier run, if that asked with the same key.
   * @returns its text; undefined if the file has to be written
   */
  keep(path: string, key: string): Promise<string | undefined>
}

/** Reports the progress of long work. */
export type Progress = (done: number, total: number) => void
