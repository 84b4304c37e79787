/** List and revert the writes of tokens. */
import type { ChangeAnswer, ChangeList, RevertAnswer, RevertChangesAnswer } from './change.ts'
import type { Window } from './notes.ts'
import type { CallOptions } from './options.ts'
import { makeGet, makeSender, type ClientOptions } from './sender.ts'

export interface ChangesAsked extends Window {
  /** The name of the token that wrote. */
  readonly token?: string
  /** The name of the page that was written on. */
  readonly page?: string
  /** Whether each tells what it touched, before and after. */
  readonly touched?: boolean
}

/** Each fails with a `NotegraphError` where it is refused. */
export interface ChangesClient {
  list(asked?: ChangesAsked, options?: CallOptions): Promise<ChangeList>
  /** One, with what it touched. */
  read(id: string, options?: CallOptions): Promise<ChangeAnswer>
  revert(id: string, options?: CallOptions): Promise<RevertAnswer>
  /** Newest first, whatever their order here. One that is refused says so in the answer. */
  revertAll(ids: readonly string[], options?: CallOptions): Promise<RevertChangesAnswer>
}

/** @param client its token is the session of a device */
export function changesClient(client: ClientOptions): ChangesClient {
  const send = makeSender(client)
  const get = makeGet(send)
  const root = '/api/v1/settings/changes'
  return {
    list: (asked, options) => get(root, asked, options),
    read: (id, options) => get(`${root}/${encodeURIComponent(id)}`, undefined, options),
    // Sent twice it would be refused the second time, as if it had not been done.
    revert: (id, { signal } = {}) =>
      send({ method: 'POST', path: `${root}/${encodeURIComponent(id)}/revert`, repeatable: false, signal }),
    revertAll: (ids, { signal } = {}) =>
      send({ method: 'POST', path: `${root}/revert`, body: { ids }, repeatable: false, signal }),
  }
}
