/** The suites that every store passes: one for each port, and a few for rules that ports share. */
import type { Store } from '../../src/index.ts'
import { pagesContract } from './pages.ts'
import { blocksContract } from './blocks.ts'
import { outlineContract } from './outline.ts'
import { listsContract } from './lists.ts'
import { searchContract } from './search.ts'
import { recordsContract } from './records.ts'
import { referencesContract } from './references.ts'
import { filesContract } from './files.ts'
import { forgetContract } from './forget.ts'
import { historyContract } from './history.ts'
import { changesContract } from './changes.ts'
import { commitsContract } from './commits.ts'
import { checksContract } from './checks.ts'
import { versionsContract } from './versions.ts'
import { feedContract } from './feed.ts'
import { maintenanceContract } from './maintenance.ts'
import { storageContract } from './storage.ts'
import { accountsContract } from './accounts.ts'
import { signInContract } from './sign-in.ts'
import { connectedAppsContract } from './connected-apps.ts'
import { auditContract } from './audit.ts'
import { jobsContract } from './jobs.ts'
import { ratesContract } from './rates.ts'
import { secretsContract } from './secrets.ts'
import { sharesContract } from './shares.ts'
import { sitesContract } from './sites.ts'
import { sweepsContract } from './sweeps.ts'
import { webhooksContract } from './webhooks.ts'
import { pluginsContract } from './plugins.ts'
import { digestsContract } from './digests.ts'
import { looksContract } from './looks.ts'
import { outboxContract } from './outbox.ts'
import { textsContract } from './texts.ts'

/** Defines the tests of a suite. @param open opens an empty store for one test */
export type StoreSuite = (open: () => Promise<Store>) => void

/** The suites of the graph's ports, by name. */
export const GRAPH_SUITES: readonly (readonly [name: string, suite: StoreSuite])[] = [
  ['pages', pagesContract],
  ['blocks', blocksContract],
  ['outlines', outlineContract],
  ['lists', listsContract],
  ['search', searchContract],
  ['records', recordsContract],
  ['references', referencesContract],
  ['files', filesContract],
  ['change list', changesContract],
  ['commits', commitsContract],
  ['outbox', outboxContract],
  ['checks', checksContract],
  ['versions', versionsContract],
  ['feed', feedContract],
  ['history', historyContract],
  ['forgetting', forgetContract],
  ['storage', storageContract],
  ['maintenance', maintenanceContract],
]

/** The suites of accounts and what belongs to them, by name. */
export const ACCOUNT_SUITES: readonly (readonly [name: string, suite: StoreSuite])[] = [
  ['accounts', accountsContract],
  ['sign-in', signInContract],
  ['connected apps', connectedAppsContract],
  ['secrets', secretsContract],
  ['shared pages', sharesContract],
  ['published sites', sitesContract],
  ['webhooks', webhooksContract],
  ['plug-ins', pluginsContract],
  ['last looks', looksContract],
  ['digests', digestsContract],
  ['audit log', auditContract],
  ['imports', jobsContract('imports')],
  ['restores', jobsContract('restores')],
  ['sweeps', sweepsContract],
  ['rates', ratesContract],
  ['texts', textsContract],
]

export { blobsContract } from './blobs.ts'
export {
  checkLinearizable,
  recordHistory,
  type CheckOptions,
  type HistoryRecorder,
  type Operation,
  type Verdict,
} from '../linearizability.ts'
export { movingContract, type MarkedStore } from './moving.ts'
export { watchingContract } from './watching.ts'
/** Records for the own tests of a driver. */
export { add, block, change, deleted, page, reworded } from '../builder.ts'
