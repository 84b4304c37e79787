/** Many concurrent writers on one page, one block, one property and one set of names. */
import type { Store } from '@notegraph/store'
import { writeService, type Caller } from '../src/index.ts'

/** The most open changes during the writes. */
export const MOST = 60

/** @returns the result of each write: `ok`, or the code of its refusal */
export async function writeTogether(
  store: Store,
  name: string,
  count: number,
  newId: () => string,
): Promise<string[]> {
  const account = (await store.accounts.find('me'))!
  const writes = writeService(store, { clock: Date.now, newId, revertibleChanges: MOST })
  const caller: Caller = {
    account,
    plan: 'active',
    tokenId: name,
    tokenName: name,
    scope: 'write',
    zone: 'UTC',
  }
  const results = await Promise.all(
    Array.from({ length: count }, (_, n) => [
      writes.addBlock(caller, 'Page', { text: `${name} ${n}` }),
      writes.updateBlock(caller, 'block', { text: `${name} ${n}` }),
      writes.createPage(caller, { name: `Name ${n}` }),
      writes.setProperty(caller, 'Page', 'said', { value: `${name} ${n}` }),
    ]).flat(),
  )
  return results.map((one) => (one.ok ? 'ok' : one.refusal.code))
}
