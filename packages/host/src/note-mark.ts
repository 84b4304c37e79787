/**
 * Shared memory with the note that an import thread is reading. A message for each note took longer than reading a
 * short note. The number is odd while a note is read, and grows by one with each step.
 */

/** The most bytes of a path in an archive. */
const LONGEST_PATH = 65_536
const NUMBER = 0
const LENGTH = 1
const HEAD_BYTES = 8

export type NoteMemory = SharedArrayBuffer

export const noteMemory = (): NoteMemory => new SharedArrayBuffer(HEAD_BYTES + LONGEST_PATH)

/** @returns a function that marks the note of a path as being read, or without a path, as read */
export function noteMarker(memory: NoteMemory): (path: string | undefined) => void {
  const head = new Int32Array(memory, 0, 2)
  // `encodeInto` does not accept shared memory.
  const bytes = Buffer.from(memory, HEAD_BYTES)
  return (path) => {
    if (path !== undefined) head[LENGTH] = bytes.write(path)
    Atomics.add(head, NUMBER, 1)
  }
}

export interface NoteMark {
  /** Grows by one when a note begins and when it ends. */
  readonly number: number
  readonly isReading: boolean
  /** The path of the note read last, if any. Only valid if `number` is the same before and after. */
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
