/** Creates, lists, changes and deletes webhooks, and shows and repeats their deliveries. */
import type { Window } from './notes.ts'
import type { CallOptions } from './options.ts'
import { makeGet, makeSender, type ClientOptions } from './sender.ts'
import type {
  ChangeWebhook,
  Delivery,
  DeliveryList,
  MakeWebhook,
  Webhook,
  WebhookAnswer,
  WebhookList,
} from './webhook.ts'

/** Each call throws a `NotegraphError` if the service refuses it. */
export interface WebhooksClient {
  /** Lists the webhooks, without their secrets. */
  list(asked?: Window, options?: CallOptions): Promise<WebhookList>
  /** Creates a webhook. Only this answer has its secret. Without retries after a lost answer, because there would be two. */
  make(body: MakeWebhook, options?: CallOptions): Promise<WebhookAnswer>
  /** Reads one webhook. */
  read(id: string, options?: CallOptions): Promise<Webhook>
  /**
   * Gives a webhook a new secret. The one before also signs for a day. Without retries, because each call makes another.
   */
  renewSecret(id: string, options?: CallOptions): Promise<WebhookAnswer>
  /** Changes a webhook: the members that the body has. */
  change(id: string, body: ChangeWebhook, options?: CallOptions): Promise<Webhook>
  /** Deletes a webhook with its deliveries. */
  remove(id: string, options?: CallOptions): Promise<Webhook>
  /** Lists the messages of a webhook, newest first, with their results. */
  listDeliveries(id: string, asked?: Window, options?: CallOptions): Promise<DeliveryList>
  /** Sends a message once more, now. The result is in the answer. */
  sendAgain(id: string, delivery: string, options?: CallOptions): Promise<Delivery>
}

/**
 * A client of webhooks.
 * @param client the `token` is a device session
 * @example
 * const { secret } = await webhooksClient({ url, token: session }).make({ url: 'https://hook.example/', tag: 'work' })
 */
export function webhooksClient(client: ClientOptions): WebhooksClient {
  const send = makeSender(client)
  const get = makeGet(send)
  const root = '/api/v1/settings/webhooks'
  const pathOf = (id: string) => `${root}/${encodeURIComponent(id)}`
  const post = async <T extends object>(path: string, signal: AbortSignal | undefined): Promise<T> =>
    send({ method: 'POST', path, repeatable: false, signal })
  return {
    list: (asked, options) => get(root, asked, options),
    make: (body, { signal } = {}) => send({ method: 'POST', path: root, body, repeatable: false, signal }),
    read: (id, options) => get(pathOf(id), undefined, options),
    renewSecret: (id, { signal } = {}) => post(`${pathOf(id)}/secret`, signal),
    change: (id, body, { signal } = {}) =>
      send({ method: 'PATCH', path: pathOf(id), body, repeatable: true, signal }),
    remove: (id, { signal } = {}) => post(`${pathOf(id)}/remove`, signal),
    listDeliveries: (id, asked, options) => get(`${pathOf(id)}/deliveries`, asked, options),
    sendAgain: (id, delivery, { signal } = {}) =>
      post(`${pathOf(id)}/deliveries/${encodeURIComponent(delivery)}/send`, signal),
  }
}
