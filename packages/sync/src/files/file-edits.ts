/** What an app does with files, and what it sees of them. */
import type { WireError } from '../message.ts'
import type { Bytes } from './file-store.ts'

/** A file to add. */
export interface NewFile {
  /** Such as `map.png`: up to 255 characters, no slash. */
  readonly name: string
  /** Media type such as `image/png`; the server goes by the name where it is left out or empty. */
  readonly type?: string
  /** Up to 100 MB. */
  readonly bytes: Uint8Array
}

/** Where a file is from now on, or in words why it was not added. */
export type Attached =
  | {
      readonly ok: true
      readonly id: string
      /** `/api/files/ID`, for the words of a block or a property of a page. */
      readonly address: string
      /** Markdown that shows a picture, or links any other file. */
      readonly link: string
    }
  | { readonly ok: false; readonly error: string }

/** A file that the server does not have yet. */
export interface Upload {
  readonly id: string
  readonly name: string
  /** Media type; empty where nobody said one. */
  readonly type: string
  /** In bytes. */
  readonly size: number
  /** `failed`: the server refused it for the `reason`; it is tried within the hour, or once somebody asks for it. */
  readonly status: 'waiting' | 'uploading' | 'failed'
  readonly reason?: WireError
}

/** A file with its bytes, or why it cannot be read: `offline`, `not_found` or what the server said. */
export type ReadFile =
  | { readonly ok: true; readonly name: string; readonly type: string; readonly bytes: Bytes }
  | { readonly ok: false; readonly reason: WireError }

export interface FileEdits {
  /** Adds a file to the graph and queues its upload. Resolves once this device keeps the file, also without a network. */
  attach(file: NewFile): Promise<Attached>
  /** Tries a refused upload again, now. */
  retryUpload(id: string): Promise<void>
  /** Gives up an upload with the bytes on this device. Words that link the file keep their link, which leads nowhere. */
  removeUpload(id: string): Promise<void>
  /** Files that wait for their upload, in the order in which they were added. */
  uploads(): Upload[]
  /** Reads a file: from this device, or else from the server, of which a copy is kept. */
  readFile(id: string): Promise<ReadFile>
}
