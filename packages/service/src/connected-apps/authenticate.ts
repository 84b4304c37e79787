/**
 * Authenticates apps that connected by signing in. An access token opens the one resource that it was issued for.
 * @see assistants 9.3
 */
import { hashSecret, type Store } from '@notegraph/store'
import { bearerOf, minuteOf, openPlan, sameHash, zoneOf, type Caller } from '../access.ts'
import { ok, refuse, type Result } from '../refusal.ts'
import { APP_TOKEN_PREFIX, isSecret } from '../token.ts'

/** The scopes that an app may ask for. */
export const APP_SCOPES = { read: 'notes:read', write: 'notes:write' } as const

/** The scopes of rights beside those. An app that names none gets none. */
export const RIGHT_SCOPES = { organize: 'notes:organize', publish: 'notes:publish' } as const

/** The scope of a program that becomes a device. An app asks for it alone. @see assistants 9.6 */
export const SYNC_SCOPE = 'sync'

/**
 * Whether a header contains an access token of an app.
 *
 * @example
 * ```ts
 * const isApp = hasAppToken('Bearer ngo_…')
 * ```
 */
export const hasAppToken = (authorization: string | undefined): boolean =>
  bearerOf(authorization ?? '')?.startsWith(APP_TOKEN_PREFIX) === true

/**
 * Authenticates an access token.
 *
 * @param authorization the raw header
 * @param resource the address that the token has to be issued for
 * @returns the caller, or 401, 403 or 402
 * @example
 * ```ts
 * const caller = await authenticateApp(store, header, Date.now(), 'https://notes.example/api/mcp')
 * ```
 */
export async function authenticateApp(
  { connectedApps }: Store,
  authorization: string | undefined,
  now: number,
  resource: string,
): Promise<Result<Caller>> {
  const secret = bearerOf(authorization ?? '') ?? ''
  if (!isSecret(APP_TOKEN_PREFIX, secret)) return refuse({ code: 'unauthorized', why: 'malformed' })
  const hash = hashSecret(secret)
  const holder = await connectedApps.findSecret('access', hash)
  if (!holder || !sameHash(holder.secret.hash, hash))
    return refuse({ code: 'unauthorized', why: 'app_unknown' })
  const { secret: token, app, account } = holder
  if (now >= Math.min(token.expiresAt, app.expiresAt)) return refuse({ code: 'unauthorized', why: 'expired' })
  const { aud, scope = '' } = JSON.parse(token.payload) as { readonly aud?: unknown; readonly scope?: string }
  if (aud !== resource) return refuse({ code: 'unauthorized', why: 'app_resource' })
  const plan = openPlan(account, now)
  if (!plan.ok) return plan
  const minute = minuteOf(now)
  if (app.lastUsedAt !== minute) await connectedApps.touch(app.id, minute)
  const writes = app.scope === 'write' && scope.split(' ').includes(APP_SCOPES.write)
  return ok({
    account,
    plan: plan.value,
    tokenId: app.id,
    tokenName: app.name,
    scope: writes ? 'write' : 'read',
    ...(app.may && { may: app.may }),
    zone: zoneOf(app.zone, account.zone),
    expiresAt: token.expiresAt,
    isApp: true,
  })
}
