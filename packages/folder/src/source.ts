/** Where a folder is read from: a disk, an archive, or whatever else lists paths and gives bytes. */

/** Thrown by a source for a file that it has and cannot give. The message says why, in words for whoever imports. */
export class Unreadable extends Error {}

/** Paths are relative, with `/`. */
export interface FolderSource {
  /** Every file, in any order. */
  paths(): Promise<readonly string[]>
  /** Bytes, and when the file was last changed, in milliseconds since 1970. @throws {Unreadable} */
  read(path: string): Promise<{ readonly bytes: Uint8Array; readonly modifiedAt: number }>
}

/** Made at first use, so that bundles without it hold none. */
let utf8: InstanceType<typeof TextDecoder> | undefined

/** @returns the text, or why there is none */
export function decodeText(bytes: Uint8Array): { readonly text: string } | { readonly why: string } {
  utf8 ??= new TextDecoder('utf-8', { fatal: true })
  try {
    return { text: utf8.decode(bytes) }
  } catch {
    return { why: 'It is not UTF-8 text; save it as UTF-8 and import again.' }
  }
}
