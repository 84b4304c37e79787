/** Files as an app uses them. */
import type { WireError } from '../message.ts'
import type { Bytes } from './file-store.ts'

/** A file to add. */
export interface NewFile {
  /** A name such as `map.png`: up to 255 characters, no slash. */
  readonly name: string
  /** The media type, such as `image/png`. Without one, the server derives the type from the name. */
  readonly type?: string
  /** The content, up to 100 MB. */
  readonly bytes: Uint8Array
}

/** The result of adding a file: its address, or a message for the user. */
export type AttachResult =
  | {
      readonly ok: true
      readonly id: string
      /** The address `/api/files/ID`, for the words of a block or a property of a page. */
      readonly address: string
      /** Markdown that shows a picture or links any other file. */
      readonly link: string
    }
  | {
      readonly ok: false
      /**
       * `bad_name`: the name is not valid. `too_long`: over the limit of a file. `too_many`: too many files wait for upload.
       * `store`: the device could not store the file.
       */
      readonly code: 'bad_name' | 'too_long' | 'too_many' | 'store'
      readonly error: string
    }

/** A file that the server does not have yet. */
export interface Upload {
  readonly id: string
  readonly name: string
  /** The media type; empty if unknown. */
  readonly type: string
  /** The size in bytes. */
  readonly size: number
  /**
   * `failed`: the server rejected the file for the `reason`. The engine tries again within an hour, or when
   * `retryUpload` is called.
   */
  readonly status: 'waiting' | 'uploading' | 'failed'
  readonly reason?: WireError
}

/** A file with its bytes, or why it cannot be read: the code is `offline`, `not_found` or that of the server. */
export type ReadFile =
  | { readonly ok: true; readonly name: string; readonly type: string; readonly bytes: Bytes }
  | ({ readonly ok: false } & WireError)

/** The operations on files. */
export interface FileEdits {
  /**
   * Adds a file to the graph and queues its upload. Resolves when this device has stored the file; no network is
   * needed.
   */
  attach(file: NewFile): Promise<AttachResult>
  /** Tries a rejected upload again now. */
  retryUpload(id: string): Promise<void>
  /** Cancels an upload and deletes the bytes on this device. Links to the file stay in the words, and are broken. */
  removeUpload(id: string): Promise<void>
  /** Lists the files in the upload queue, in the order in which they were added. */
  uploads(): Upload[]
  /** Reads a file from this device, or from the server, and stores a copy. */
  readFile(id: string): Promise<ReadFile>
}
