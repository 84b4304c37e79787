/** When a file may be read: an editor may be in the middle of saving it, and one that is gone may be about to come back. */
import type { FileMark } from '@notegraph/folder-sync'

const STILL = 500
/** An editor empties a file before it writes it, and a program that renames takes it away for a moment. */
const GONE = 2_000
const EMPTIED = 5_000

export class Stillness {
  readonly #goneSince = new Map<string, number>()

  /** Times are milliseconds since 1970, by the clock of this machine. */
  isStill(path: string, mark: FileMark | undefined, isEmptied: boolean, now: number): boolean {
    if (!mark) {
      const since = this.#goneSince.get(path) ?? now
      this.#goneSince.set(path, since)
      return now - since >= GONE
    }
    this.#goneSince.delete(path)
    const age = now - mark.modifiedAt
    // A file that comes from a clock ahead of ours would never be old enough.
    return age < -1_000 || age >= (isEmptied ? EMPTIED : STILL)
  }
}
