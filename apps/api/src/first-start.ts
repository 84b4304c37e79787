/**
 * What a first start makes: the account `me` with a small sample graph, and a token that reads and writes. The graph
 * comes before the account, so that a start that was cut off is a first start again.
 */
import { dayAt } from '@notegraph/graph'
import type { Opened } from '@notegraph/host'
import { importFolder, operator } from '@notegraph/service'
import { sampleSource } from './sample.ts'

export const OWN_ACCOUNT = 'me'
const TOKEN_NAME = 'First start'

/** @returns the token of a new account, or undefined where there are accounts already */
export async function firstStart({ store, blobs }: Opened, clock: () => number): Promise<string | undefined> {
  if ((await store.accounts.list()).length > 0) return undefined
  const now = clock()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const sample = sampleSource(dayAt(now, zone))
  const made = await importFolder(store, blobs, { id: OWN_ACCOUNT, quota: Infinity }, sample, { now })
  if (!made.ok) throw new Error(`The sample graph could not be made: ${made.why}`)
  const operators = operator(store, blobs, clock)
  await operators.createAccount(OWN_ACCOUNT, {})
  const { token } = await operators.createToken(OWN_ACCOUNT, { name: TOKEN_NAME, scope: 'write', zone })
  return token
}
