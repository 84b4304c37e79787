/**
 * Signs in through an identity provider, with OpenID Connect: the authorization code flow with PKCE. `openid-client`
 * checks state, nonce, issuer, audience, time and signature. The provider's metadata is loaded at the first sign-in, so
 * that the server starts without the provider.
 */
import { LIMITS } from '@notegraph/contract'
import type { Identity } from '@notegraph/store'
import type { ClientAuth, Configuration } from 'openid-client'
import { failed, type SignInResult } from './fault.ts'
import { logoutTokens, type LoggedOut } from './logout-token.ts'

/** The client settings for an identity provider. */
export interface ProviderSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** The state that a browser stores while it is at the provider. */
export interface Transaction {
  readonly state: string
  readonly nonce: string
  /** The PKCE verifier: proves that the same browser requested the code. */
  readonly verifier: string
  /** The page after the sign-in. */
  readonly to: string
  readonly startedAt: number
  /** Whether a signed-in person authenticates again. */
  readonly again?: boolean
}

/** A person known to the provider. */
export interface KnownPerson extends Identity {
  /** The id of the person's session at the provider. */
  readonly sid?: string
  /** When the person authenticated, in milliseconds since 1970; absent if the provider does not report it. */
  readonly authenticatedAt?: number
}

/** An identity provider, over OpenID Connect. */
export interface Provider {
  readonly issuer: string
  /**
   * @param again whether the person must authenticate again
   * @returns the provider's address to redirect the browser to
   */
  start(
    to: string,
    now: number,
    again?: boolean,
  ): Promise<SignInResult<{ readonly url: string; readonly transaction: Transaction }>>
  /** @param query the raw query from the provider, without its `?` */
  finish(query: string, transaction: Transaction, now: number): Promise<SignInResult<KnownPerson>>
  /** The address of the provider's sign-out; undefined if it has none or does not answer. */
  signOutUrl(): Promise<string | undefined>
  /**
   * @param logoutToken the raw token from the provider
   * @param end ends the sessions; if it throws, the token works again
   */
  signedOut<T>(
    logoutToken: string,
    now: number,
    end: (who: LoggedOut) => Promise<T>,
  ): Promise<SignInResult<T>>
}

/** The path to which a provider redirects the browser. */
export const CALLBACK_PATH = '/api/sign-in/callback'

/** The most seconds since a person authenticated, if asked to authenticate again. */
const PROVED_WITHIN = 60

/** Seconds until a request to the provider fails. */
const ANSWER_WITHIN = 5
/** Milliseconds for which the provider's metadata is cached. */
const KEPT_FOR = 3_600_000
const SUBJECT_LENGTH = 255
const DAY = 86_400

/**
 * Opens an identity provider. A server without one does not load the library.
 *
 * @param baseUrl the public address
 * @example
 * ```ts
 * const provider = await openProvider({ issuer, clientId, clientSecret }, 'https://notes.example')
 * ```
 */
export async function openProvider(
  { issuer, clientId, clientSecret }: ProviderSettings,
  baseUrl: () => string,
): Promise<Provider> {
  const oidc = await import('openid-client')
  let kept: { readonly config: Promise<Configuration>; readonly since: number } | undefined

  async function configuration(): Promise<Configuration> {
    const now = performance.now()
    if (!kept || now - kept.since > KEPT_FOR) {
      const config = discover()
      const asked = (kept = { config, since: now })
      // After a failure, the next sign-in loads the metadata again.
      config.catch(() => {
        if (kept === asked) kept = undefined
      })
    }
    return kept.config
  }

  /** Uses the `Authorization` header, which is OpenID Connect's default; the body if the provider only accepts that. */
  function clientAuth(secret: string): ClientAuth {
    const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)]
    return (server, ...rest) => {
      const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
      return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest)
    }
  }

  function faultOf(error: unknown): SignInResult<never> {
    if (error instanceof oidc.AuthorizationResponseError)
      return failed(error.error === 'access_denied' ? 'denied' : 'provider', codeOf(error.error))
    if (error instanceof oidc.ResponseBodyError) {
      if (error.status >= 500) return failed('unreachable', codeOf(error.error))
      return failed(error.error === 'invalid_grant' ? 'expired' : 'provider', codeOf(error.error))
    }
    return failed(isSilence(error) ? 'unreachable' : 'provider', kindOf(error))
  }

  const discover = () =>
    oidc.discovery(new URL(issuer), clientId, undefined, clientAuth(clientSecret), {
      timeout: ANSWER_WITHIN,
      execute: [
        oidc.enableNonRepudiationChecks,
        ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []),
      ],
    })

  const tokens = await logoutTokens(issuer, clientId)

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
          // With `max_age`, the provider reports when the person authenticated.
          max_age: String(again ? PROVED_WITHIN : LIMITS.browserIdleDays * DAY),
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

    async signedOut(logoutToken, now, end) {
      let keysAt: string
      try {
        keysAt = (await configuration()).serverMetadata().jwks_uri ?? ''
        // Keys over http could be an attacker's, except for a provider on this machine.
        if (new URL(keysAt).protocol !== new URL(issuer).protocol) return failed('provider', 'jwks_uri')
      } catch (error) {
        return failed('unreachable', kindOf(error))
      }
      return tokens.take(logoutToken, keysAt, now, end)
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

/** A protocol error code for the log. The value comes from the browser, so any other text is replaced. */
const codeOf = (error: string): string => (/^[a-z_]{1,40}$/.test(error) ? error : 'other')

/** Whether no answer arrived: an error of `fetch`, or a timeout. */
const isSilence = (error: unknown): boolean =>
  kindOf(error) === 'OAUTH_TIMEOUT' || (error instanceof TypeError && error.message === 'fetch failed')

/** The kind of an error, without its message. An error of `fetch` has the code of the system in its cause. */
const kindOf = (error: unknown): string => {
  const { code, name, cause } = error as { code?: unknown; name?: unknown; cause?: { code?: unknown } }
  return String(code ?? cause?.code ?? name)
}
