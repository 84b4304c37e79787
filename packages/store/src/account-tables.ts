/** The tables with rows of accounts, which have the same names in every store. Moves and removals follow from them. */
import { ACCOUNT, SESSION, TOKEN } from './account.ts'
import { AUDIT_ENTRY } from './audit.ts'
import { APP_SECRET, CONNECTED_APP } from './connected-apps.ts'
import { DIGEST, DIGEST_WAY, PUSH_KEYS } from './digests.ts'
import { JOB } from './jobs.ts'
import { namesOfKind, type Members } from './members.ts'
import { PLUGIN } from './plugins.ts'
import { SHARE } from './shares.ts'
import { BROWSER, IDENTITY, PASSKEY, SIGN_IN_LINK } from './sign-in.ts'
import { SITE } from './sites.ts'
import { WEBHOOK, WEBHOOK_DELIVERY } from './webhooks.ts'

/** A table whose rows move with their account. */
export type MovedTable =
  | 'account'
  | 'plan_change'
  | 'token'
  | 'session'
  | 'browser'
  | 'identity'
  | 'connected_app'
  | 'app_secret'
  | 'share'
  | 'site'
  | 'webhook'
  | 'webhook_delivery'
  | 'plugin'
  | 'last_look'
  | 'digest'
  | 'push_key'
  | 'digest_way'
  | 'sign_in_link'
  | 'passkey'
  | 'import_job'
  | 'restore_job'
  | 'audit'

interface AccountTable {
  /** The members of its rows beside the id of the account. */
  readonly members: Members
  /** Orders the rows when they move: a column, or the number `n` that the store itself gives. */
  readonly by: string
  /** Nobody needs its rows in the store that the account has left. */
  readonly isShortLived?: true
}

/** The tables. `account` comes first. */
export const ACCOUNT_TABLES: Readonly<Record<MovedTable, AccountTable>> = {
  account: { members: ACCOUNT, by: 'created_at' },
  plan_change: { members: { at: 'number', fromPlan: 'text', toPlan: 'text', by: 'text' }, by: 'n' },
  token: { members: { ...TOKEN, expiryNoted: 'flag' }, by: 'id' },
  session: { members: SESSION, by: 'id' },
  browser: { members: BROWSER, by: 'id' },
  passkey: { members: PASSKEY, by: 'id' },
  identity: { members: IDENTITY, by: 'subject' },
  connected_app: { members: CONNECTED_APP, by: 'id' },
  app_secret: { members: APP_SECRET, by: 'hash' },
  share: { members: SHARE, by: 'id' },
  site: { members: { ...SITE, publication: 'text?', addresses: 'text?' }, by: 'slug' },
  webhook: { members: WEBHOOK, by: 'id' },
  webhook_delivery: { members: { ...WEBHOOK_DELIVERY, n: 'number' }, by: 'id' },
  plugin: { members: PLUGIN, by: 'id' },
  last_look: { members: { at: 'number' }, by: 'at' },
  digest: { members: DIGEST, by: 'hour' },
  push_key: { members: PUSH_KEYS, by: 'public_key' },
  digest_way: { members: DIGEST_WAY, by: 'id' },
  sign_in_link: { members: SIGN_IN_LINK, by: 'hash', isShortLived: true },
  import_job: { members: JOB, by: 'id', isShortLived: true },
  restore_job: { members: JOB, by: 'id', isShortLived: true },
  audit: { members: { ...AUDIT_ENTRY, refused: 'flag' }, by: 'n' },
}

/** The names of the members that are true or false, of all tables. */
export const FLAGS: readonly string[] = Object.values(ACCOUNT_TABLES).flatMap(({ members }) =>
  namesOfKind(members, 'flag'),
)

/** Tables with rows that are deleted with their account and do not move: they are work of one store. */
export const UNMOVED_TABLES = ['sweep_due', 'change_signal'] as const
