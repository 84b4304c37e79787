/** A file that is left as it is until a person does something about it. */
export interface Held {
  readonly file: string
  readonly line?: number
  readonly why: string
}

export class HeldFiles {
  readonly #held = new Map<string, Held>()

  hold(file: string, why: string, line?: number): void {
    this.#held.set(file, { file, why, ...(line !== undefined && { line }) })
  }

  release(file: string): void {
    this.#held.delete(file)
  }

  /** Forgets those of files that are gone. */
  look(isThere: (file: string) => boolean): void {
    for (const file of this.#held.keys()) if (!isThere(file)) this.#held.delete(file)
  }

  list(): Held[] {
    return [...this.#held.values()]
  }
}
