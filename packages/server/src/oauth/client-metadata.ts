/**
 * The metadata of an app, from its registration or its document, reduced to what this server uses. Apps have no secret
 * here, and prove themselves with PKCE. A redirect goes to https, to this computer, or to an app of this computer.
 * @see assistants 9.1
 */
import { LIMITS } from '@notegraph/contract'
import { LOOPBACK } from '../http/origin.ts'

/** The metadata of a client, in the words of RFC 7591. */
export type ClientMetadata = Readonly<Record<string, unknown>>

const MOST_REDIRECTS = 20
const GRANTS = ['authorization_code', 'refresh_token'] as const

/** @param given any JSON object @returns the members that this server uses; the others have no effect */
export function knownMetadata(given: ClientMetadata): ClientMetadata {
  const redirects = stringsOf(given['redirect_uris']).slice(0, MOST_REDIRECTS)
  const grants = stringsOf(given['grant_types'])
  const name = plainName(given['client_name'])
  return {
    ...(name !== undefined && { client_name: name }),
    redirect_uris: redirects,
    // Without a refresh token, the app would ask the person again each hour.
    grant_types: grants.length === 0 ? [...GRANTS] : GRANTS.filter((one) => grants.includes(one)),
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    // A native app may use any port of this computer, and http only there.
    application_type: redirects.every((uri) => uri.startsWith('https:')) ? 'web' : 'native',
  }
}

/**
 * Why the redirects of an app cannot be used, in a sentence. An address is compared as a whole, so a wildcard would only
 * match itself. A user or a password hides the host from a person.
 * @see assistants 9.5
 */
export function redirectFault(known: ClientMetadata): string | undefined {
  for (const redirect of stringsOf(known['redirect_uris'])) {
    const url = URL.parse(redirect)
    if (!url) continue // the library says so
    if (url.username !== '' || url.password !== '') return 'A redirect of it has a user or a password.'
    if (`${redirect} ${url.href}`.includes('*')) return 'A redirect of it has a wildcard.'
  }
  return undefined
}

/** Reduces the body of a registration to the members that this server uses. */
export function registrationOf(body: unknown): ClientMetadata | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  return knownMetadata(body as ClientMetadata)
}

const stringsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

/** A name as one short line, or undefined if there is none. */
function plainName(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const name = value.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim().slice(0, LIMITS.tokenName).trim() // prettier-ignore
  return name === '' ? undefined : name
}

/** The target of a redirect, for a person: a host, or the scheme of an app. */
export function targetOf(redirect: string): { readonly returnsTo: string; readonly isLocal: boolean } {
  const { protocol, host, hostname } = new URL(redirect)
  if (protocol !== 'https:' && protocol !== 'http:') return { returnsTo: protocol, isLocal: true }
  return { returnsTo: host, isLocal: LOOPBACK.has(hostname) }
}
