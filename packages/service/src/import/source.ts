/** Where an import reads from and an export writes to: a folder on disk, or the entries of an archive. */

/** Thrown by a source for a file that it has and cannot give; the message says why, in words. */
export class Unreadable extends Error {}

/** Paths are relative, with `/`. */
export interface FolderSource {
  /** Every file, in any order. */
  paths(): Promise<readonly string[]>
  /** Bytes, and when the file was last changed, in milliseconds since 1970. */
  read(path: string): Promise<{ readonly bytes: Uint8Array; readonly modifiedAt: number }>
}

/** Text, or bytes that are there or come. */
export type FileContent = string | Uint8Array | AsyncIterable<Uint8Array>

export interface FolderTarget {
  /** @param modifiedAt when the content was last edited, in milliseconds since 1970 */
  write(path: string, content: FileContent, modifiedAt?: number): Promise<void>
}

/** How far long work has come. */
export type Progress = (done: number, total: number) => void

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** @returns the text, or why there is none */
export function decodeText(bytes: Uint8Array): { readonly text: string } | { readonly why: string } {
  try {
    return { text: utf8.decode(bytes) }
  } catch {
    return { why: 'It is not UTF-8 text; save it as UTF-8 and import again.' }
  }
}
