/** The stores of everything that is not a graph, over any database of accounts. */
import type { Store } from '../store.ts'
import { accountStore } from './accounts.ts'
import { auditStore } from './audit.ts'
import { connectedAppStore } from './connected-apps.ts'
import { digestStore } from './digests.ts'
import { importStore, restoreStore } from './jobs.ts'
import { lookStore } from './looks.ts'
import { passkeyStore } from './passkeys.ts'
import { pluginStore } from './plugins.ts'
import { secretStore } from './secrets.ts'
import { sessionStore } from './sessions.ts'
import { shareStore } from './shares.ts'
import { browserStore, identityStore, signInLinkStore } from './sign-in.ts'
import { siteStore } from './sites.ts'
import { sweepStore } from './sweeps.ts'
import { tokenStore } from './tokens.ts'
import { webhookStore } from './webhooks.ts'
import type { AccountSql } from './work.ts'

export { connectedAppStore } from './connected-apps.ts'
export {
  accountStatements,
  statement,
  valuesOf,
  type AccountStatement,
  type Row,
  type Value,
} from './statement.ts'
export { NOTE_SWEEP } from './sweeps.ts'
export type { AccountSql, Answer, Query, Work } from './work.ts'

/**
 * The stores of accounts, without checks of texts and without signals.
 * @example
 * const { accounts, tokens } = accountStores(sql)
 */
export const accountStores = (
  db: AccountSql,
): Omit<
  Store,
  'graph' | 'hasGraph' | 'removeGraph' | 'rates' | 'accountOfFile' | 'watch' | 'usage' | 'ready' | 'close'
> => ({
  accounts: accountStore(db),
  tokens: tokenStore(db),
  sessions: sessionStore(db),
  browsers: browserStore(db),
  identities: identityStore(db),
  signInLinks: signInLinkStore(db),
  passkeys: passkeyStore(db),
  connectedApps: connectedAppStore(db),
  shares: shareStore(db),
  sites: siteStore(db),
  webhooks: webhookStore(db),
  plugins: pluginStore(db),
  looks: lookStore(db),
  digests: digestStore(db),
  imports: importStore(db),
  restores: restoreStore(db),
  sweeps: sweepStore(db),
  audit: auditStore(db),
  secrets: secretStore(db),
})
