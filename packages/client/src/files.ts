/** Uploads and downloads files, and deletes unlinked ones. */
import { ADD_FILE, filesMethods } from './generated/methods.ts'
import type { FileAdded, FilesMethods } from './generated/types.ts'
import type { CallOptions } from './options.ts'
import { makeSender, type Bytes, type ClientOptions } from './sender.ts'

/** The file to add. */
export interface FileToAdd {
  /** One line without a slash, up to 255 characters. */
  readonly name: string
  /** Up to 100 MB. */
  readonly bytes: Bytes
  /** Media type. By default the type of a `Blob`; otherwise the server uses the name. */
  readonly type?: string
}

/** Each call throws a `NotegraphError` if the service refuses it. */
export interface FilesClient extends FilesMethods {
  /**
   * Uploads a file. The service deletes the file after 30 days unless a block or page links it by then.
   * @throws `too_large`, or `quota_full` if storage is full
   */
  add(file: FileToAdd, options?: CallOptions): Promise<FileAdded>
}

/**
 * A client of files.
 * @param client the `token` is a device session; a token of the notes API can only read files
 * @example
 * const { id } = await filesClient({ url, token: session }).add({ name: 'map.txt', bytes: new Blob(['north']) })
 */
export function filesClient(client: ClientOptions): FilesClient {
  const send = makeSender(client)
  const { method, path } = ADD_FILE
  return {
    ...filesMethods(client),
    // The same bytes are the same file, so a retry is safe.
    add: ({ name, bytes, type = typeOf(bytes) }, { signal } = {}) =>
      send({ method, path, query: { name }, bytes, type, repeatable: true, signal }),
  }
}

const typeOf = (bytes: Bytes): string | undefined =>
  bytes instanceof Blob && bytes.type !== '' ? bytes.type : undefined
