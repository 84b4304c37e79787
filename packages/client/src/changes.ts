/** List, revert and accept the writes of tokens. */
import type {
  ChangeAnswer,
  ChangeList,
  KeepChanges,
  KeepChangesAnswer,
  RevertAnswer,
  RevertChangesAnswer,
  SeeChangesAnswer,
} from './change.ts'
import type { Window } from './notes.ts'
import type { CallOptions } from './options.ts'
import { makeGet, makeSender, type ClientOptions } from './sender.ts'

/** The filters and the window of the list of changes. */
export interface ChangesAsked extends Window {
  /** Only changes of the token with this name. */
  readonly token?: string
  /** Only changes on this page, by name. */
  readonly page?: string
  /** Whether to include the items of each change, before and after. */
  readonly touched?: boolean
  /** Only changes since the last look, without those that the person has looked at one by one. */
  readonly unseen?: boolean
}

/** Each call throws a `NotegraphError` if the service refuses it. */
export interface ChangesClient {
  /** Lists the changes of tokens and apps, newest first. */
  list(asked?: ChangesAsked, options?: CallOptions): Promise<ChangeList>
  /** One change with its items. */
  read(id: string, options?: CallOptions): Promise<ChangeAnswer>
  /** Reverts a change. */
  revert(id: string, options?: CallOptions): Promise<RevertAnswer>
  /** Reverts several changes, newest first. The answer contains the error of each change that fails. */
  revertAll(ids: readonly string[], options?: CallOptions): Promise<RevertChangesAnswer>
  /** Accepts open changes. They no longer count among those that can be reverted. */
  keep(which: KeepChanges, options?: CallOptions): Promise<KeepChangesAnswer>
  /** Stores that the person has looked at changes. */
  see(ids: readonly string[], options?: CallOptions): Promise<SeeChangesAnswer>
}

/**
 * A client of the list of changes.
 * @param client the `token` is a device session
 * @example
 * const { changes } = await changesClient({ url, token: session }).list({ touched: true })
 */
export function changesClient(client: ClientOptions): ChangesClient {
  const send = makeSender(client)
  const get = makeGet(send)
  const root = '/api/v1/settings/changes'
  return {
    list: (asked, options) => get(root, asked, options),
    read: (id, options) => get(`${root}/${encodeURIComponent(id)}`, undefined, options),
    // A second revert would be refused.
    revert: (id, { signal } = {}) =>
      send({ method: 'POST', path: `${root}/${encodeURIComponent(id)}/revert`, repeatable: false, signal }),
    revertAll: (ids, { signal } = {}) =>
      send({ method: 'POST', path: `${root}/revert`, body: { ids }, repeatable: false, signal }),
    keep: (which, { signal } = {}) =>
      send({ method: 'POST', path: `${root}/keep`, body: which, repeatable: true, signal }),
    see: (ids, { signal } = {}) =>
      send({ method: 'POST', path: `${root}/see`, body: { ids }, repeatable: true, signal }),
  }
}
