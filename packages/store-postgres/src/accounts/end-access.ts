/** The end of all access to an account. */
import type { AccountStore, EndedAccess } from '@notegraph/store'
import type { Session } from '../database/database.ts'
import { ofAccount } from '../database/statement.ts'

const BROWSERS = ofAccount(
  'UPDATE browser SET ended_at = $2 WHERE account_id = $1 AND ended_at IS NULL AND id IS DISTINCT FROM $3',
)
const DEVICES = ofAccount(
  'UPDATE session SET ended_at = $2 WHERE account_id = $1 AND ended_at IS NULL AND id IS DISTINCT FROM $3',
)
const APP_SECRETS = ofAccount('DELETE FROM app_secret WHERE account_id = $1')
const APPS = ofAccount('DELETE FROM connected_app WHERE account_id = $1')
const LINKS = ofAccount('DELETE FROM sign_in_link WHERE account_id = $1')
const TOKENS = ofAccount('UPDATE token SET revoked_at = $2 WHERE account_id = $1 AND revoked_at IS NULL')
const SHARES = ofAccount(
  `UPDATE share SET ended_at = $2, closed_at = $2
   WHERE account_id = $1 AND ended_at IS NULL AND (expires_at IS NULL OR expires_at > $2)`,
)
const SITES = ofAccount(
  'UPDATE site SET ended_at = $2, closed_at = $2 WHERE account_id = $1 AND ended_at IS NULL',
)

/** Inside a transaction that has locked the account. */
export async function endAccess(
  session: Session,
  ...[id, at, access = {}]: Parameters<AccountStore['endAccess']>
): Promise<EndedAccess> {
  const { except = null, tokens = false, published = false } = access
  await session.write(APP_SECRETS, [id])
  return {
    browsers: await session.write(BROWSERS, [id, at, except]),
    devices: await session.write(DEVICES, [id, at, except]),
    apps: await session.write(APPS, [id]),
    links: await session.write(LINKS, [id]),
    tokens: tokens ? await session.write(TOKENS, [id, at]) : 0,
    shares: published ? await session.write(SHARES, [id, at]) : 0,
    sites: published ? await session.write(SITES, [id, at]) : 0,
  }
}
