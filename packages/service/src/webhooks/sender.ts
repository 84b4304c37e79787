/**
 * Sends the messages of webhooks. Any number of processes may run one: the store gives each webhook to one of them at a
 * time. A message is stored before it is sent. So a process that dies leaves a message that another one sends again, with
 * the same id.
 * @see events 2
 */
import { randomUUID } from 'node:crypto'
import type { Store, Webhook, WebhookDelivery } from '@notegraph/store'
import { planAt } from '../plan.ts'
import { slots } from '../transfer/slots.ts'
import { Turns } from '../turns.ts'
import { attemptOf, HELD_FOR, noteAttempt, signedPost, type PostMessage } from './attempt.ts'
import { prepareNext, readAfter } from './prepare.ts'
import { trimOutbox } from './trim-outbox.ts'

/** The connection, the clock and the listeners of a sender. */
export interface SenderDeps {
  readonly post: PostMessage
  /** Returns the time in milliseconds since 1970. */
  readonly clock: () => number
  /** The service's own origin, which may be part of the address of a file. */
  readonly origin?: string | undefined
  /** Called after each attempt. */
  readonly onAttempt?: (delivery: WebhookDelivery) => void
  /** Called after a webhook was switched off. */
  readonly onOff?: (webhook: Webhook) => void
  /** Commits that wait for a webhook; `LIMITS.webhookWaiting` by default. */
  readonly mostWaiting?: number
  /** Called with a fault of the store; the next look tries again. */
  readonly onFailure?: (error: unknown) => void
}

/** Sends the messages of webhooks. */
export interface WebhookSender {
  /** Sends what is due, and begins to watch the accounts of webhooks. A regular call finds what a signal has missed. */
  look(): Promise<void>
  /** Ends once the attempts that run now have ended. @param patience milliseconds until they are cut off */
  stop(patience?: number): Promise<void>
}

/** Attempts at once. Accounts take turns, so slow receivers of some delay nobody else's. */
const MOST_ATTEMPTS = 50
/** Accounts without a signal that one look visits; the next look goes on behind them. */
const MOST_LOOKED_AT = 500
/** Milliseconds. */
const PATIENCE = 3_000

/**
 * Creates a sender.
 *
 * @example
 * ```ts
 * const sender = webhookSender(store, { post, clock: Date.now })
 * await sender.look()
 * ```
 */
export function webhookSender(store: Store, deps: SenderDeps): WebhookSender {
  const { post, clock, origin, onAttempt, onOff, onFailure, mostWaiting } = deps
  const { webhooks } = store
  const inSlot = slots(MOST_ATTEMPTS)
  const stopping = new AbortController()
  const cutOff = new AbortController()
  const watched = new Map<string, () => void>()
  /** An account and each of its webhooks have turns of their own, so a slow receiver holds no other back. */
  const accounts = new Turns()
  const sends = new Turns()
  let lookedAt = ''

  /** Begins to send what is due for an account. */
  const serve = async (accountId: string): Promise<void> =>
    accounts.run(accountId, async () => guarded(async () => beginAll(accountId)))

  async function guarded(work: () => Promise<void>): Promise<void> {
    if (stopping.signal.aborted) return
    try {
      await work()
    } catch (error) {
      if (!stopping.signal.aborted) onFailure?.(error) // else the attempt was cut off, and another process repeats it
    }
  }

  async function beginAll(accountId: string): Promise<void> {
    const own = (await webhooks.list(accountId)).filter(({ offAt }) => offAt === undefined)
    const account = await store.accounts.find(accountId)
    if (!account?.allowed || planAt(account, clock()) === 'none') return
    for (const { id } of own) void sends.run(id, async () => guarded(async () => sendAll(accountId, id)))
    await trimOutbox(store, accountId, clock(), mostWaiting)
  }

  async function sendAll(accountId: string, id: string): Promise<void> {
    const webhook = await webhooks.find(accountId, id)
    if (!webhook || webhook.offAt !== undefined || !(await hasWork(webhook))) return
    await sendTo(webhook)
    await trimOutbox(store, accountId, clock(), mostWaiting)
  }

  /** Reads before it takes the webhook, since taking it writes. */
  async function hasWork({ accountId, id, position, dueAt }: Webhook): Promise<boolean> {
    if (dueAt > clock()) return false
    const { epoch, isOpen, entries } = await store.graph(accountId).outbox.read(readAfter(position), 1)
    if (entries.length > 0 || !isOpen || epoch !== position.epoch) return true
    return (await webhooks.pending(accountId, id)) !== undefined
  }

  async function sendTo({ accountId, id }: Webhook): Promise<void> {
    const hold = { accountId, id, holder: randomUUID() }
    while (!stopping.signal.aborted) {
      const now = clock()
      const webhook = await webhooks.hold(hold, { now, until: now + HELD_FOR })
      if (!webhook) return
      try {
        if (!(await sendOne(webhook, hold))) return
      } finally {
        await webhooks.release(hold)
      }
    }
  }

  /** @returns whether there may be another message to send now */
  async function sendOne(webhook: Webhook, hold: Parameters<typeof webhooks.release>[0]): Promise<boolean> {
    const { accountId, id } = hold
    const account = await store.accounts.find(accountId)
    if (!account) return false
    const waiting =
      (await webhooks.pending(accountId, id)) ??
      (await prepareNext(store, account, webhook, hold, { now: clock(), origin }))
    if (!waiting) return false
    return inSlot(
      async () => {
        // Preparing and waiting for the slot may have taken longer than the webhook was held for.
        if (!(await webhooks.extend(hold, clock() + HELD_FOR))) return false
        const [at, begun] = [clock(), performance.now()]
        const outcome = await post(signedPost(webhook, waiting, at), cutOff.signal)
        const last = attemptOf(outcome, clock(), Math.round(performance.now() - begun))
        const noted = await noteAttempt(webhooks, hold, webhook, waiting, last)
        onAttempt?.(noted)
        if (noted.state === 'failed') onOff?.(webhook)
        return noted.state === 'delivered'
      },
      stopping.signal,
      accountId,
    )
  }

  function watch(accounts: readonly string[]): void {
    const wanted = new Set(accounts)
    for (const [id, unwatch] of watched)
      if (!wanted.has(id)) {
        unwatch()
        watched.delete(id)
      }
    for (const id of wanted)
      if (!watched.has(id))
        watched.set(
          id,
          store.watch(id, () => void serve(id)),
        )
  }

  /** The next accounts, in turn. */
  function nextOf(due: readonly string[]): readonly string[] {
    if (due.length <= MOST_LOOKED_AT) return due
    const from = due.findIndex((id) => id > lookedAt)
    const part = due.slice(Math.max(from, 0), Math.max(from, 0) + MOST_LOOKED_AT)
    lookedAt = part.at(-1)!
    return part
  }

  return {
    async look() {
      if (stopping.signal.aborted) return
      try {
        watch(await webhooks.due(Number.MAX_SAFE_INTEGER))
        await Promise.all(nextOf(await webhooks.due(clock())).map(serve))
        await sends.ended()
      } catch (error) {
        onFailure?.(error)
      }
    },
    async stop(patience = PATIENCE) {
      stopping.abort()
      for (const unwatch of watched.values()) unwatch()
      watched.clear()
      const timer = setTimeout(() => cutOff.abort(), patience)
      await accounts.ended()
      await sends.ended()
      clearTimeout(timer)
    },
  }
}
