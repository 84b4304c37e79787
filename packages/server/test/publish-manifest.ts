/** The manifest of a plug-in, published on this machine. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MANIFEST, NOTEGRAPH } from './plugins.ts'

export interface Published {
  /** The address of the manifest. */
  readonly url: string
  readonly stop: () => void
}

/** @param more members of each answer that replace those of `MANIFEST` */
export async function publishManifest(more: () => object = () => ({})): Promise<Published> {
  const server = createServer((_, response) => {
    const { port } = server.address() as AddressInfo
    const at = `http://127.0.0.1:${port}`
    const { page_types } = NOTEGRAPH
    const notegraph = { ...NOTEGRAPH, page_types, events: { url: `${at}/events` } }
    const uris = {
      client_uri: `${at}/`,
      initiate_login_uri: `${at}/connect`,
      redirect_uris: [`${at}/callback`],
    }
    response.end(
      JSON.stringify({ ...MANIFEST, client_id: `${at}/manifest.json`, ...uris, notegraph, ...more() }),
    )
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/manifest.json`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
