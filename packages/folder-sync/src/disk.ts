/** The folder on disk, and the files of the account, as whoever keeps the two in step is given them. */

/** By what a file that has not changed is known without being read. */
export interface FileMark {
  readonly size: number
  /** Milliseconds since 1970, with fractions. */
  readonly modifiedAt: number
  /** The file's number on its disk, which a renamed one keeps. */
  readonly node: number
}

export const isSameMark = (a: FileMark, b: FileMark): boolean =>
  a.size === b.size && a.modifiedAt === b.modifiedAt && a.node === b.node

export interface Disk {
  /** Every file that is not hidden, by its path with `/`. Rejects where the folder is gone. */
  list(): Promise<ReadonlyMap<string, FileMark>>
  /** Nothing where there is no file. Rejects where it cannot be read. */
  read(path: string): Promise<Uint8Array | undefined>
  /** Writes a file that nobody sees yet. @returns its name */
  prepare(content: string | AsyncIterable<Uint8Array>): Promise<string>
  isPrepared(name: string): Promise<boolean>
  discard(name: string): Promise<void>
  /** Removes all that is prepared: what was cut off before its step. */
  sweep(): Promise<void>
  /**
   * Puts a prepared file in place, in one step, if what stands there is still the same.
   * @param expected whether that is what was expected; of nothing where there is no file
   * @param keep whether a copy of what stands there is kept aside
   * @returns nothing where it was not
   */
  place(
    name: string,
    path: string,
    expected: (bytes: Uint8Array | undefined) => boolean,
    keep: boolean,
  ): Promise<FileMark | undefined>
  /** Lays a file aside if it is still the same. @returns whether it is gone */
  remove(path: string, expected: (bytes: Uint8Array) => boolean): Promise<boolean>
}

/** An address of a file of the account, or why it is not taken, in words. */
export type UploadResult =
  { readonly ok: true; readonly id: string } | { readonly ok: false; readonly why: string }

/** Each rejects where the server cannot be reached. */
export interface Files {
  upload(path: string): Promise<UploadResult>
  /** Nothing where the account has no such file. */
  download(
    id: string,
  ): Promise<{ readonly name: string; readonly bytes: AsyncIterable<Uint8Array> } | undefined>
}
