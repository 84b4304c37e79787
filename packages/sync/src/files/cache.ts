/** Which copies a device gives up, so that they stay within a number of bytes: those that were read longest ago. */
import type { LocalFile } from './file-store.ts'

export interface Room {
  /** Bytes that copies may take, all together. */
  readonly bytes: number
  /** How many there may be. */
  readonly files: number
}

/** @returns the ids of the copies to remove; a file that waits for its upload is never among them */
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
