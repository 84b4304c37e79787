/**
 * The tables, one migration a file. `schema.txt` beside this lists them after all migrations. A released migration never
 * changes; a new one goes last.
 */
import type { Migration } from './migration.ts'
import accounts from './0001-accounts.ts'
import rates from './0002-rates.ts'
import graphs from './0003-graphs.ts'
import maintenance from './0004-maintenance-of-graphs.ts'
import connectedApps from './0005-connected-apps.ts'
import moving from './0006-moving.ts'
import tokenOfChange from './0007-token-of-change.ts'
import shares from './0008-shares.ts'
import sites from './0009-sites.ts'
import webhooks from './0010-webhooks.ts'
import looks from './0011-looks.ts'
import history from './0012-history.ts'
import publications from './0013-publications.ts'
import plugins from './0014-plugins.ts'
import digests from './0015-digests.ts'
import restores from './0016-restores.ts'
import checksumOfChange from './0017-checksum-of-change.ts'
import wholeChanges from './0018-whole-changes.ts'
import confirmedSessions from './0019-confirmed-sessions.ts'
import keptChanges from './0020-kept-changes.ts'
import sealedSecrets from './0021-sealed-secrets.ts'
import passkeys from './0022-passkeys.ts'
import rights from './0023-rights.ts'
import formerSecrets from './0024-former-secrets.ts'
import countedMails from './0025-counted-mails.ts'
import closed from './0026-closed.ts'
import seenChanges from './0027-seen-changes.ts'
import siteAddresses from './0028-site-addresses.ts'
import admins from './0029-admins.ts'

export const SCHEMA: readonly Migration[] = [
  accounts,
  rates,
  graphs,
  maintenance,
  connectedApps,
  moving,
  tokenOfChange,
  shares,
  sites,
  webhooks,
  looks,
  history,
  publications,
  plugins,
  digests,
  restores,
  checksumOfChange,
  wholeChanges,
  confirmedSessions,
  keptChanges,
  sealedSecrets,
  passkeys,
  rights,
  formerSecrets,
  countedMails,
  closed,
  seenChanges,
  siteAddresses,
  admins,
]
