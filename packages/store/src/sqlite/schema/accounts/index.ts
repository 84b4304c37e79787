/**
 * The one file beside the graphs: accounts and what opens them. Times are milliseconds since 1970. `schema.sql` beside
 * this shows it after all migrations. A released migration never changes; a new one goes last.
 */
import type { Migrations } from '../../database/database.ts'
import accounts from './0001-accounts.ts'
import sessions from './0002-sessions.ts'
import homesOfFiles from './0003-homes-of-files.ts'
import signIn from './0004-sign-in.ts'
import imports from './0005-imports.ts'
import tokenExpiry from './0006-token-expiry.ts'
import providerSignOut from './0007-provider-sign-out.ts'
import sweeps from './0008-sweeps.ts'
import audit from './0009-audit.ts'
import changeSignals from './0010-change-signals.ts'
import connectedApps from './0011-connected-apps.ts'
import moving from './0012-moving.ts'
import shares from './0013-shares.ts'
import sites from './0014-sites.ts'
import webhooks from './0015-webhooks.ts'
import looks from './0016-looks.ts'
import publications from './0017-publications.ts'
import plugins from './0018-plugins.ts'
import digests from './0019-digests.ts'
import restores from './0020-restores.ts'
import confirmedSessions from './0021-confirmed-sessions.ts'
import sealedSecrets from './0022-sealed-secrets.ts'
import passkeys from './0023-passkeys.ts'
import rights from './0024-rights.ts'
import formerSecrets from './0025-former-secrets.ts'
import countedMails from './0026-counted-mails.ts'
import closed from './0027-closed.ts'
import siteAddresses from './0028-site-addresses.ts'
import admins from './0029-admins.ts'

export const ACCOUNTS_SCHEMA: Migrations = [
  accounts,
  sessions,
  homesOfFiles,
  signIn,
  imports,
  tokenExpiry,
  providerSignOut,
  sweeps,
  audit,
  changeSignals,
  connectedApps,
  moving,
  shares,
  sites,
  webhooks,
  looks,
  publications,
  plugins,
  digests,
  restores,
  confirmedSessions,
  sealedSecrets,
  passkeys,
  rights,
  formerSecrets,
  countedMails,
  closed,
  siteAddresses,
  admins,
]
