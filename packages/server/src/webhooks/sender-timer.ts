/**
 * Runs the sender of webhooks. The store signals commits at once, so regular looks find retries, new webhooks, and what a
 * process that died has left.
 * @see events 2
 */
import type { Log } from '@notegraph/host'
import { webhookSender, type AuditLog, type PostMessage } from '@notegraph/service'
import type { Store } from '@notegraph/store'
import { accountHash, faultOf } from '../http/log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { lookRegularly } from '../regular-looks.ts'

/** Milliseconds between two looks. A message is sent within ten seconds of its commit. */
const EVERY = 5_000

export interface SenderOptions {
  readonly store: Store
  readonly post: PostMessage
  readonly clock: () => number
  /** The server's own origin, which may be part of the address of a file. */
  readonly origin?: string | undefined
  readonly log: Log
  readonly audit: Pick<AuditLog, 'accountTag'>
  readonly metrics?: Pick<Metrics, 'webhookAttempted'> | undefined
  /** Milliseconds between two looks. */
  readonly every?: number
}

/** @returns a function that stops the sender, and waits for the attempts that run */
export function startWebhookSender({
  log,
  audit,
  metrics,
  every = EVERY,
  ...deps
}: SenderOptions): () => Promise<void> {
  const sender = webhookSender(deps.store, {
    ...deps,
    onAttempt: ({ last }) => metrics?.webhookAttempted(last?.fault === undefined ? 'ok' : 'failed'),
    onOff: ({ id: webhook, accountId }) =>
      void accountHash(audit, accountId).then((account) =>
        log.warn({ account, webhook }, 'a webhook was switched off'),
      ),
    onFailure: (error) => log.error({ fault: faultOf(error) }, 'the sender of webhooks failed'),
  })
  return lookRegularly(sender, every)
}
