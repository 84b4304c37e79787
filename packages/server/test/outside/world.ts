/** The surroundings of a stranger: a receiver of webhooks, a plug-in, a second device, and a block in conflict. */
import { openStore, readSettings } from '@notegraph/host'
import { operator } from '@notegraph/service'
import { expect } from 'vitest'
import type { Answered } from '../answer-faults.ts'
import { localServer } from '../local-server.ts'
import { MANIFEST, NOTEGRAPH } from '../plugins.ts'
import type { ServedSession } from '../served.ts'
import { aBlock, aPage, reworded, whole } from '../syncing.ts'
import { openReceiver } from '../webhook-receiver.ts'
import type { Asked } from './asking.ts'

/** Settings of the server in which no operation is switched off, and no rate of an address is used up. */
export const OUTSIDE_ENV = {
  NOTEGRAPH_WEBHOOK_HOSTS: '127.0.0.1',
  NOTEGRAPH_OAUTH: 'on',
  NOTEGRAPH_REQUESTS_PER_MINUTE: '0',
  NOTEGRAPH_WRITES_PER_MINUTE_TOKEN: '0',
  NOTEGRAPH_WRITES_PER_MINUTE_ADDRESS: '0',
}

/** Members of bodies that name an address of this machine, by operation. */
export type Addresses = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Publishes the manifest of a plug-in until the end of the test. @returns its address */
async function publish(): Promise<string> {
  let manifest = {}
  const { host } = await localServer((_, response) => response.end(JSON.stringify(manifest)))
  const at = `http://${host}`
  manifest = {
    ...MANIFEST,
    client_id: `${at}/manifest.json`,
    client_uri: `${at}/`,
    initiate_login_uri: `${at}/connect`,
    redirect_uris: [`${at}/callback`],
    notegraph: { ...NOTEGRAPH, events: { url: `${at}/events` } },
  }
  return `${at}/manifest.json`
}

/** Adds what takes more than one request: a second device, webhooks with deliveries, and a block in conflict. */
export async function openWorld(it: ServedSession): Promise<Addresses> {
  const receiver = await openReceiver()
  const { store, blobs } = await openStore(readSettings(it.data.env))
  await operator(store, blobs, () => Date.now()).createSession('me', { device: 'Laptop' })
  await store.close()
  const webhook = { url: receiver.url }
  for (let webhooks = 0; webhooks < 2; webhooks++) await call(it, '/api/v1/settings/webhooks', webhook)
  await addConflict(it)
  await expect.poll(() => receiver.received.length).toBeGreaterThan(1)

  const url = await publish()
  return { makeWebhook: webhook, lookAtPlugin: { url }, installPlugin: { url } }
}

/** Sends a body with the session, or reads without one. */
async function call({ served, session }: ServedSession, path: string, body?: object): Promise<unknown> {
  const headers = { Authorization: `Bearer ${session}`, 'Content-Type': 'application/json' }
  const sent = body && { method: 'POST', body: JSON.stringify(body) }
  const answer = await fetch(served.baseUrl + path, { headers, ...sent })
  return answer.json()
}

/** Two devices change one block, each without the words of the other. */
async function addConflict(it: ServedSession): Promise<void> {
  const sync = async (body?: object) => (await call(it, '/api/sync', body)) as { epoch: number }
  const { epoch } = await sync()
  const at = Date.now()
  const boat = aBlock('boat', 'a boat', { pageId: 'harbour', at })
  const items = [
    ['phone', whole(aPage('harbour', 'Harbour', at))],
    ['phone', whole(boat)],
    ['phone', reworded(boat, 'a red boat', 'phone~1', at + 1)],
    ['laptop', reworded(boat, 'a blue boat', 'laptop~1', at + 2)],
  ] as const
  for (const [device, item] of items) await sync({ epoch, device, records: [item] })
}

export interface Reply extends Answered {
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Sends a request. @param streams whether the answer has no end: then its body is not read */
export async function send(
  baseUrl: string,
  { method, target, headers, body }: Asked,
  streams = false,
): Promise<Reply> {
  const answer = await fetch(baseUrl + target, { method, headers, ...(body !== undefined && { body }) })
  const unread = streams && answer.ok
  if (unread) await answer.body?.cancel()
  const bytes = unread ? new Uint8Array() : new Uint8Array(await answer.arrayBuffer())
  return {
    method,
    status: answer.status,
    headers: answer.headers,
    text: new TextDecoder().decode(bytes),
    bytes,
  }
}
