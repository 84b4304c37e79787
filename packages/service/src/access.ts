/**
 * Authenticates callers. The checks are the token, the server's list and the plan, in this order.
 * @see decisions 6.1, 9
 */
import { timingSafeEqual } from 'node:crypto'
import { isZone } from '@notegraph/graph'
import { hashSecret, type Account, type Right, type Store, type Token } from '@notegraph/store'
import { isJwt, type Agent } from './agent.ts'
import { planAt } from './plan.ts'
import { ok, refuse, type Refusal, type Result } from './refusal.ts'
import { APP_TOKEN_PREFIX, isSecret, SESSION_PREFIX, TOKEN_PREFIX } from './token.ts'

/** A caller who may read, and the facts that the service needs. */
export interface Caller {
  readonly account: Account
  /** Writes are refused in grace. */
  readonly plan: 'active' | 'grace'
  readonly tokenId: string
  readonly tokenName: string
  readonly scope: 'read' | 'write'
  /** Rights beside reading and writing; absent without any. @see assistants, Rights */
  readonly may?: readonly Right[]
  /**
   * The time zone of the caller's today: the token's, else the account's, else UTC. Always a known zone. @see decisions
   * 1.6
   */
  readonly zone: string
  /** When the token expires, in milliseconds since 1970; absent if it never does. */
  readonly expiresAt?: number
  /** An app that a person connected by signing in, and not a token. @see assistants 9.3 */
  readonly isApp?: true
  /** The operator has no secret that could end. */
  readonly isOperator?: true
  /** The server's own agent gets complete lists unless it asks for a `limit`. @see decisions 9.4 */
  readonly listsWhole?: true
}

/** Replaces the id of a token. */
export const AGENT = 'agent'
/** Replaces the id of a token in the changes that a person makes on the pages, and in imports. */
export const BROWSER = 'browser'
/** Replaces the name of a token in changes that a person makes on the pages. */
export const BROWSER_NAME = 'Browser'
/** Replaces the name of a token in imports by a command. */
export const COMMAND_LINE = 'Command line'
/** Replaces the id of a token for live streams of the operator. */
export const OPERATOR = 'operator'

const MINUTE = 60_000
const BEARER = /^Bearer +([^\s]+) *$/i

/**
 * Authenticates a token.
 *
 * @param authorization the raw header
 * @param agent verifies the server's own agent; without it, the agent's tokens get 401
 * @returns the caller, or 401, 403 or 402; 503 for the agent if the issuer's keys are unavailable
 * @example
 * ```ts
 * const caller = await authenticate(store, request.headers.get('authorization') ?? undefined, Date.now())
 * ```
 */
export async function authenticate(
  store: Store,
  authorization: string | undefined,
  now: number,
  agent?: Agent,
): Promise<Result<Caller>> {
  const jwt = bearerOf(authorization ?? '') ?? ''
  if (agent && isJwt(jwt)) return authenticateAgent(store, agent, jwt, now)
  const secret = readBearer(authorization)
  if (!secret.ok) return secret
  const hash = hashSecret(secret.value)
  const holder = await store.tokens.findByHash(hash)
  if (!holder || !sameHash(holder.token.hash, hash)) return refuse({ code: 'unauthorized', why: 'unknown' })
  const { token, account } = holder
  if (token.revokedAt !== undefined) return refuse({ code: 'unauthorized', why: 'revoked' })
  if (now >= (token.expiresAt ?? Infinity)) return refuse({ code: 'unauthorized', why: 'expired' })
  const plan = openPlan(account, now)
  if (!plan.ok) return plan
  const minute = minuteOf(now)
  if (token.lastUsedAt !== minute) await store.tokens.touch(token.id, minute)
  return ok({
    account,
    plan: plan.value,
    tokenId: token.id,
    tokenName: token.name,
    scope: token.scope,
    ...(token.may && { may: token.may }),
    zone: zoneOf(token.zone, account.zone),
    ...(token.expiresAt !== undefined && { expiresAt: token.expiresAt }),
  })
}

/** @see decisions 9.4 */
async function authenticateAgent(
  store: Store,
  agent: Agent,
  jwt: string,
  now: number,
): Promise<Result<Caller>> {
  const known = await agent.accountOf(jwt, now)
  if (!known.ok) return known
  const { id, expiresAt } = known.value
  const account = await store.accounts.find(id)
  if (!account) return refuse({ code: 'unauthorized', why: 'agent_account' })
  const plan = openPlan(account, now)
  if (!plan.ok) return plan
  const zone = zoneOf(account.zone)
  return ok({
    account,
    plan: plan.value,
    tokenId: AGENT,
    tokenName: 'Agent',
    scope: 'read',
    zone,
    expiresAt,
    listsWhole: true,
  })
}

/**
 * The first zone that this machine knows.
 *
 * @example
 * ```ts
 * zoneOf(undefined, 'Europe/Berlin') // 'Europe/Berlin'
 * ```
 */
export function zoneOf(...zones: readonly (string | undefined)[]): string {
  for (const zone of zones) if (zone !== undefined && isZone(zone)) return zone
  return 'UTC'
}

function readBearer(authorization: string | undefined): Result<string> {
  const why = (why: Extract<Refusal, { code: 'unauthorized' }>['why']) =>
    refuse({ code: 'unauthorized', why })
  if (authorization === undefined || authorization.trim() === '') return why('missing')
  const secret = bearerOf(authorization)
  if (secret === undefined) return why('malformed')
  if (secret.startsWith(SESSION_PREFIX)) return why('session')
  if (secret.startsWith(APP_TOKEN_PREFIX)) return why('app')
  return isSecret(TOKEN_PREFIX, secret) ? ok(secret) : why('malformed')
}

/** The secret in an `Authorization: Bearer` header. */
export const bearerOf = (authorization: string): string | undefined => BEARER.exec(authorization)?.[1]

/**
 * The token of a caller that a route refused without looking it up.
 *
 * @example
 * ```ts
 * const token = await tokenIn(store, request.headers.get('authorization') ?? undefined)
 * ```
 */
export async function tokenIn(
  { tokens }: Pick<Store, 'tokens'>,
  authorization: string | undefined,
): Promise<Token | undefined> {
  const secret = readBearer(authorization)
  return secret.ok ? (await tokens.findByHash(hashSecret(secret.value)))?.token : undefined
}

/** Compares hashes in constant time. */
export const sameHash = (held: string, hash: string): boolean =>
  timingSafeEqual(Buffer.from(held), Buffer.from(hash))

/** The use of a secret is noted once a minute, so that most reads write nothing. */
export const minuteOf = (now: number): number => now - (now % MINUTE)

/**
 * Checks the server's list, then the plan.
 *
 * @returns 403 or 402 if the account has no access, or 503 if another server has it
 */
export function openPlan(account: Account, now: number): Result<'active' | 'grace'> {
  // While an account leaves, reads go on, and the store refuses each write.
  if (account.moving !== undefined && account.moving !== 'leaving')
    return refuse({ code: 'unavailable', what: 'moving' })
  if (!account.allowed) return refuse({ code: 'forbidden' })
  const plan = planAt(account, now)
  return plan === 'none' ? refuse({ code: 'payment_required' }) : ok(plan)
}

/**
 * Checks whether a caller may write, before the body is read: the token's scope, then grace.
 *
 * @param caller with a token, or a session, which has no scope @returns 403 `read_only_token`, or 402 in grace
 * @example
 * ```ts
 * const allowed = mayWrite(caller)
 * ```
 */
export function mayWrite(
  caller: Pick<Caller, 'plan'> & Partial<Pick<Caller, 'scope' | 'isApp' | 'isOperator'>>,
): Result<void> {
  if (caller.scope === 'read') return refuseReader(caller)
  if (caller.plan === 'grace') return refuse({ code: 'payment_required', why: 'grace' })
  return ok(undefined)
}

/**
 * Whether a caller may change what readers of shares and sites see: the owner, or a program with the right.
 * @see sharing 8
 */
export const mayPublish = ({ tokenId, may = [] }: Pick<Caller, 'tokenId' | 'may'>): boolean =>
  tokenId === BROWSER || may.includes('publish')

/**
 * Whether a caller may move, rename and delete: the owner, or a program with the right.
 * @returns 403 `missing_right` @see assistants, Rights
 * @example
 * ```ts
 * const allowed = mayOrganize(caller)
 * ```
 */
export function mayOrganize({
  tokenId,
  may = [],
  isApp,
  isOperator,
}: Pick<Caller, 'tokenId' | 'may' | 'isApp' | 'isOperator'>): Result<void> {
  if (tokenId === BROWSER || may.includes('organize')) return ok(undefined)
  return refuse({
    code: 'missing_right',
    right: 'organize',
    ...(isApp && { of: 'app' }),
    ...(isOperator && { of: 'operator' }),
  })
}

/** The refusal of a caller who may only read. */
export const refuseReader = ({ isApp, isOperator }: Pick<Caller, 'isApp' | 'isOperator'>): Result<never> =>
  refuse({ code: 'read_only_token', ...(isApp && { of: 'app' }), ...(isOperator && { of: 'operator' }) })
