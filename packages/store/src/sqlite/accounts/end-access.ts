/** The end of all access to an account, in the database of accounts. */
import type { AccountStore, EndedAccess } from '../../account.ts'
import type { Db } from '../database/database.ts'
import { inPlace } from './in-place.ts'

const NOTHING: EndedAccess = { browsers: 0, devices: 0, apps: 0, links: 0, tokens: 0, shares: 0, sites: 0 }

export function endAccess(db: Db): AccountStore['endAccess'] {
  const place = inPlace(db)
  const all = (sql: string) => db.prepare<[{ id: string; at: number; except: string | null }]>(sql)
  const always = {
    browsers: all(
      'UPDATE browser SET ended_at = @at WHERE account_id = @id AND ended_at IS NULL AND id IS NOT @except',
    ),
    devices: all(
      'UPDATE session SET ended_at = @at WHERE account_id = @id AND ended_at IS NULL AND id IS NOT @except',
    ),
    apps: all('DELETE FROM connected_app WHERE account_id = @id'),
    links: all('DELETE FROM sign_in_link WHERE account_id = @id'),
  }
  const appSecrets = all('DELETE FROM app_secret WHERE account_id = @id')
  const tokens = all('UPDATE token SET revoked_at = @at WHERE account_id = @id AND revoked_at IS NULL')
  const published = {
    shares: all(
      `UPDATE share SET ended_at = @at, closed_at = @at
       WHERE account_id = @id AND ended_at IS NULL AND coalesce(expires_at > @at, 1)`,
    ),
    sites: all('UPDATE site SET ended_at = @at, closed_at = @at WHERE account_id = @id AND ended_at IS NULL'),
  }
  const run = db.transaction<(...given: Parameters<AccountStore['endAccess']>) => EndedAccess>(
    (id, at, access = {}) => {
      if (access.evenMoving !== true) place.check(id)
      const given = { id, at, except: access.except ?? null }
      appSecrets.run(given)
      const ended = Object.entries({
        ...always,
        ...(access.tokens && { tokens }),
        ...(access.published && published),
      }).map(([what, statement]) => [what, statement.run(given).changes])
      return { ...NOTHING, ...Object.fromEntries(ended) }
    },
  )
  return async (...given) => run.immediate(...given)
}
