/**
 * The note that an importing thread reads, in memory that both threads see: a message for each note took longer than
 * reading a short one. The number is odd while a note is read, and one more with each step.
 */

/** As long as a path in an archive can be, in bytes. */
const LONGEST_PATH = 65_536
const NUMBER = 0
const LENGTH = 1
const HEAD_BYTES = 8

export type NoteMemory = SharedArrayBuffer

export const noteMemory = (): NoteMemory => new SharedArrayBuffer(HEAD_BYTES + LONGEST_PATH)

/** @returns a function that marks the note of this path as read from now on, and without a path that it was read */
export function noteMarker(memory: NoteMemory): (path: string | undefined) => void {
  const head = new Int32Array(memory, 0, 2)
  // `encodeInto` takes no shared memory.
  const bytes = Buffer.from(memory, HEAD_BYTES)
  return (path) => {
    if (path !== undefined) head[LENGTH] = bytes.write(path)
    Atomics.add(head, NUMBER, 1)
  }
}

export interface NoteMark {
  /** One more with each note that is begun or ended. */
  readonly number: number
  readonly isReading: boolean
  /** Of the note that was read last; undefined where none was. Only sure while the number stays. */
  path(): string | undefined
}

export function readMark(memory: NoteMemory): NoteMark {
  const head = new Int32Array(memory, 0, 2)
  const number = Atomics.load(head, NUMBER)
  return {
    number,
    isReading: number % 2 === 1,
    path: () => (number === 0 ? undefined : Buffer.from(memory, HEAD_BYTES, head[LENGTH]).toString('utf8')),
  }
}
