/**
 * Tokens for their account's owner: creates, lists and revokes them. The secret is shown once and not stored. A token
 * of another account is treated as missing.
 * @see service, Authentication; decisions 9.1
 */
import { LIMITS } from '@notegraph/contract'
import { isZone } from '@notegraph/graph'
import { hashSecret, type Right, type Scope, type Store, type Token } from '@notegraph/store'
import { zoneOf } from './access.ts'
import { needRecent } from './recent-sign-in.ts'
import { badRequest, ok, refuse, type Result } from './refusal.ts'
import { addsRight, rightsOf } from './rights.ts'
import { isTokenOpen, makeSecret, TOKEN_PREFIX } from './token.ts'
import { endOfLastDay } from './last-day.ts'
import { notAZone } from './error-messages.ts'

/** A token without its secret. */
export interface TokenView {
  readonly id: string
  readonly name: string
  readonly scope: Scope
  /** Its rights beside reading and writing. */
  readonly may?: readonly Right[]
  readonly zone?: string
  readonly createdAt: number
  /** When it expires. */
  readonly expiresAt?: number
  /** Rounded to the minute. */
  readonly lastUsedAt?: number
  readonly revokedAt?: number
}

/** The properties of a new token. */
export interface NewToken {
  readonly name: string
  readonly scope: Scope
  /** Its rights beside reading and writing. */
  readonly may?: readonly Right[]
  /** The zone of its today, an IANA name; any other gets 400. */
  readonly zone?: string
  /** Its last day, `YYYY-MM-DD` in its zone; without one it never expires. */
  readonly expires?: string
}

/** The tokens of accounts. */
export interface TokensService {
  /**
   * @returns the token with its secret; 400 for an invalid name, zone or last day; 409 if the account has the most
   *   tokens allowed
   */
  make(accountId: string, token: NewToken): Promise<Result<TokenView & { readonly token: string }>>
  /** Oldest first, including revoked ones. */
  list(accountId: string): Promise<TokenView[]>
  /**
   * Gives a token these rights and no others.
   * @param isRecent whether the person signed in recently, which a new right needs
   * @returns 404 if the account has no such token, 403 without a recent sign-in
   */
  setRights(
    accountId: string,
    id: string,
    may: readonly Right[],
    isRecent: boolean,
  ): Promise<Result<TokenView>>
  /**
   * Revokes a token for API and MCP immediately; a second call changes nothing. @returns 404 if the account has no such
   * token
   */
  revoke(accountId: string, id: string): Promise<Result<TokenView>>
}

export interface TokensDeps {
  /** Returns the time in milliseconds since 1970. */
  readonly clock: () => number
  /** Returns a new random UUID (v4). */
  readonly newId: () => string
}

/**
 * Creates the service.
 *
 * @example
 * ```ts
 * const tokens = tokensService(store, { clock: Date.now, newId: randomUUID })
 * ```
 */
export function tokensService({ tokens, accounts }: Store, { clock, newId }: TokensDeps): TokensService {
  /** @returns the end of the last day */
  const endOf = async (
    expires: string,
    accountId: string,
    zone: string | undefined,
  ): Promise<Result<number>> =>
    endOfLastDay(expires, zoneOf(zone, (await accounts.find(accountId))?.zone), clock())

  return {
    async make(accountId, { name: given, scope, may = [], zone, expires }) {
      const name = given.trim()
      if (name === '')
        return badRequest('The token has no name. Name the program or device that uses the token.')
      if (name.length > LIMITS.tokenName || CONTROL.test(name) || !name.isWellFormed())
        return badRequest(`The name of a token is one line of at most ${LIMITS.tokenName} characters.`)
      if (zone !== undefined && !isZone(zone)) return badRequest(notAZone(zone))
      const end = expires === undefined ? undefined : await endOf(expires, accountId, zone)
      if (end?.ok === false) return end
      const now = clock()
      if ((await tokens.list(accountId)).filter((token) => isTokenOpen(token, now)).length >= LIMITS.tokens)
        return refuse({ code: 'conflict', why: 'tokens_full' })
      const secret = makeSecret(TOKEN_PREFIX)
      const token: Token = {
        id: newId(),
        accountId,
        hash: hashSecret(secret),
        name,
        scope,
        ...(may.length > 0 && { may: rightsOf(may) }),
        ...(zone !== undefined && { zone }),
        createdAt: now,
        ...(end && { expiresAt: end.value }),
      }
      await tokens.create(token)
      return ok({ token: secret, ...viewOf(token) })
    },

    list: async (accountId) => (await tokens.list(accountId)).map(viewOf),

    async setRights(accountId, id, may, isRecent) {
      const held = (await tokens.list(accountId)).find((token) => token.id === id)?.may
      const allowed = needRecent(isRecent || !addsRight(held, may))
      if (!allowed.ok) return allowed
      const changed = await tokens.setRights(id, accountId, rightsOf(may))
      return changed ? ok(viewOf(changed)) : refuse({ code: 'not_found', what: 'token', name: id })
    },

    async revoke(accountId, id) {
      const revoked = await tokens.revoke(id, clock(), accountId)
      return revoked ? ok(viewOf(revoked)) : refuse({ code: 'not_found', what: 'token', name: id })
    },
  }
}

const CONTROL = /\p{Cc}/u

export function viewOf(token: Token): TokenView {
  const { accountId: _account, hash: _hash, ...shown } = token
  return shown
}
