/** Runs the sender of digests at regular times. @see events 3 */
import type { Log } from '@notegraph/host'
import { digestSender, type AuditLog, type SendMail, type SendPush } from '@notegraph/service'
import type { Store } from '@notegraph/store'
import { accountHash, faultOf } from '../http/log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { lookRegularly } from '../regular-looks.ts'

/** Milliseconds between two looks. */
const EVERY = 30_000

export interface DigestTimerOptions {
  readonly store: Store
  readonly mail: SendMail | undefined
  readonly push: SendPush
  readonly baseUrl: () => string
  readonly clock: () => number
  readonly log: Log
  readonly audit: Pick<AuditLog, 'accountTag'>
  readonly metrics?: Pick<Metrics, 'digestAttempted'> | undefined
  /** Milliseconds between two looks. */
  readonly every?: number
}

/** @returns a function that stops the sender, and waits for the digests that are being sent */
export function startDigestSender({
  log,
  audit,
  metrics,
  every = EVERY,
  ...deps
}: DigestTimerOptions): () => Promise<void> {
  const sender = digestSender(deps.store, {
    ...deps,
    onAttempt: ({ kind }, outcome) => metrics?.digestAttempted(kind, outcome === 'sent' ? 'ok' : 'failed'),
    onOff: ({ id: way, kind, accountId }) =>
      void accountHash(audit, accountId).then((account) =>
        log.warn({ account, way, kind }, 'a digest was switched off'),
      ),
    onFailure: (error) => log.error({ fault: faultOf(error) }, 'the sender of digests failed'),
  })
  return lookRegularly(sender, every)
}
