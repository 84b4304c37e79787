/** The app with its authorization server, an app that connects, and a person who answers the page that asks. */
import { createHash, randomBytes } from 'node:crypto'
import { connectPath } from '@notegraph/web'
import { expect } from 'vitest'
import { openAuthorizationServer } from '../src/oauth/authorization-server.ts'
import { DocumentFault, type FetchDocument } from '../src/oauth/metadata-document.ts'
import { openApi, type Api, type ApiOptions } from './api.ts'
import { message, post } from './mcp.ts'
import { BASE, openBrowser, signedIn, type WebBrowser } from './web-browser.ts'

export const RESOURCE = `${BASE}/api/mcp`
export const REDIRECT = 'http://127.0.0.1:4567/callback'
/** The address of the metadata document of an app. */
export const DOCUMENT_URL = 'https://app.example/client.json'
export const DOCUMENT = {
  client_id: DOCUMENT_URL,
  client_name: 'Example App',
  redirect_uris: ['https://app.example/callback', 'http://127.0.0.1/callback'],
  grant_types: ['authorization_code', 'refresh_token'],
}

export interface OauthApi extends Api {
  /** Documents by their address; the fetch of any other fails. */
  readonly documents: Map<string, unknown>
  /** Addresses that were fetched. */
  readonly fetched: string[]
}

export interface OauthOptions extends ApiOptions {
  readonly fetchDocument?: FetchDocument
}

export async function openOauth(options: OauthOptions = {}): Promise<OauthApi> {
  const documents = new Map<string, unknown>([[DOCUMENT_URL, DOCUMENT]])
  const fetched: string[] = []
  const fromMap: FetchDocument = async (url) => {
    fetched.push(url)
    if (!documents.has(url)) throw new DocumentFault('Its host cannot be reached.')
    return { text: JSON.stringify(documents.get(url)), maxAge: 600 }
  }
  const baseUrl = options.baseUrl ?? BASE
  const api = await openApi({
    ...options,
    openAuthorization: (store) =>
      openAuthorizationServer({
        store,
        clock: () => Date.now(),
        baseUrl,
        fetchDocument: options.fetchDocument ?? fromMap,
        fetchManifest: options.fetchDocument ?? fromMap,
        ownHosts: [],
        pageOf: connectPath,
        failed: (error) => {
          console.error(error)
        },
      }),
  })
  return { ...api, documents, fetched }
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- any answer of the authorization server
  readonly body: any
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  }
}

const FROM = { incoming: { socket: { remoteAddress: '192.0.2.9' } } }

export const fetchJson = async (
  { app }: Pick<Api, 'app'>,
  path: string,
  init?: RequestInit,
): Promise<Answer> => answerOf(await app.request(BASE + path, init, FROM))

export const sendForm = async (api: Pick<Api, 'app'>, path: string, fields: object): Promise<Answer> =>
  fetchJson(api, path, { method: 'POST', body: new URLSearchParams(fields as Record<string, string>) })

/** Registers an app. */
export const register = async (api: Pick<Api, 'app'>, metadata: unknown): Promise<Answer> =>
  fetchJson(api, '/oauth/register', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: typeof metadata === 'string' ? metadata : JSON.stringify(metadata),
  })

export const verifier = (): string => randomBytes(32).toString('base64url')
export const challenge = (of: string): string => createHash('sha256').update(of).digest('base64url')

export interface Asked {
  readonly clientId?: string
  readonly verifier: string
  readonly redirect?: string
  /** Replaces parameters; `undefined` leaves one out. */
  readonly parameters?: Readonly<Record<string, string | undefined>>
}

/** The path that an app opens in the browser. */
export function authorizePath({
  clientId = DOCUMENT_URL,
  verifier: of,
  redirect = REDIRECT,
  parameters = {},
}: Asked): string {
  const all: Record<string, string | undefined> = {
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirect,
    code_challenge: challenge(of),
    code_challenge_method: 'S256',
    state: 'the state',
    resource: RESOURCE,
    scope: 'notes:read notes:write',
    ...parameters,
  }
  const given = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return `/oauth/authorize?${new URLSearchParams(given).toString()}`
}

const locationOf = (response: Response): URL => new URL(response.headers.get('location') ?? '')

/** The address of the page that asks, which the request of an app leads to. */
export async function toPage(browser: WebBrowser, asked: Asked): Promise<string> {
  const response = await browser.get(authorizePath(asked))
  expect([response.status, response.headers.get('content-type')]).toEqual([303, null])
  const page = locationOf(response)
  expect(page.href).toMatch(/^https:\/\/notes\.example\/settings\/assistants\/connect\/[\w-]+$/)
  return page.pathname
}

export interface Person {
  readonly scope?: 'read' | 'write'
  readonly answer?: 'allow' | 'deny'
  readonly zone?: string
  /** The box of a right, if it is ticked. */
  readonly may?: string
}

/** Answers the page. @returns the address of the app, with its code or its error */
export async function answerPage(browser: WebBrowser, page: string, person: Person = {}): Promise<URL> {
  const { scope = 'write', answer = 'allow', zone = 'Europe/Berlin', may } = person
  const sent = await browser.post(page, { scope, answer, zone, ...(may !== undefined && { may }) })
  expect(sent.status).toBe(200)
  const next = /url=(\S+)$/.exec(sent.headers.get('refresh') ?? '')?.[1] ?? ''
  const { pathname, search } = new URL(next)
  const back = await browser.get(pathname + search)
  expect(back.status).toBe(303)
  return locationOf(back)
}

/** The whole way of an app to its code, with a person who is signed in. */
export async function codeOf(api: Api, asked: Asked, person: Person = {}): Promise<string> {
  const browser = await signedIn(api)
  const back = await answerPage(browser, await toPage(browser, asked), person)
  expect(back.searchParams.get('error')).toBeNull()
  return back.searchParams.get('code') ?? ''
}

/** Exchanges a code. */
export const exchangeCode = async (
  api: Api,
  code: string,
  asked: Asked,
  more: object = {},
): Promise<Answer> =>
  sendForm(api, '/oauth/token', {
    grant_type: 'authorization_code',
    client_id: asked.clientId ?? DOCUMENT_URL,
    code,
    redirect_uri: asked.redirect ?? REDIRECT,
    code_verifier: asked.verifier,
    resource: RESOURCE,
    ...more,
  })

export const refresh = async (api: Api, token: string, more: object = {}): Promise<Answer> =>
  sendForm(api, '/oauth/token', {
    grant_type: 'refresh_token',
    client_id: DOCUMENT_URL,
    refresh_token: token,
    ...more,
  })

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
  readonly scope: string
}

/** Connects an app. */
export async function connect(api: Api, person: Person = {}): Promise<Tokens> {
  const asked = { verifier: verifier() }
  const { status, body } = await exchangeCode(api, await codeOf(api, asked, person), asked)
  expect([status, body]).toMatchObject([200, { token_type: 'Bearer', expires_in: 3_600 }])
  return body as Tokens
}

export { openBrowser, signedIn }

/** The status with which MCP answers a token. */
export const statusOfMcp = async (api: Api, token: string): Promise<number> =>
  (await post(api, message('tools/list'), { token })).status

/** The visible text of a page, on one line. */
export const textOf = async (response: Response): Promise<string> =>
  (await response.text()).replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
