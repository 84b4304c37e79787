/** The folder on disk and the files of the account, which the caller provides. */

/** The attributes that identify an unchanged file without reading it. */
export interface FileMark {
  readonly size: number
  /** The time of the last change in milliseconds since 1970, with fractions. */
  readonly modifiedAt: number
  /** The file's inode number; renaming the file does not change it. */
  readonly node: number
}

/** Whether two marks are equal. */
export const isSameMark = (a: FileMark, b: FileMark): boolean =>
  a.size === b.size && a.modifiedAt === b.modifiedAt && a.node === b.node

/** The folder on disk. */
export interface Disk {
  /** Lists every file that is not hidden, by its path with `/`. Rejects if the folder is gone. */
  list(): Promise<ReadonlyMap<string, FileMark>>
  /**
   * Links out of the folder that the last list did not follow, with messages for the user. Those to files are in the list,
   * because their notes are not gone. They are neither read nor replaced.
   */
  readonly notFollowed?: ReadonlyMap<string, string>
  /** Returns the bytes of a file, or `undefined` if it does not exist. Rejects if it cannot be read. */
  read(path: string): Promise<Uint8Array | undefined>
  /**
   * Writes a hidden file, to be placed later.
   *
   * @returns its name
   */
  prepare(content: string | AsyncIterable<Uint8Array>): Promise<string>
  isPrepared(name: string): Promise<boolean>
  discard(name: string): Promise<void>
  /** Deletes all prepared files, which an interrupted run left. */
  sweep(): Promise<void>
  /**
   * Moves a prepared file to a path in one step, if the file there is the expected one.
   *
   * @param expected whether the current bytes are the expected ones; `undefined` if there is no file
   * @param keep whether to keep a backup of the current file
   * @returns the mark of the new file, or `undefined` if the file there is not the expected one
   */
  place(
    name: string,
    path: string,
    expected: (bytes: Uint8Array | undefined) => boolean,
    keep: boolean,
  ): Promise<FileMark | undefined>
  /**
   * Moves a file to the backups if it is the expected one.
   *
   * @returns whether the file is gone
   */
  remove(path: string, expected: (bytes: Uint8Array) => boolean): Promise<boolean>
}

/** The id of an uploaded file, or a message why the account rejected it. */
export type UploadResult =
  { readonly ok: true; readonly id: string } | { readonly ok: false; readonly why: string }

/** The files of the account. Each method rejects if the server cannot be reached. */
export interface Files {
  upload(path: string): Promise<UploadResult>
  /** Resolves with `undefined` if the account does not have the file. */
  download(
    id: string,
  ): Promise<{ readonly name: string; readonly bytes: AsyncIterable<Uint8Array> } | undefined>
}
