/** The surroundings of a stranger: a receiver of webhooks, a plug-in, a second device, and a block in conflict. */
import { openStore, readSettings } from '@notegraph/host'
import { operator } from '@notegraph/service'
import { expect, onTestFinished } from 'vitest'
import type { Answered } from '../answer-faults.ts'
import { confirmAddress } from '../confirmed-address.ts'
import { publishManifest } from '../publish-manifest.ts'
import type { ServedSession } from '../served.ts'
import { addConflict, callServed } from '../served-conflict.ts'
import { openReceiver } from '../webhook-receiver.ts'
import type { Asked } from './asking.ts'

/** Settings of the server in which no operation is switched off. */
export const OUTSIDE_ENV = { NOTEGRAPH_WEBHOOK_HOSTS: '127.0.0.1', NOTEGRAPH_OAUTH: 'on' }

/** Members of bodies that name an address of this machine, by operation. */
export type Addresses = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Adds what takes more than one request: a second device, a person with an address, webhooks with deliveries, and a block in conflict. */
export async function openWorld(it: ServedSession): Promise<Addresses> {
  const receiver = await openReceiver()
  const { store, blobs } = await openStore(readSettings(it.data.env))
  const operators = operator(store, blobs, () => Date.now())
  await operators.createSession('me', { device: 'Laptop' })
  // Somebody whose address is known, as the example of an e-mail that signs in.
  await operators.createAccount('ada', {})
  await confirmAddress(store, 'ada', 'ada@example.org', Date.now())
  // The token of a first start has no right, and some operations need one.
  for (const { id } of await store.tokens.list('me'))
    await store.tokens.setRights(id, 'me', ['organize', 'publish'])
  await store.close()
  const webhook = { url: receiver.url }
  for (let webhooks = 0; webhooks < 2; webhooks++) await callServed(it, '/api/v1/settings/webhooks', webhook)
  await addConflict(it)
  await expect.poll(() => receiver.received.length).toBeGreaterThan(1)

  const { url, stop } = await publishManifest()
  onTestFinished(stop)
  // The account that makePerson creates in its example.
  return {
    makeWebhook: webhook,
    lookAtPlugin: { url },
    installPlugin: { url },
    removePerson: { name: 'eve' },
  }
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
