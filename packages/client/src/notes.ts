/** The notes of an account: one method for each route of the notes API, with the operation id of the document. */
import { methodOf } from './calls.ts'
import { LISTEN_FOR_PAGES, notesMethods, READ_BLOCK } from './generated/methods.ts'
import type { BlockAnswer, NotesMethods } from './generated/types.ts'
import { makeListen, type ListenOptions, type PagesHeard } from './listen.ts'
import type { CallOptions } from './options.ts'
import { makeFetch, type ClientOptions } from './sender.ts'

/** Each call throws a `NotegraphError` if the service refuses it or does not answer, and if its signal ends it. */
export interface NotesClient extends NotesMethods {
  /**
   * Reads a block, with its version for `if_unchanged` and the author of its last edit.
   * @param id The id of a block.
   * @param asked.history adds the states that writes of this token replaced
   * @throws {NotegraphError} `not_found`
   */
  readBlock(id: string, asked?: CallOptions & { readonly history?: boolean }): Promise<BlockAnswer>
  /**
   * Listens for changed pages. The first event comes at once. A lost connection is opened again, and resumed.
   * @throws {NotegraphError} from `next` for a refusal that does not pass, such as a revoked token
   * @example
   * for await (const { pages } of notes.listen()) console.log(pages.map(({ name }) => name))
   */
  listen(options?: ListenOptions): AsyncGenerator<PagesHeard, void, undefined>
}

/**
 * A client of the notes API.
 * @param client the `token` is an API token
 * @example
 * const notes = notesClient({ url: 'https://notes.example', token })
 * await notes.addBlock('today', { text: 'TODO call the harbour' })
 */
export function notesClient(client: ClientOptions): NotesClient {
  const readBlock = methodOf<BlockAnswer>(makeFetch(client), READ_BLOCK)
  return {
    ...notesMethods(client),
    readBlock: (id, { history, ...options } = {}) => readBlock(id, { history }, options),
    listen: makeListen(LISTEN_FOR_PAGES.path, client),
  }
}
