/** Uploads and downloads files, and deletes unlinked ones. */
import { downloadOf, type Download } from './download.ts'
import type { FileAdded, FilesRemoved, UnlinkedFileList } from './file.ts'
import type { Window } from './notes.ts'
import type { CallOptions } from './options.ts'
import { makeFetch, makeGet, makeSender, type Bytes, type ClientOptions } from './sender.ts'

/** The file to add. */
export interface FileToAdd {
  /** One line without a slash, up to 255 characters. */
  readonly name: string
  /** Up to 100 MB. */
  readonly bytes: Bytes
  /** Media type. By default the type of a `Blob`; otherwise the server uses the name. */
  readonly type?: string
}

/** Options of a download. */
export interface ReadFileOptions extends CallOptions {
  /** The first and the last byte, from 0. All bytes by default. */
  readonly range?: readonly [first: number, last: number] | undefined
}

/** Each call throws a `NotegraphError` if the service refuses it. */
export interface FilesClient {
  /**
   * Uploads a file. The service deletes the file after 30 days unless a block or page links it by then.
   * @throws `too_large`, or `quota_full` if storage is full
   */
  add(file: FileToAdd, options?: CallOptions): Promise<FileAdded>
  /** Starts to download a file. A token of the notes API works too. @throws `not_found` */
  read(id: string, options?: ReadFileOptions): Promise<Download>
  /** Lists imported files that no note links. */
  listUnlinked(asked?: Window, options?: CallOptions): Promise<UnlinkedFileList>
  /** Permanently deletes up to 1,000 unlinked files. */
  removeUnlinked(ids: readonly string[], options?: CallOptions): Promise<FilesRemoved>
}

/**
 * A client of files.
 * @param client the `token` is a device session; a token of the notes API can only read files
 * @example
 * const { id } = await filesClient({ url, token: session }).add({ name: 'map.txt', bytes: new Blob(['north']) })
 */
export function filesClient(client: ClientOptions): FilesClient {
  const ask = makeFetch(client)
  const send = makeSender(client)
  const get = makeGet(send)
  const unlinked = '/api/v1/settings/storage/files'
  return {
    // The same bytes are the same file, so a retry is safe.
    add: ({ name, bytes, type = typeOf(bytes) }, { signal } = {}) =>
      send({ method: 'POST', path: '/api/files', query: { name }, bytes, type, repeatable: true, signal }),
    async read(id, { range, signal } = {}) {
      const headers = range && { Range: `bytes=${range[0]}-${range[1]}` }
      const path = `/api/files/${encodeURIComponent(id)}`
      return downloadOf(
        await ask({ method: 'GET', path, repeatable: true, signal, ...(headers && { headers }) }),
      )
    },
    listUnlinked: (asked, options) => get(unlinked, asked, options),
    // A second request would report the files deleted by the first as `left`.
    removeUnlinked: (ids, { signal } = {}) =>
      send({ method: 'POST', path: `${unlinked}/remove`, body: { ids }, repeatable: false, signal }),
  }
}

const typeOf = (bytes: Bytes): string | undefined =>
  bytes instanceof Blob && bytes.type !== '' ? bytes.type : undefined
