/** The files of an account: uploaded, downloaded, and removed where nothing links them. */
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
  /** Media type. By default the type of a `Blob`, else the server goes by the name. */
  readonly type?: string
}

export interface ReadFileOptions extends CallOptions {
  /** The first and the last byte, from 0. Left out: all. */
  readonly range?: readonly [first: number, last: number] | undefined
}

/** Each call throws a `NotegraphError` if the service refuses it. */
export interface FilesClient {
  /**
   * Uploads a file. The service clears it after 30 days unless a block or page links it by then.
   * @throws `too_large`, or `quota_full` if storage is full
   */
  add(file: FileToAdd, options?: CallOptions): Promise<FileAdded>
  /** Begins to download a file. A token for the notes opens it too. @throws `not_found` */
  read(id: string, options?: ReadFileOptions): Promise<Download>
  /** Files that an import brought and nothing links. Other files are in the blocks that link them. */
  listUnlinked(asked?: Window, options?: CallOptions): Promise<UnlinkedFileList>
  /** Removes up to 1,000 unlinked files, which can't be undone. */
  removeUnlinked(ids: readonly string[], options?: CallOptions): Promise<FilesRemoved>
}

/** @param client its token is the session of a device; a token for the notes reads files alone */
export function filesClient(client: ClientOptions): FilesClient {
  const ask = makeFetch(client)
  const send = makeSender(client)
  const get = makeGet(send)
  const unlinked = '/api/v1/settings/storage/files'
  return {
    // The same bytes again are the same file, so it can be sent again.
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
    // Sent twice it would say of those removed by the first that they were left.
    removeUnlinked: (ids, { signal } = {}) =>
      send({ method: 'POST', path: `${unlinked}/remove`, body: { ids }, repeatable: false, signal }),
  }
}

const typeOf = (bytes: Bytes): string | undefined =>
  bytes instanceof Blob && bytes.type !== '' ? bytes.type : undefined
