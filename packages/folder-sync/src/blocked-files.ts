/** Files that stay unchanged until the user acts. */
/** A file with a problem, and a message for the user. */
export interface BlockedFile {
  readonly file: string
  readonly line?: number
  readonly why: string
}

/** The files with problems. */
export class BlockedFiles {
  readonly #files = new Map<string, BlockedFile>()

  block(file: string, why: string, line?: number): void {
    this.#files.set(file, { file, why, ...(line !== undefined && { line }) })
  }

  unblock(file: string): void {
    this.#files.delete(file)
  }

  /** Drops files that no longer exist. */
  dropMissing(isThere: (file: string) => boolean): void {
    for (const file of this.#files.keys()) if (!isThere(file)) this.#files.delete(file)
  }

  list(): BlockedFile[] {
    return [...this.#files.values()]
  }
}
