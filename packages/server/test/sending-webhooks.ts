/** An account, a receiver on this machine, and a sender of webhooks with a clock of its own. @see events 2 */
import type { Delivery, Webhook, WebhookAnswer } from '@notegraph/contract'
import { makeBlock, makePage, type BlockRecord, type GraphRecord } from '@notegraph/graph'
import {
  operator,
  webhookSender,
  webhooksService,
  type PostMessage,
  type Result,
  type WebhookSender,
  type WebhooksService,
} from '@notegraph/service'
import { memoryBlobs, type Account, type Store } from '@notegraph/store'
import { openTestStore } from '@notegraph/store/testing'
import { afterEach, beforeEach } from 'vitest'
import { addressFault, messagePoster, type PostConnection } from '../src/webhooks/post-message.ts'
import { NOON } from './notes.ts'
import { openReceiver, type Receiver } from './webhook-receiver.ts'

export const ORIGIN = 'https://notes.example'
export const SECOND = 1_000
export const HOUR: number = 3_600 * SECOND
export const DAY: number = 24 * HOUR

/** The parts of a test; the first three are new for each. */
export interface Sending {
  readonly store: Store
  readonly receiver: Receiver
  readonly sender: WebhookSender
  readonly clock: { now: number }
  readonly posting: (connection?: PostConnection) => PostMessage
  /** Another sender over the same store; all stop after the test. */
  readonly senderOf: (connection?: PostConnection) => WebhookSender
  readonly service: () => WebhooksService
  /** Commits new records. */
  readonly add: (...records: GraphRecord[]) => Promise<void>
  /** A new block of the page that is there. */
  readonly block: (text?: string, pageId?: string) => BlockRecord
  readonly me: () => Promise<Account>
  /** Makes a webhook to the receiver. */
  readonly hook: (body?: object) => Promise<WebhookAnswer>
  readonly state: (id: string) => Promise<Webhook | undefined>
  readonly deliveries: (id: string) => Promise<readonly Delivery[]>
  /** The numbers of the messages that arrived. */
  readonly seqs: () => number[]
}

export function useSending(): Sending {
  let store: Store
  let receiver: Receiver
  let senders: WebhookSender[] = []
  let made = 0
  const clock = { now: NOON }
  const now = () => clock.now

  const posting = (connection: PostConnection = {}) =>
    messagePoster({ ownHosts: [receiver.host], ...connection })
  const senderOf = (connection?: PostConnection) => {
    const sender = webhookSender(store, { post: posting(connection), clock: now, origin: ORIGIN })
    senders.push(sender)
    return sender
  }
  const service = () =>
    webhooksService(store, {
      clock: now,
      post: posting(),
      addressFault: addressFault('url', [receiver.host]),
    })
  const me = async () => (await store.accounts.find('me'))!
  async function add(...records: GraphRecord[]) {
    const done = await store
      .graph('me')
      .commits.commit({ puts: records.map((record) => ({ record, from: 0 })) })
    if (!done.ok) throw new Error(done.why)
  }

  beforeEach(async () => {
    clock.now = NOON
    store = await openTestStore()
    await operator(store, memoryBlobs(now), now).createAccount('me', {})
    await add(makePage({ id: 'p1', name: 'Ada', now: NOON }))
    receiver = await openReceiver()
    senders = []
    senderOf()
  })
  afterEach(async () => {
    for (const sender of senders) await sender.stop()
    await store.close()
  })

  return {
    get store() {
      return store
    },
    get receiver() {
      return receiver
    },
    get sender() {
      return senders[0]!
    },
    clock,
    posting,
    senderOf,
    service,
    add,
    block: (text = 'x', pageId = 'p1') =>
      makeBlock({
        id: `b${++made}`,
        content: text,
        rev: `r${made}`,
        pageId,
        parentId: null,
        order: made,
        now: NOON,
      }),
    me,
    hook: async (body = {}) => taken(await service().make(await me(), { url: receiver.url, ...body })),
    state: async (id) => valueOf(await service().read(await me(), id)),
    deliveries: async (id) =>
      valueOf(await service().deliveries(await me(), id, { limit: 100, offset: 0 }))?.deliveries ?? [],
    seqs: () => receiver.received.map(({ message }) => message.data.seq),
  }
}

const valueOf = <T>(result: Result<T>): T | undefined => (result.ok ? result.value : undefined)

function taken<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.refusal))
  return result.value
}
