/**
 * An identity provider for tests, over HTTP in this process: `oidc-provider` with a form that asks for a name. A test
 * fills the form in with a browser, or calls `visit`.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider, type Adapter, type AdapterPayload, type Configuration } from 'oidc-provider'

export interface IdentityProvider {
  /** The settings of a client of this provider. */
  readonly settings: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string }
  /**
   * Sends a logout request to the client, as a provider does after a sign-out there.
   * @param sid the provider's session, from the ID token
   * @throws if the client does not answer with 200
   */
  signOut(subject: string, sid: string): Promise<void>
  /** Stops the provider, to test one that is down. */
  close(): Promise<void>
}

export interface IdentityProviderOptions {
  /** The address of the service that signs in here. */
  readonly baseUrl: string
  /** Replaces parts of the default configuration. */
  readonly configuration?: Configuration
  /** Delivers the provider's requests to the client. */
  readonly deliver?: (url: string, init: RequestInit) => Promise<Response>
}

/**
 * Starts a provider on the loopback address, because any other address requires https.
 *
 * @example
 * ```ts
 * const provider = await openIdentityProvider({ baseUrl: 'http://127.0.0.1:8787' })
 * ```
 */
export async function openIdentityProvider({
  baseUrl,
  configuration,
  deliver = fetch,
}: IdentityProviderOptions): Promise<IdentityProvider> {
  const server = createServer()
  const issuer = await listening(server)
  const client = { clientId: 'notes', clientSecret: 'a secret of the client, long enough' }
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [`${baseUrl}/api/sign-in/callback`],
        post_logout_redirect_uris: [`${baseUrl}/sign-in`],
        backchannel_logout_uri: `${baseUrl}/api/sign-in/backchannel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    adapter: kept(),
    jwks: { keys: [await KEY] },
    cookies: { keys: ['a key of the test'] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    // Disables the provider's guard against local addresses, because the client runs on this machine.
    fetch: async (url, init = {}) => {
      const { method = 'GET', headers, body } = init
      return deliver(new Request(url).url, { method, ...(headers && { headers }), ...(body && { body }) })
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 60, IdToken: 60, AuthorizationCode: 60 },
    ...configuration,
  })
  const answer = provider.callback()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url!.startsWith('/interaction/')) return void answer(request, response)
    void interact(provider, request, response)
  })
  return {
    settings: { issuer, ...client },
    signOut: async (subject, sid) => {
      const one = (await provider.Client.find(client.clientId)) as unknown as LoggedOutClient
      await one.backchannelLogout(subject, sid)
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Members of a client that the types lack. */
interface LoggedOutClient {
  backchannelLogout(subject: string, sid: string): Promise<void>
}

/** One key for all providers, because generating a key is slow. */
const KEY = generateKeyPair('RS256', { extractable: true }).then(async ({ privateKey }) => ({
  ...(await exportJWK(privateKey)),
  alg: 'RS256',
  use: 'sig',
}))

/** The provider's storage, in memory. */
function kept(): (model: string) => Adapter {
  const rows = new Map<string, AdapterPayload>()
  return (model) => {
    const key = (id: string) => `${model} ${id}`
    return {
      upsert: async (id, payload) => void rows.set(key(id), payload),
      find: async (id) => rows.get(key(id)),
      findByUid: async (uid) => [...rows.values()].find((row) => row.uid === uid),
      findByUserCode: async (code) => [...rows.values()].find((row) => row.userCode === code),
      consume: async (id) =>
        void rows.set(key(id), { ...rows.get(key(id)), consumed: Math.floor(Date.now() / 1_000) }),
      destroy: async (id) => void rows.delete(key(id)),
      revokeByGrantId: async (grantId) => {
        for (const [at, row] of rows) if (row.grantId === grantId) rows.delete(at)
      },
    }
  }
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const FORM = `<!doctype html><html lang="en"><title>Who are you?</title><main><h1>Who are you?</h1><form method="post">
<label>Name <input name="name" value="ada"></label>
<button name="answer" value="yes">Continue</button><button name="answer" value="no">Cancel</button></form></main></html>`

/** Asks for the person's name and takes the answer as consent. */
async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { params, prompt, grantId } = await provider.interactionDetails(request, response)
  if (request.method !== 'POST') {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    return void response.end(FORM)
  }
  const form = new URLSearchParams(await textOf(request))
  const accountId = form.get('name') ?? ''
  if (form.get('answer') !== 'yes')
    return provider.interactionFinished(request, response, { error: 'access_denied' })
  const grant = (grantId && (await provider.Grant.find(grantId))) || new provider.Grant({ accountId, clientId: String(params['client_id']) }) // prettier-ignore
  grant.addOIDCScope('openid')
  const consent = { grantId: await grant.save() }
  await provider.interactionFinished(request, response, {
    ...(prompt.name === 'login' && { login: { accountId } }),
    consent,
  })
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

export interface Visit {
  readonly as?: string
  readonly answer?: 'yes' | 'no'
}

/**
 * Visits the provider as a new browser and answers its form.
 * @returns the address to which the provider redirects the browser
 * @example
 * ```ts
 * const back = await visit(start, { as: 'ada' })
 * ```
 */
export async function visit(start: string, { as = 'ada', answer = 'yes' }: Visit = {}): Promise<URL> {
  const { origin } = new URL(start)
  const cookies = new Map<string, string>()
  let url = start
  let form: URLSearchParams | undefined
  for (let steps = 0; steps < 10; steps++) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    })
    form = undefined
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const to = response.headers.get('location')
    if (to !== null) url = new URL(to, url).href
    else if (response.status === 200) form = new URLSearchParams({ name: as, answer })
    else throw new Error(`the provider answered ${response.status}: ${await response.text()}`)
    if (new URL(url).origin !== origin) return new URL(url)
  }
  throw new Error('the provider sent the browser about in a circle')
}
