/**
 * Signing in through an identity provider: OpenID Connect, the authorisation code with PKCE. What the provider says is
 * believed only where state, nonce, issuer, audience, time and signature are right; `openid-client` looks at each.
 * The provider is asked what it offers when somebody first signs in, so that the server starts without it.
 */
import { LIMITS } from '@notegraph/contract'
import type { Identity } from '@notegraph/store'
import * as oidc from 'openid-client'
import { failed, type Tried } from './fault.ts'
import { logoutTokens, type LoggedOut } from './logout-token.ts'

export interface ProviderSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** What a browser keeps between its leaving for the provider and its coming back. */
export interface Transaction {
  readonly state: string
  readonly nonce: string
  /** Of PKCE: proof that whoever brings the code is who asked for it. */
  readonly verifier: string
  /** Where it goes once signed in. */
  readonly to: string
  readonly startedAt: number
  /** Whether somebody who is signed in proves once more who they are. */
  readonly again?: boolean
}

/** Somebody whom the provider knows. */
export interface Known extends Identity {
  /** Of their session there. */
  readonly sid?: string
  /** When they proved who they are, in milliseconds; left out where the provider did not say. */
  readonly authenticatedAt?: number
}

export interface Provider {
  readonly issuer: string
  /**
   * @param again whether they have to prove once more who they are
   * @returns the provider's address to send the browser to
   */
  start(
    to: string,
    now: number,
    again?: boolean,
  ): Promise<Tried<{ readonly url: string; readonly transaction: Transaction }>>
  /** @param query what the provider sent the browser back with, without its `?` */
  finish(query: string, transaction: Transaction, now: number): Promise<Tried<Known>>
  /** Where signing out at the provider begins; undefined where it offers none, or does not answer. */
  signOutUrl(): Promise<string | undefined>
  /** @param logoutToken as the provider sent it to this server @returns whose sessions end */
  signedOut(logoutToken: string, now: number): Promise<Tried<LoggedOut>>
}

export const CALLBACK_PATH = '/api/sign-in/callback'

/** Seconds within which somebody proved at the provider who they are, where they are asked once more. */
const PROVED_WITHIN = 60

/** How long the provider may take to answer, in seconds. */
const ANSWER_WITHIN = 5
/** How long what the provider offers is taken for right, in milliseconds. */
const KEPT_FOR = 3_600_000
const SUBJECT_LENGTH = 255
const DAY = 86_400

/** @param baseUrl the address that people use */
export function openProvider(
  { issuer, clientId, clientSecret }: ProviderSettings,
  baseUrl: () => string,
): Provider {
  let kept: { readonly config: Promise<oidc.Configuration>; readonly since: number } | undefined

  async function configuration(): Promise<oidc.Configuration> {
    const now = performance.now()
    if (!kept || now - kept.since > KEPT_FOR) {
      const config = discover()
      const asked = (kept = { config, since: now })
      // What failed is asked again by whoever comes next.
      config.catch(() => {
        if (kept === asked) kept = undefined
      })
    }
    return kept.config
  }

  const discover = () =>
    oidc.discovery(new URL(issuer), clientId, undefined, clientAuth(clientSecret), {
      timeout: ANSWER_WITHIN,
      execute: [
        oidc.enableNonRepudiationChecks,
        ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []),
      ],
    })

  const tokens = logoutTokens(issuer, clientId)

  return {
    issuer,
    async start(to, now, again = false) {
      const transaction = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
        to,
        startedAt: now,
        ...(again && { again }),
      }
      try {
        const url = oidc.buildAuthorizationUrl(await configuration(), {
          redirect_uri: baseUrl() + CALLBACK_PATH,
          scope: 'openid',
          state: transaction.state,
          nonce: transaction.nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(transaction.verifier),
          code_challenge_method: 'S256',
          // With it the provider also says when they signed in there.
          max_age: String(again ? PROVED_WITHIN : LIMITS.browserDays * DAY),
        })
        return { ok: true, value: { url: url.href, transaction } }
      } catch (error) {
        return failed('unreachable', kindOf(error))
      }
    },

    async finish(query, { state, nonce, verifier, startedAt }, now) {
      const age = now - startedAt
      if (!(age >= 0 && age < LIMITS.signInMinutes * 60_000)) return failed('expired')
      if (new URLSearchParams(query).get('state') !== state) return failed('expired')
      let config
      try {
        config = await configuration()
      } catch (error) {
        return failed('unreachable', kindOf(error))
      }
      try {
        const granted = await oidc.authorizationCodeGrant(
          config,
          new URL(`${baseUrl()}${CALLBACK_PATH}?${query}`),
          { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
        )
        const { iss, sub, sid, auth_time: provedAt } = granted.claims()!
        if (sub === '' || sub.length > SUBJECT_LENGTH) return failed('provider', 'subject')
        return {
          ok: true,
          value: {
            issuer: iss,
            subject: sub,
            ...(typeof sid === 'string' && sid.length <= SUBJECT_LENGTH && { sid }),
            ...(provedAt !== undefined && { authenticatedAt: Math.min(provedAt * 1_000, now) }),
          },
        }
      } catch (error) {
        return faultOf(error)
      }
    },

    async signedOut(logoutToken, now) {
      try {
        const { jwks_uri: keysAt = '' } = (await configuration()).serverMetadata()
        // Keys over http could be anybody's, but of a provider on this machine.
        if (new URL(keysAt).protocol !== new URL(issuer).protocol) return failed('provider', 'jwks_uri')
        return await tokens.verify(logoutToken, keysAt, now)
      } catch (error) {
        return failed('unreachable', kindOf(error))
      }
    },

    async signOutUrl() {
      try {
        const config = await configuration()
        if (config.serverMetadata().end_session_endpoint === undefined) return undefined
        const back = `${baseUrl()}/sign-in`
        return oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: back }).href
      } catch {
        return undefined
      }
    },
  }
}

/** By the `Authorization` header, as OpenID Connect has it where nothing is said; in the body where that alone is taken. */
function clientAuth(secret: string): oidc.ClientAuth {
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest)
  }
}

function faultOf(error: unknown): Tried<never> {
  if (error instanceof oidc.AuthorizationResponseError)
    return failed(error.error === 'access_denied' ? 'denied' : 'provider', codeOf(error.error))
  if (error instanceof oidc.ResponseBodyError) {
    if (error.status >= 500) return failed('unreachable', codeOf(error.error))
    return failed(error.error === 'invalid_grant' ? 'expired' : 'provider', codeOf(error.error))
  }
  return failed(isSilence(error) ? 'unreachable' : 'provider', kindOf(error))
}

/** A code as the protocol has them, for the log; the browser brings it along, and may have written anything there. */
const codeOf = (error: string): string => (/^[a-z_]{1,40}$/.test(error) ? error : 'other')

/** Whether no answer came at all: what `fetch` throws, and a time-out. */
const isSilence = (error: unknown): boolean =>
  kindOf(error) === 'OAUTH_TIMEOUT' || (error instanceof TypeError && error.message === 'fetch failed')

/** The kind of an error, without its message. */
const kindOf = (error: unknown): string => {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return String(code ?? name)
}
