/** Conflicts between devices: listed, and resolved by picking a version. */
import type { ConflictList, PickAnswer } from './conflict.ts'
import type { Window } from './notes.ts'
import type { CallOptions } from './options.ts'
import { makeGet, makeSender, type ClientOptions } from './sender.ts'

/** Each call throws a `NotegraphError` if the service refuses it. */
export interface ConflictsClient {
  /** Blocks with their text in `words` and the conflicting ones in `versions`. */
  list(asked?: Window, options?: CallOptions): Promise<ConflictList>
  /**
   * Keeps the text of one revision and drops the others, on every device.
   * @param id of the block
   * @param rev of `words` or of one of `versions`
   * @throws `not_found` for an unknown block, `conflict` if the block has no text of this revision
   */
  pick(id: string, rev: string, options?: CallOptions): Promise<PickAnswer>
}

/** @param client its token is the session of a device */
export function conflictsClient(client: ClientOptions): ConflictsClient {
  const send = makeSender(client)
  const get = makeGet(send)
  const root = '/api/sync/conflicts'
  return {
    list: (asked, options) => get(root, asked, options),
    // A pick gets a revision of its own, so a second one would be refused.
    pick: (id, rev, { signal } = {}) =>
      send({
        method: 'POST',
        path: `${root}/${encodeURIComponent(id)}`,
        body: { pick: rev },
        repeatable: false,
        signal,
      }),
  }
}
