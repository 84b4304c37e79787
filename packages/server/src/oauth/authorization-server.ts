/**
 * The authorization server: `oidc-provider`, set up for apps that connect to MCP. It has codes with PKCE, one resource,
 * opaque tokens and nothing else. Only this module and `adapter.ts` load the library, and only if the setting asks.
 * @see assistants 9.1
 */
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { LIMITS } from '@notegraph/contract'
import {
  APP_CODE_PREFIX,
  APP_REFRESH_PREFIX,
  APP_TOKEN_PREFIX,
  makeSecret,
  SYNC_SCOPE,
  type PluginHost,
} from '@notegraph/service'
import type { Store } from '@notegraph/store'
import { errors, interactionPolicy, Provider, type Configuration } from 'oidc-provider'
import { adapters, MOST_RECORDS, type AdapterDeps } from './adapter.ts'
import { appRequests, requestCookie } from './app-requests.ts'
import { cachedDocuments } from './cached-documents.ts'
import { targetOf } from './client-metadata.ts'
import { deviceGrants, isDeviceGrant } from './device-grants.ts'
import { KNOWN_SCOPES, OAUTH_PATHS, resourceOf } from './discovery.ts'
import { DocumentFault, type FetchDocument } from './metadata-document.ts'
import { exchange, type NodeAnswer } from './node-exchange.ts'
import { pluginHost } from './plugin-host.ts'
import { withWebhookSecret } from './webhook-secret.ts'
import type { AppRequests } from '@notegraph/web'

const HOUR = 3_600
const MINUTE = 60
const DAY = 86_400

/** The library says only that the request is invalid. One sentence for every cause helps no thief. */
const NO_GRANT =
  'The code or refresh token is unknown, expired or already used, or the app was disconnected. Connect the app again.'

export interface AuthorizationServerOptions {
  readonly store: Store
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** The public address, without a trailing slash. */
  readonly baseUrl: string
  readonly fetchDocument: FetchDocument
  /** Fetches the manifests of plug-ins. */
  readonly fetchManifest: FetchDocument
  /** Hosts of an own network, whose plug-ins may connect. */
  readonly ownHosts: readonly string[]
  /** The path of the page that asks the person. */
  readonly pageOf: (id: string) => string
  /** Called with an error of this server. */
  readonly failed: (error: unknown) => void
}

/** A request of an endpoint. */
export interface EndpointRequest {
  readonly method: string
  /** The path below the public address. */
  readonly path: string
  /** Without its `?`. */
  readonly query: string
  readonly headers: Headers
  readonly body?: Uint8Array | undefined
  /** The address that the request counts for. */
  readonly address: string
}

/** The answer of an endpoint. */
export interface EndpointAnswer extends NodeAnswer {
  /** Why the metadata document of the app cannot be used. */
  readonly documentFault?: string | undefined
}

/** The authorization server of one public address. */
export interface AuthorizationServer {
  handle(request: EndpointRequest): Promise<EndpointAnswer>
  readonly requests: AppRequests
  readonly plugins: PluginHost
}

/**
 * Opens the server.
 *
 * @example
 * ```ts
 * const server = openAuthorizationServer({ store, clock: Date.now, baseUrl, fetchDocument, fetchManifest, ownHosts: [], pageOf, failed })
 * ```
 */
export function openAuthorizationServer(options: AuthorizationServerOptions): AuthorizationServer {
  const { store, clock, baseUrl, failed } = options
  const apps = store.connectedApps
  const devices = deviceGrants(store, clock, MOST_RECORDS.interaction)
  const deps: AdapterDeps = {
    apps,
    devices,
    clock,
    resource: () => resourceOf(baseUrl),
    comparesIdAlone,
    isRevocation,
  }
  /** The addresses of the requests that run. */
  const addresses = new WeakMap<object, string>()
  const callerOf = (): string => addresses.get(Provider.ctx?.req ?? NOBODY) ?? ''
  const provider = new Provider(baseUrl, configurationOf(options, deps, callerOf))
  provider.proxy = true // the scheme and the host are those of the public address
  provider.silent = true
  provider.on('server_error', (_ctx, error) => failed(error))
  withPrefixes(provider)
  const callback = provider.callback()
  const faults = new WeakMap<object, string>()
  /** The grants of devices whose code was exchanged, by the request. */
  const exchanged = new WeakMap<object, string>()
  provider.on('grant.success', ({ req, oidc }) => {
    const { grantId } = oidc.entities.AuthorizationCode ?? {}
    if (isDeviceGrant(grantId)) exchanged.set(req, grantId)
  })
  provider.on('authorization.error', (ctx, error) => noteFault(ctx.req, error))
  provider.on('grant.error', (ctx, error) => {
    noteFault(ctx.req, error)
    if (error instanceof errors.InvalidGrant)
      Object.assign(ctx.body as object, { error_description: NO_GRANT })
  })

  function noteFault(request: object, error: Error): void {
    for (let at: unknown = error; at instanceof Error; at = at.cause)
      if (at instanceof DocumentFault) faults.set(request, at.message)
  }

  const { host, protocol, pathname } = new URL(baseUrl)
  const basePath = pathname.replace(/\/$/, '')

  return {
    async handle({ method, path, query, headers, body, address }) {
      const search = query === '' ? '' : `?${query}`
      const type = headers.get('content-type')
      const cookie = headers.get('cookie')
      let request: object | undefined
      const answer = await exchange(
        (incoming, outgoing) => {
          request = incoming
          addresses.set(incoming, address)
          return callback(incoming, outgoing)
        },
        {
          method,
          url: path + search,
          originalUrl: basePath + path + search,
          headers: {
            host,
            'x-forwarded-proto': protocol.slice(0, -1),
            accept: 'application/json', // pages are ours
            ...(type !== null && { 'content-type': type }),
            ...(cookie !== null && { cookie }),
            ...(body && { 'content-length': String(body.length) }),
          },
          body,
        },
      )
      if (path !== OAUTH_PATHS.token) return { ...answer, documentFault: request && faults.get(request) }
      const grantId = request && exchanged.get(request)
      const whole =
        grantId === undefined ? await withWebhookSecret(store, answer) : await devices.answer(answer, grantId)
      return { ...whole, documentFault: request && faults.get(request) }
    },
    requests: appRequests(provider, deps, store),
    plugins: pluginHost(deps, options.fetchManifest, options.ownHosts),
  }
}

const NOBODY = {}

/** The person allowed the app before, so a refresh and a revocation need nothing else of it. */
function comparesIdAlone(): boolean {
  const { route, params } = Provider.ctx?.oidc ?? {}
  return route === 'revocation' || (route === 'token' && params?.['grant_type'] === 'refresh_token')
}

const isRevocation = (): boolean => Provider.ctx?.oidc.route === 'revocation'

function configurationOf(
  { store, clock, baseUrl, fetchDocument, pageOf }: AuthorizationServerOptions,
  deps: AdapterDeps,
  callerOf: () => string,
): Configuration {
  const documentAt = cachedDocuments(store.connectedApps, clock, fetchDocument)
  const resource = deps.resource()
  const { Check, Prompt } = interactionPolicy
  const ask = new Check(
    'consent_missing',
    'The app needs the consent of a person.',
    'consent_required',
    (ctx) => ctx.oidc.result?.consent === undefined,
  )
  const cookie = requestCookie(baseUrl)
  const short = { httpOnly: true, overwrite: true, sameSite: 'lax', signed: false } as const
  return {
    adapter: adapters(deps),
    // No token is signed. The library wants a key, and this one ends with the process.
    jwks: { keys: [{ ...unusedKey(), use: 'sig', alg: 'ES256' }] },
    clientDefaults: { token_endpoint_auth_method: 'none', id_token_signed_response_alg: 'ES256' },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    clientAuthMethods: ['none'],
    responseTypes: ['code'],
    scopes: [...KNOWN_SCOPES],
    pkce: { required: () => true },
    cookies: {
      names: {
        interaction: cookie,
        resume: `${cookie}_resume`,
        session: `${cookie}_none`,
      },
      short,
      long: short,
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      registration: { enabled: true, idFactory: () => randomUUID(), issueRegistrationAccessToken: false },
      clientIdMetadataDocument: {
        enabled: true,
        ack: 'draft-02',
        cacheDuration: { min: 0, max: 0 }, // the store has the cache, and two would keep a document too long
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, asked) => {
          if (asked !== resource) throw new errors.InvalidTarget(`the resource must be ${resource}`)
          checkDevice(Provider.ctx?.oidc.params ?? {})
          return {
            scope: KNOWN_SCOPES.join(' '),
            audience: resource,
            accessTokenFormat: 'opaque',
            accessTokenTTL: LIMITS.appTokenMinutes * MINUTE,
          }
        },
      },
    },
    fetch: async (url) => {
      const document = await documentAt(new Request(url).url, callerOf())
      return Response.json(document)
    },
    expiresWithSession: () => false,
    findAccount: async (_ctx, id) =>
      (await store.accounts.find(id)) && { accountId: id, claims: () => ({ sub: id }) },
    interactions: {
      policy: [new Prompt({ name: 'consent', requestable: true }, ask)],
      url: (_ctx, { uid }) => baseUrl + pageOf(uid),
    },
    issueRefreshToken: (_ctx, client, code) =>
      !code.scopes.has(SYNC_SCOPE) && client.grantTypeAllowed('refresh_token'),
    renderError: (ctx, out) => {
      ctx.body = out
    },
    rotateRefreshToken: true,
    routes: {
      authorization: OAUTH_PATHS.authorize,
      token: OAUTH_PATHS.token,
      registration: OAUTH_PATHS.register,
      revocation: OAUTH_PATHS.revoke,
    },
    ttl: {
      AuthorizationCode: MINUTE,
      AccessToken: LIMITS.appTokenMinutes * MINUTE,
      RefreshToken: LIMITS.appDays * DAY,
      Grant: LIMITS.appDays * DAY,
      Interaction: LIMITS.appRequestMinutes * MINUTE,
      Session: HOUR,
      IdToken: HOUR,
    },
  }
}

/** A device gets all notes, so no other program may receive its code. @see RFC 8252, 7 */
function checkDevice({ scope, redirect_uri: redirect }: Readonly<Record<string, unknown>>): void {
  if (typeof scope !== 'string' || !scope.split(' ').includes(SYNC_SCOPE)) return
  if (scope !== SYNC_SCOPE) throw new errors.InvalidScope('the scope sync is asked for alone', SYNC_SCOPE)
  if (typeof redirect === 'string' && !targetOf(redirect).isLocal)
    throw new errors.InvalidRequest(
      'the scope sync needs a redirect to this computer or to a scheme of the app',
    )
}

const unusedKey = (): object =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })

/** The method by which a model of the library makes a secret. */
interface SecretModel {
  readonly prototype: { generateTokenId?: () => string }
}

/** Gives each kind of secret a prefix, so that programs that look for leaked secrets find it. */
function withPrefixes({ AccessToken, RefreshToken, AuthorizationCode }: Provider): void {
  const prefixes = [
    [AccessToken, APP_TOKEN_PREFIX],
    [RefreshToken, APP_REFRESH_PREFIX],
    [AuthorizationCode, APP_CODE_PREFIX],
  ] as const
  for (const [model, prefix] of prefixes) {
    const { prototype } = model as SecretModel
    const { generateTokenId } = prototype
    prototype.generateTokenId = function generate() {
      generateTokenId?.call(this) // it also notes the format of the token
      return makeSecret(prefix)
    }
  }
}
