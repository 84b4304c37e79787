/** Where an export writes to; an import reads from a `FolderSource`. */

/** Text, or bytes that are there or come. */
export type FileContent = string | Uint8Array | AsyncIterable<Uint8Array>

export interface FolderTarget {
  /** @param modifiedAt when the content was last edited, in milliseconds since 1970 */
  write(path: string, content: FileContent, modifiedAt?: number): Promise<void>
}

/** How far long work has come. */
export type Progress = (done: number, total: number) => void
