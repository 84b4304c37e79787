/** The source of a folder: a disk, an archive, or anything else with paths and bytes. */

/**
 * Thrown by a source for a file that it lists and cannot read. The message is for the user.
 *
 * @example
 * new Unreadable('The file is encrypted.').message // 'The file is encrypted.'
 */
export class Unreadable extends Error {}

/** A folder to read. Paths are relative, with `/`. */
export interface FolderSource {
  /** Lists every file, in any order. */
  paths(): Promise<readonly string[]>
  /** Files and folders that `paths` left out, with messages for the user. Call `paths` first. */
  leftOut?(): ReadonlyMap<string, string>
  /**
   * Returns the bytes and the time of the last change, in milliseconds since 1970. @throws {Unreadable}
   */
  read(path: string): Promise<{ readonly bytes: Uint8Array; readonly modifiedAt: number }>
}

/** Created on first use, so that bundles without `decodeText` contain none. */
let utf8: InstanceType<typeof TextDecoder> | undefined

/**
 * Decodes UTF-8.
 *
 * @returns the text, or a message for the user
 * @example
 * decodeText(new Uint8Array([72, 105])) // { text: 'Hi' }
 */
export function decodeText(bytes: Uint8Array): { readonly text: string } | { readonly why: string } {
  utf8 ??= new TextDecoder('utf-8', { fatal: true })
  try {
    return { text: utf8.decode(bytes) }
  } catch {
    return { why: 'The file is not UTF-8 text. Save the file as UTF-8 and import again.' }
  }
}
