/**
 * The first start creates the account `me`, which looks after people, with a small sample graph, and a token that reads and writes. The graph is
 * created before the account, so that an interrupted first start runs again.
 * @see operations, Two commands on a fresh machine; Environment
 */
import { dayAt } from '@notegraph/graph'
import type { OpenStores, Settings } from '@notegraph/host'
import { importFolder, operator, zoneOf } from '@notegraph/service'
import { sampleSource } from './sample.ts'

export const OWN_ACCOUNT = 'me'
const TOKEN_NAME = 'First start'

export interface FirstStart {
  /** Whether the store has no account. */
  readonly isEmpty: boolean
  /** Whether this start created the account. */
  readonly made: boolean
  /** The token of the new account, if secrets are printed. It is never shown again. */
  readonly token?: string
}

export async function firstStart(
  { store, blobs }: OpenStores,
  { firstStart: makes, printSecrets }: Pick<Settings, 'firstStart' | 'printSecrets'>,
  clock: () => number,
): Promise<FirstStart> {
  const isEmpty = !(await store.accounts.any())
  if (!isEmpty || makes === 'nothing') return { isEmpty, made: false }
  const now = clock()
  // Node has no zone if the variable TZ names an unknown one.
  const zone = zoneOf(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const sample = sampleSource(dayAt(now, zone))
  const made = await importFolder(store, blobs, { id: OWN_ACCOUNT, quota: Infinity }, sample, { now })
  if (!made.ok) throw new Error(`Could not create the sample graph: ${made.why}`)
  const operators = operator(store, blobs, clock)
  await operators.createAccount(OWN_ACCOUNT, { isAdmin: true })
  if (!printSecrets) return { isEmpty: false, made: true }
  const { token } = await operators.createToken(OWN_ACCOUNT, { name: TOKEN_NAME, scope: 'write', zone })
  return { isEmpty: false, made: true, token }
}
