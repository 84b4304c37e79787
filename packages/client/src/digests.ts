/** Reads and changes the daily digest. */
import type { CallOptions } from './options.ts'
import { makeGet, makeSender, type ClientOptions } from './sender.ts'
import type { AddDigestBrowser, ChangeDigest, DigestAnswer } from './digest.ts'

/** Each call throws a `NotegraphError` if the service refuses it, and returns the settings as they are then. */
export interface DigestClient {
  /** Reads the settings of the digest, and the browsers that get it. */
  read(options?: CallOptions): Promise<DigestAnswer>
  /** Changes the settings. A new e-mail address gets a link, so a lost answer is not tried again. */
  change(body: ChangeDigest, options?: CallOptions): Promise<DigestAnswer>
  /** Adds a browser that subscribed with `pushKey`. The same endpoint replaces its keys. */
  addBrowser(body: AddDigestBrowser, options?: CallOptions): Promise<DigestAnswer>
  /** Removes a browser, which gets no digest any more. */
  removeBrowser(id: string, options?: CallOptions): Promise<DigestAnswer>
}

/**
 * A client of the daily digest.
 * @param client the `token` is a device session
 * @example
 * await digestClient({ url, token: session }).change({ hour: 7, email: 'ada@example.org' })
 */
export function digestClient(client: ClientOptions): DigestClient {
  const send = makeSender(client)
  const get = makeGet(send)
  const path = '/api/v1/settings/digest'
  return {
    read: (options) => get(path, undefined, options),
    change: (body, { signal } = {}) => send({ method: 'PATCH', path, body, repeatable: false, signal }),
    addBrowser: (body, { signal } = {}) =>
      send({ method: 'POST', path: `${path}/browsers`, body, repeatable: true, signal }),
    removeBrowser: (id, { signal } = {}) =>
      send({
        method: 'POST',
        path: `${path}/browsers/${encodeURIComponent(id)}/remove`,
        repeatable: false,
        signal,
      }),
  }
}
