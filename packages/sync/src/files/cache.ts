/** The eviction of copies, so that they stay within a number of bytes. The least recently read copies go first. */
import type { LocalFile } from './file-store.ts'

/** The space for copies. */
export interface Room {
  /** The most bytes of all copies. */
  readonly bytes: number
  /** The most copies. */
  readonly files: number
}

/** Returns the ids of the copies to remove. A file in the upload queue is never removed. */
export function toEvict(files: Iterable<LocalFile>, room: Room): string[] {
  const copies = [...files].filter(({ upload }) => !upload).toSorted((a, b) => b.used - a.used)
  let [bytes, count] = [0, 0]
  return copies
    .filter(({ size }) => {
      bytes += size
      count++
      const isKept = bytes <= room.bytes && count <= room.files
      if (!isKept) [bytes, count] = [bytes - size, count - 1]
      return !isKept
    })
    .map(({ id }) => id)
}
