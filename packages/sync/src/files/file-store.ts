/**
 * Files on a device: the upload queue, and copies of the server's files. The store decides nothing. It keeps an entry
 * with its bytes and commits each change in one transaction.
 */
import type { WireError } from '../message.ts'

/** A file on this device, without its bytes. */
export interface LocalFile {
  /** The address of the file is `/api/files/ID`. */
  readonly id: string
  readonly name: string
  /** The media type; empty if unknown. */
  readonly type: string
  /** The size in bytes. */
  readonly size: number
  /** The time when it was added or last read, by the device's clock, in milliseconds since 1970. */
  readonly used: number
  /** Present if the server does not have the file yet. `failed`: the reason why the server rejected it. */
  readonly upload?: { readonly failed?: WireError }
  /** The id that words of this device linked before, if the server had the same bytes under another id. */
  readonly formerly?: string
}

/** The bytes of a file. */
export type Bytes = Uint8Array<ArrayBuffer>

/** One change, committed in one transaction. Removals come first. */
export interface FileChange {
  /** An entry without bytes keeps the stored bytes. */
  readonly puts: readonly { readonly file: LocalFile; readonly bytes?: Bytes }[]
  readonly removes: readonly string[]
}

/** The store of a device's files. */
export interface FileStore {
  /** Lists every entry, sorted by id. */
  list(): Promise<LocalFile[]>
  /** Returns the bytes of a file, or `undefined` if the store has none. */
  bytes(id: string): Promise<Bytes | undefined>
  /** Commits all of the change or nothing. Rejects if nothing was committed. */
  commit(change: FileChange): Promise<void>
}
