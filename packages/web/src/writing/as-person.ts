/** Writes of a person on the pages. They take the one write path, count for the rates of writes, and are listed. */
import { BROWSER, mayWrite, type Caller, type Result, type SyncCaller } from '@notegraph/service'
import type { WebDeps } from '../deps.ts'
import type { Visit } from '../page.ts'

/** The person as the author of a change. */
export const personOf = ({ caller }: Visit): Caller => ({ ...caller, tokenId: BROWSER, scope: 'write' })

/** The person as a caller of sync, for what is not in the change list. */
export const syncCallerOf = ({ account, plan }: Visit): SyncCaller => ({
  account,
  plan: plan === 'active' ? plan : 'grace',
  device: BROWSER,
  isPerson: true,
})

/** @returns the result of the write; 402 in grace, 429 beyond the rates of the browser or the address */
export async function asPerson<T>(
  { writeRates, clock }: Pick<WebDeps, 'writeRates' | 'clock'>,
  visit: Visit,
  write: (person: Caller) => Promise<Result<T>>,
): Promise<Result<T>> {
  const person = personOf(visit)
  const may = mayWrite(person)
  if (!may.ok) return may
  const counted = await writeRates.count(visit.browserId, visit.address, clock())
  if (counted.ok) return write(person)
  const { refusal } = counted
  return {
    ok: false,
    refusal:
      refusal.code === 'rate_limited' && refusal.writes === 'token'
        ? { ...refusal, writes: 'browser' }
        : refusal,
  }
}
