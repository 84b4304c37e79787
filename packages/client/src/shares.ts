/** Lists, creates, changes and ends links to shared pages. */
import type { Window } from './notes.ts'
import type { CallOptions } from './options.ts'
import { makeGet, makeSender, type ClientOptions } from './sender.ts'
import type { ChangeShare, Share, ShareList, SharePage } from './share.ts'

/** Each call throws a `NotegraphError` if the service refuses it. */
export interface SharesClient {
  /** Lists the links to shared pages. */
  list(asked?: Window, options?: CallOptions): Promise<ShareList>
  /**
   * Creates a link to a page. Without retries after a lost answer, because a retry could create a second link.
   * @throws `conflict` at 100 links that work
   */
  make(body: SharePage, options?: CallOptions): Promise<Share>
  /** Changes a link. Readers notice at their next visit. */
  change(id: string, body: ChangeShare, options?: CallOptions): Promise<Share>
  /** Ends a link immediately and permanently. Ending a link again changes nothing. */
  end(id: string, options?: CallOptions): Promise<Share>
  /** Opens a link again that a restore of the server closed. @throws `conflict` if it ended otherwise */
  open(id: string, options?: CallOptions): Promise<Share>
}

/**
 * A client of links to shared pages.
 * @param client the `token` is a device session
 * @example
 * const { url } = await sharesClient({ url, token: session }).make({ page: 'The Boat' })
 */
export function sharesClient(client: ClientOptions): SharesClient {
  const send = makeSender(client)
  const get = makeGet(send)
  const root = '/api/v1/settings/shares'
  const pathOf = (id: string) => `${root}/${encodeURIComponent(id)}`
  return {
    list: (asked, options) => get(root, asked, options),
    make: (body, { signal } = {}) => send({ method: 'POST', path: root, body, repeatable: false, signal }),
    change: (id, body, { signal } = {}) =>
      send({ method: 'PATCH', path: pathOf(id), body, repeatable: true, signal }),
    end: (id, { signal } = {}) =>
      send({ method: 'POST', path: `${pathOf(id)}/end`, repeatable: true, signal }),
    open: (id, { signal } = {}) =>
      send({ method: 'POST', path: `${pathOf(id)}/open`, repeatable: true, signal }),
  }
}
