/** Lists conflicts between devices, and resolves them by picking a version. */
import type { ConflictList, PickAnswer } from './conflict.ts'
import type { Window } from './notes.ts'
import type { CallOptions } from './options.ts'
import { makeGet, makeSender, type ClientOptions } from './sender.ts'

/** Each call throws a `NotegraphError` if the service refuses it. */
export interface ConflictsClient {
  /** Lists blocks, with the current text in `words` and the conflicting texts in `versions`. */
  list(asked?: Window, options?: CallOptions): Promise<ConflictList>
  /**
   * Keeps the text of one revision and deletes the others, on every device.
   * @param id the id of the block
   * @param rev the `rev` of `words` or of one of `versions`
   * @throws `not_found` for an unknown block, `conflict` if the block has no text of this revision
   */
  pick(id: string, rev: string, options?: CallOptions): Promise<PickAnswer>
}

/**
 * A client of conflicts.
 * @param client the `token` is a device session
 * @example
 * const conflicts = conflictsClient({ url, token: session })
 * const { blocks } = await conflicts.list()
 * for (const { id, words } of blocks) await conflicts.pick(id, words!.rev)
 */
export function conflictsClient(client: ClientOptions): ConflictsClient {
  const send = makeSender(client)
  const get = makeGet(send)
  const root = '/api/sync/conflicts'
  return {
    list: (asked, options) => get(root, asked, options),
    // A pick creates a revision, so a second pick would be refused.
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
