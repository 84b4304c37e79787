/** Decides when a file may be read. An editor may still be saving it, and a missing file may come back. */
import type { FileMark } from '@notegraph/folder-sync'

const STILL = 500
/** An editor empties a file before it writes the new content, and a rename removes the file for a moment. */
const GONE = 2_000
const EMPTIED = 5_000

export class FileStability {
  readonly #goneSince = new Map<string, number>()

  /** Times are milliseconds since 1970, by this machine's clock. */
  isStable(path: string, mark: FileMark | undefined, isEmptied: boolean, now: number): boolean {
    if (!mark) {
      const since = this.#goneSince.get(path) ?? now
      this.#goneSince.set(path, since)
      return now - since >= GONE
    }
    this.#goneSince.delete(path)
    const age = now - mark.modifiedAt
    // A file from a clock ahead of ours would otherwise never count as old enough.
    return age < -1_000 || age >= (isEmptied ? EMPTIED : STILL)
  }
}
