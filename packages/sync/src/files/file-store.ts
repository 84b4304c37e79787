/**
 * Files on a device: those that wait to be uploaded, and copies of those that the server has. The store decides nothing:
 * it keeps an entry and its bytes together, and commits what belongs together in one step.
 */
import type { WireError } from '../message.ts'

/** A file on this device, without its bytes. */
export interface LocalFile {
  /** Its address is `/api/files/ID`. */
  readonly id: string
  readonly name: string
  /** Media type; empty where nobody said one. */
  readonly type: string
  /** In bytes. */
  readonly size: number
  /** When it was added or read last, by the clock of the device, in milliseconds since 1970. */
  readonly used: number
  /** The server does not have it yet. `failed`: why it refused the file. Absent on a copy. */
  readonly upload?: { readonly failed?: WireError }
  /** The id that words of this device linked, where the server had the same bytes under another one. */
  readonly formerly?: string
}

export type Bytes = Uint8Array<ArrayBuffer>

/** What is committed in one step: removals first. */
export interface FileChange {
  /** An entry without bytes keeps those that are there. */
  readonly puts: readonly { readonly file: LocalFile; readonly bytes?: Bytes }[]
  readonly removes: readonly string[]
}

export interface FileStore {
  /** Every entry, in the order of the ids. */
  list(): Promise<LocalFile[]>
  bytes(id: string): Promise<Bytes | undefined>
  /** All of it or nothing; rejects where nothing was committed. */
  commit(change: FileChange): Promise<void>
}
