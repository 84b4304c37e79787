/** The account itself: its storage, its devices and its audit log. */
import type { AuditList, Device, DeviceList, NoticeList, SignedOut, StorageAnswer } from './account.ts'
import type { Window } from './notes.ts'
import type { CallOptions } from './options.ts'
import { makeGet, makeSender, type ClientOptions } from './sender.ts'

/** Each call throws a `NotegraphError` if the service refuses it. */
export interface AccountClient {
  /** Storage in bytes, by kind, and the plan. */
  readStorage(options?: CallOptions): Promise<StorageAnswer>
  /** Lists the devices. */
  listDevices(asked?: Window, options?: CallOptions): Promise<DeviceList>
  /** Signs a device out immediately. The data on the device stays there. */
  endDevice(id: string, options?: CallOptions): Promise<Device>
  /**
   * Ends all browsers, other devices, apps and sign-in links. This device stays signed in.
   * @param body `tokens`: whether tokens are revoked too
   * @throws `forbidden` without a recent sign-in
   */
  signOutEverywhere(body?: { tokens?: boolean }, options?: CallOptions): Promise<SignedOut>
  /**
   * Permanently deletes the account with everything in it.
   * @param name the id of the account
   * @throws `forbidden` without a recent sign-in
   */
  close(name: string, options?: CallOptions): Promise<{ ok: true }>
  /** Lists the events of the audit log, newest first. */
  listAudit(asked?: Window, options?: CallOptions): Promise<AuditList>
  /** Facts that need attention, most urgent first. */
  listNotices(options?: CallOptions): Promise<NoticeList>
  /** Marks the changes so far as seen. @returns the notices that remain */
  lookAtChanges(options?: CallOptions): Promise<NoticeList>
}

/**
 * A client of the account.
 * @param client the `token` is a device session
 * @example
 * const { used, quota } = await accountClient({ url, token: session }).readStorage()
 */
export function accountClient(client: ClientOptions): AccountClient {
  const send = makeSender(client)
  const get = makeGet(send)
  const root = '/api/v1/settings'
  return {
    readStorage: (options) => get(`${root}/storage`, undefined, options),
    listDevices: (asked, options) => get(`${root}/devices`, asked, options),
    // A device that signed itself out would be refused the second time.
    endDevice: (id, { signal } = {}) =>
      send({
        method: 'POST',
        path: `${root}/devices/${encodeURIComponent(id)}/end`,
        repeatable: false,
        signal,
      }),
    signOutEverywhere: (body = {}, { signal } = {}) =>
      send({ method: 'POST', path: `${root}/sign-out`, body, repeatable: true, signal }),
    // A second request would be refused, because the account is gone.
    close: (name, { signal } = {}) =>
      send({ method: 'POST', path: `${root}/account/close`, body: { name }, repeatable: false, signal }),
    listAudit: (asked, options) => get(`${root}/audit`, asked, options),
    listNotices: (options) => get(`${root}/notices`, undefined, options),
    lookAtChanges: ({ signal } = {}) =>
      send({ method: 'POST', path: `${root}/notices/look`, repeatable: true, signal }),
  }
}
