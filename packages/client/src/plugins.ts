/** Looks at the manifests of plug-ins, and installs, lists and stops plug-ins. */
import type { Window } from './notes.ts'
import type { CallOptions } from './options.ts'
import type { Plugin, PluginList, PluginOffer } from './plugin.ts'
import { makeGet, makeSender, type ClientOptions } from './sender.ts'

/** Each call throws a `NotegraphError` if the service refuses it. */
export interface PluginsClient {
  /** Lists the installed plug-ins. */
  list(asked?: Window, options?: CallOptions): Promise<PluginList>
  /** Fetches the manifest at an address. Installs nothing. */
  look(url: string, options?: CallOptions): Promise<PluginOffer>
  /** Installs what the person saw, or agrees to its changes. */
  install(offer: Pick<PluginOffer, 'url' | 'version'>, options?: CallOptions): Promise<Plugin>
  /** Reads one plug-in. */
  read(id: string, options?: CallOptions): Promise<Plugin>
  /** Ends a plug-in with its webhook and its access, at once. */
  stop(id: string, options?: CallOptions): Promise<Plugin>
}

/**
 * A client of plug-ins.
 * @param client the `token` is a device session
 * @example
 * const offer = await pluginsClient({ url, token: session }).look('https://recipes.example/notegraph.json')
 */
export function pluginsClient(client: ClientOptions): PluginsClient {
  const send = makeSender(client)
  const get = makeGet(send)
  const root = '/api/v1/settings/plugins'
  const pathOf = (id: string) => `${root}/${encodeURIComponent(id)}`
  return {
    list: (asked, options) => get(root, asked, options),
    look: (url, { signal } = {}) =>
      send({ method: 'POST', path: `${root}/look`, body: { url }, repeatable: true, signal }),
    install: ({ url, version }, { signal } = {}) =>
      send({ method: 'POST', path: root, body: { url, version }, repeatable: true, signal }),
    read: (id, options) => get(pathOf(id), undefined, options),
    stop: (id, { signal } = {}) =>
      send({ method: 'POST', path: `${pathOf(id)}/stop`, repeatable: false, signal }),
  }
}
