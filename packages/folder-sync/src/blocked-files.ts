/** A file that is left as it is until a person does something about it. */
export interface BlockedFile {
  readonly file: string
  readonly line?: number
  readonly why: string
}

export class BlockedFiles {
  readonly #files = new Map<string, BlockedFile>()

  block(file: string, why: string, line?: number): void {
    this.#files.set(file, { file, why, ...(line !== undefined && { line }) })
  }

  unblock(file: string): void {
    this.#files.delete(file)
  }

  /** Forgets those of files that are gone. */
  dropMissing(isThere: (file: string) => boolean): void {
    for (const file of this.#files.keys()) if (!isThere(file)) this.#files.delete(file)
  }

  list(): BlockedFile[] {
    return [...this.#files.values()]
  }
}
