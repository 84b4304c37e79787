/** Writes of a person on the pages. They take the one write path. Neither the rates of programs nor the list of changes bound them. */
import { BROWSER, mayWrite, type Caller, type Result, type SyncCaller } from '@notegraph/service'
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

/** @returns the result of the write; 402 in grace */
export async function asPerson<T>(
  visit: Visit,
  write: (person: Caller) => Promise<Result<T>>,
): Promise<Result<T>> {
  const person = personOf(visit)
  const may = mayWrite(person)
  return may.ok ? write(person) : may
}
