/**
 * Requests of apps to the authorization server. It gives tokens only for a code, a verifier and a client that belong
 * together. It redirects only to an address of the client, and its errors have the form of the RFCs.
 */
import { equal, ok } from 'node:assert/strict'
import fc from 'fast-check'
import {
  challenge,
  codeOf,
  connect,
  DOCUMENT,
  DOCUMENT_URL,
  openOauth,
  REDIRECT,
  register,
  RESOURCE,
  verifier,
  type OauthApi,
} from '../../../packages/server/test/oauth.ts'
import { BASE } from '../../../packages/server/test/web-browser.ts'
import { textOf, type Target } from '../target.ts'
import { filled, fuzzedApp } from './fuzzed-app.ts'
import { jsonText, type Schema } from './json-text.ts'
import { readRequest, requestText } from './request-text.ts'

const OWN_REDIRECT = 'https://own.example/back?x=1'

/** The secrets of an app that connects. An input has their names in the place of their values. */
interface Secrets {
  readonly CODE: string
  readonly VERIFIER: string
  readonly ACCESS: string
  readonly REFRESH: string
}

interface ConnectingApi extends OauthApi {
  /** A client that registered itself. */
  readonly client: string
  /** The addresses of each client. */
  readonly redirects: Map<string, readonly string[]>
  /** Absent once an input may have used one of them. */
  secrets?: Secrets | undefined
  /** When the code ends, in milliseconds since 1970. */
  until: number
  inputs: number
}

/** A code works for a minute. */
const CODE_LASTS = 40_000

async function open(): Promise<ConnectingApi> {
  const api = await openOauth()
  const { body } = await register(api, { client_name: 'Own', redirect_uris: [OWN_REDIRECT] })
  const redirects = new Map([
    [DOCUMENT_URL, DOCUMENT.redirect_uris],
    [body.client_id as string, [OWN_REDIRECT]],
  ])
  return { ...api, client: body.client_id as string, redirects, until: 0, inputs: 0 }
}

async function secretsOf(api: ConnectingApi): Promise<Secrets> {
  if (api.secrets && Date.now() < api.until) return api.secrets
  for (const { id } of await api.store.connectedApps.list('me', Date.now())) await api.store.connectedApps.end(id)
  const tokens = await connect(api)
  const of = verifier()
  const code = await codeOf(api, { verifier: of })
  api.until = Date.now() + CODE_LASTS
  return (api.secrets = { CODE: code, VERIFIER: of, ACCESS: tokens.access_token, REFRESH: tokens.refresh_token })
} // prettier-ignore

type Fields = readonly (readonly [name: string, value: string])[]

/** A form with most of its fields, each mostly with its value. */
function form(fields: { readonly [name: string]: readonly string[] }): fc.Arbitrary<Fields> {
  const each = Object.entries(fields).map(([name, [value = '', ...others]]) =>
    fc.tuple(
      fc.constant(name),
      fc.oneof({ weight: 14, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: fc.constantFrom('', ...others) }, { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) }),
      fc.nat(29),
    ),
  )
  return fc.tuple(...each).map((all) =>
    all.flatMap(([name, value, dice]) => {
      const pair = [name, value.toWellFormed()] as const
      return dice === 0 ? [] : dice === 1 ? [pair, pair] : [pair]
    }),
  )
} // prettier-ignore

const encoded = (fields: Fields): string =>
  new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])).toString()

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }
const post = (path: string, body: string): Uint8Array =>
  requestText({ method: 'POST', target: path, headers: FORM }, body)
const CLIENTS = [
  'CLIENT',
  'nobody',
  'https://gone.example/c.json',
  'https://u:p@x.example/',
  'http://127.0.0.1/',
]

const token = fc.oneof(
  form({ grant_type: ['authorization_code', 'refresh_token'], client_id: [DOCUMENT_URL, ...CLIENTS], code: ['CODE', 'REFRESH', 'ngc_x'], redirect_uri: [REDIRECT, OWN_REDIRECT, `${REDIRECT}/`, 'http://127.0.0.1:1/callback'], code_verifier: ['VERIFIER', 'x', 'x'.repeat(43), 'x'.repeat(129)], resource: [RESOURCE, BASE, 'https://evil.example/'] }),
  form({ grant_type: ['refresh_token', 'authorization_code'], client_id: [DOCUMENT_URL, ...CLIENTS], refresh_token: ['REFRESH', 'CODE', 'ACCESS', 'ngr_x'], scope: ['notes:read', 'notes:write', 'openid', 'x'] }),
  form({ grant_type: ['client_credentials', 'password', 'implicit', 'urn:ietf:params:oauth:grant-type:device_code'], client_id: [DOCUMENT_URL, 'CLIENT'], username: ['me'], password: ['x'] }),
).map((fields) => post('/oauth/token', encoded(fields))) // prettier-ignore

const revoke = form({ token: ['REFRESH', 'ACCESS', 'CODE', 'x'], token_type_hint: ['refresh_token', 'access_token', 'x'], client_id: [DOCUMENT_URL, ...CLIENTS] })
  .map((fields) => post('/oauth/revoke', encoded(fields))) // prettier-ignore

const REDIRECTS = [OWN_REDIRECT, 'https://app.example/callback', 'https://evil.example/', 'http://127.0.0.1:9/callback', 'http://127.0.0.1.evil.example/callback', 'http://localhost/callback', 'https://app.example/callback/../x', 'https://app.example@evil.example/callback', 'javascript:alert(1)', '//evil.example'] // prettier-ignore
const authorize = form({
  client_id: [DOCUMENT_URL, ...CLIENTS], response_type: ['code', 'token', 'none', 'code token'], redirect_uri: [REDIRECT, ...REDIRECTS], code_challenge: ['CHALLENGE', 'x'],
  code_challenge_method: ['S256', 'plain'], state: ['the state', 'a\r\nb', '&x='], resource: [RESOURCE, BASE], scope: ['notes:read notes:write', 'openid', 'notes:read'], prompt: ['', 'none', 'login'], response_mode: ['query', 'fragment', 'form_post', 'web_message'],
}).map((fields) => requestText({ method: 'GET', target: `/oauth/authorize?${encoded(fields)}`, headers: {} }, '')) // prettier-ignore

const list: Schema = { type: 'array', items: { type: 'string' } }
const metadata: Schema = {
  type: 'object',
  properties: { client_name: { type: 'string' }, redirect_uris: list, grant_types: list, response_types: list, token_endpoint_auth_method: { type: 'string' }, scope: { type: 'string' }, jwks_uri: { type: 'string' } },
  required: ['redirect_uris'],
} // prettier-ignore
const registration = jsonText(metadata, {
  resolve: () => ({}),
  texts: ['x', 'none', 'https://x.example/', 'client_secret_basic', 'a\nb'],
  named: { redirect_uris: REDIRECTS, grant_types: ['authorization_code', 'refresh_token', 'implicit'], response_types: ['code', 'token'] },
}).map((text) => requestText({ method: 'POST', target: '/oauth/register', headers: { 'Content-Type': 'application/json' } }, text)) // prettier-ignore

const documents = fc
  .constantFrom('/.well-known/oauth-authorization-server', '/.well-known/oauth-protected-resource/api/mcp', '/.well-known/oauth-protected-resource/x', '/.well-known/openid-configuration', '/oauth/authorize/x', '/oauth/token')
  .map((path) => requestText({ method: 'GET', target: path, headers: {} }, '')) // prettier-ignore

/** The errors of the RFCs 6749, 7009, 7591 and 8707. */
const ERRORS = new Set([
  'invalid_request', 'invalid_client', 'invalid_grant', 'unauthorized_client', 'unsupported_grant_type', 'invalid_scope', 'invalid_target',
  'unsupported_token_type', 'invalid_redirect_uri', 'invalid_client_metadata',
]) // prettier-ignore
/** A refusal before the authorization server, such as one for too large a body, has the form of the API. */
const OF_API = new Set(['bad_request', 'method_not_allowed', 'not_found', 'too_large', 'rate_limited'])

interface Answer {
  readonly error?: unknown
  readonly code?: unknown
  readonly access_token?: unknown
  readonly client_id?: unknown
  readonly redirect_uris?: unknown
}

/** Whether a form is the honest one for these secrets. Only the resource may be sent twice. @see RFC 8707, 2 */
function isHonest(sent: URLSearchParams, { CODE, VERIFIER, REFRESH }: Secrets): boolean {
  const is = (name: string, ...values: readonly (string | undefined)[]) => {
    const all = sent.getAll(name)
    return all.length < 2 && values.includes(all[0])
  }
  const isResource = sent.getAll('resource').every((one) => one === RESOURCE || one === '')
  if (!isResource || !is('client_id', DOCUMENT_URL)) return false
  if (is('grant_type', 'refresh_token')) return is('refresh_token', REFRESH)
  return is('grant_type', 'authorization_code') && is('code', CODE) && is('code_verifier', VERIFIER) && is('redirect_uri', REDIRECT)
} // prettier-ignore

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Whether a redirect leads to an address of a client. A program on this computer may use any port. @see RFC 8252, 7.3 */
function isRegistered(to: URL, registered: readonly string[]): boolean {
  return registered.some((one) => {
    const known = new URL(one)
    if (LOOPBACK.has(known.hostname) && known.protocol === 'http:') known.port = to.port
    const isSame = known.protocol === to.protocol && known.host === to.host && known.pathname === to.pathname
    return isSame && [...known.searchParams].every(([name, value]) => to.searchParams.getAll(name).includes(value))
  })
} // prettier-ignore

function checkRedirect(api: ConnectingApi, target: string, location: string): void {
  if (location.startsWith(`${BASE}/`)) return
  const clients = new URLSearchParams(target.slice(target.indexOf('?') + 1)).getAll('client_id')
  const registered = clients.length === 1 ? (api.redirects.get(clients[0]!) ?? []) : []
  ok(isRegistered(new URL(location), registered), `the answer leads to ${location}`)
}

const app = fuzzedApp(open)

const target: Target = {
  name: 'oauth',
  grammar: fc.noBias(
    fc.oneof(
      { weight: 6, arbitrary: token },
      { weight: 5, arbitrary: authorize },
      { weight: 2, arbitrary: registration },
      { weight: 2, arbitrary: revoke },
      { weight: 1, arbitrary: documents },
    ),
  ),
  tokens: ['CODE', 'VERIFIER', 'REFRESH', 'ACCESS', 'CLIENT', '&client_id=CLIENT', '&code=', '&scope=', '%00', '%', '+', '=', '&', 'GET ', 'POST ', '\n\n', '"redirect_uris":["https://x.example/"]', '/oauth/token', '/oauth/authorize?'],
  check: (input) =>
    app.use(async (api) => {
      api.clock.now += 60_000 // sign-ins of an address have a rate
      const secrets = await secretsOf(api)
      const CHALLENGE = challenge(secrets.VERIFIER)
      const sent = readRequest(filled(input, { ...secrets, CHALLENGE, CLIENT: api.client }), ['GET', 'POST'])
      const path = sent.target.split('?')[0]!
      if (!path.startsWith('/oauth/') && !path.startsWith('/.well-known/')) return
      const head = await api.graph.commits.head()
      const { method, headers, body } = sent
      const remoteAddress = `10.0.${(api.inputs >> 8) & 255}.${api.inputs++ & 255}` // and registrations too
      const response = await api.app.request(
        BASE + sent.target,
        { method, headers, ...(method === 'POST' && { body }) },
        { incoming: { url: sent.target, socket: { remoteAddress } } },
      )
      const { status } = response
      const text = await response.text()
      ok(status < 500, `the answer is ${status}: ${text}`)
      equal(await api.graph.commits.head(), head)
      if (path === '/oauth/token' || path === '/oauth/revoke') api.secrets = undefined // one may be used now
      const location = response.headers.get('location')
      if (location !== null) checkRedirect(api, sent.target, location)
      if (!response.headers.get('content-type')?.startsWith('application/json')) return
      const { error, code, access_token, client_id, redirect_uris } = JSON.parse(text) as Answer
      if (status >= 400) ok(ERRORS.has(String(error)) || OF_API.has(String(code)), `the error is ${text}`)
      if (error === 'invalid_client') ok(status === 401 || status === 400)
      if (path === '/oauth/token' && status < 300) ok(isHonest(new URLSearchParams(textOf(body)), secrets), `a token for ${textOf(body)}`)
      ok(path === '/oauth/token' || access_token === undefined)
      if (path === '/oauth/register' && status === 201) api.redirects.set(client_id as string, redirect_uris as string[])
    }),
  fresh: () => app.fresh(),
} // prettier-ignore
export default target
