/**
 * The app on an empty store. Every answer is checked against the API description and the route table: its status,
 * its headers and every member of its body.
 */
import { randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { ERRORS, ErrorBody, type Rates, type Route } from '@notegraph/contract'
import { makeLog, type Log } from '@notegraph/host'
import {
  hashSecret,
  makeSecret,
  operator,
  type Agent,
  type Operator,
  type Provider,
} from '@notegraph/service'
import { memoryBlobs, type Blobs, type GraphStore, type Right, type Store } from '@notegraph/store'
import { openTestStore } from '@notegraph/store/testing'
import * as v from 'valibot'
import { expect } from 'vitest'
import { addressReader, createApp, makeDeps, type DepsOptions } from '../src/index.ts'
import { expectDescribed, routesOf, type Exchanged } from './described.ts'
import { fill, NOON } from './notes.ts'

/** The errors that pass with time. */
const WAITING: ReadonlySet<string> = new Set(['rate_limited', 'unavailable'])

export interface Call {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Replaces the account's token; `null` sends none. */
  readonly token?: string | null
  /** The address of the socket. */
  readonly from?: string
  /** The raw body, with no media type except in `headers`. */
  readonly body?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
  /** Skips the check of the answer, which is much faster for very many requests. */
  readonly unchecked?: true
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The JSON of the answer; empty if the answer is a file. */
  readonly body: Record<string, any> // oxlint-disable-line typescript/no-explicit-any -- tests vary
}

export interface Api {
  /** @param target the raw path and query */
  call(target: string, call?: Call): Promise<Reply>
  /** A GET below `/api/v1/notes`. */
  get(target: string, call?: Call): Promise<Reply>
  /** A POST below `/api/v1/notes`, with a JSON body. */
  post(target: string, body: unknown, call?: Call): Promise<Reply>
  patch(target: string, body: unknown, call?: Call): Promise<Reply>
  readonly app: ReturnType<typeof createApp>
  readonly operators: Operator
  readonly store: Store
  readonly graph: GraphStore
  readonly blobs: Blobs
  /** A token of the account `me` that reads and writes. */
  readonly token: string
  readonly clock: { now: number }
}

export interface ApiOptions {
  /** Rates that are left out have no limit. */
  readonly rates?: Partial<Rates>
  readonly trusted?: readonly string[]
  readonly log?: Log
  readonly logAddresses?: boolean
  readonly build?: string
  readonly metrics?: DepsOptions['metrics']
  /** Wraps the store. */
  readonly wrap?: (store: Store) => Store
  readonly agent?: Agent
  readonly provider?: Provider
  /** The default is `https://notes.example`. */
  readonly baseUrl?: string
  readonly billingSecrets?: readonly string[]
  readonly mail?: DepsOptions['mail']
  readonly siteHosts?: DepsOptions['siteHosts']
  /** The rights of the token; all by default. */
  readonly may?: readonly Right[]
  readonly openAuthorization?: DepsOptions['openAuthorization']
  readonly wrapBlobs?: (blobs: Blobs) => Blobs
}

export const NOTES = '/api/v1/notes'
const SILENT = makeLog('silent')
const NO_LIMIT: Rates = {
  requestsPerAddress: 0,
  writesPerToken: 0,
  writesPerAddress: 0,
  revertibleChanges: 0,
}

const token = makeSecret('ngp_')

/** The account `me`, its token and its notes. */
async function prepare(store: Store): Promise<void> {
  await fill(store.graph('me'))
  await operator(store, memoryBlobs(), () => NOON).createAccount('me', {})
  await store.tokens.create({
    id: randomUUID(),
    accountId: 'me',
    hash: hashSecret(token),
    name: 'Test',
    scope: 'write',
    may: ['organize', 'publish'],
    createdAt: NOON,
  })
  await store.audit.key()
}

export async function openApi(options: ApiOptions = {}): Promise<Api> {
  const { rates, trusted = [], log = SILENT } = options
  const { wrap = (store) => store, wrapBlobs = (blobs) => blobs } = options
  const clock = { now: NOON }
  const now = () => clock.now
  const held = await openTestStore(prepare)
  if (options.may)
    for (const { id } of await held.tokens.list('me')) await held.tokens.setRights(id, 'me', options.may)
  const graph = held.graph('me')
  const blobs = wrapBlobs(memoryBlobs(now))
  const operators = operator(held, blobs, now)
  const store = wrap(held)
  const app = createApp(
    makeDeps({
      store,
      blobs,
      agent: options.agent,
      provider: options.provider,
      openAuthorization: options.openAuthorization,
      ...(options.billingSecrets && { billingSecrets: options.billingSecrets }),
      mail: options.mail,
      siteHosts: options.siteHosts,
      log,
      metrics: options.metrics,
      logAddresses: options.logAddresses,
      build: options.build,
      clock: now,
      addressOf: addressReader(trusted),
      baseUrl: () => options.baseUrl ?? 'https://notes.example',
      rates: { ...NO_LIMIT, ...rates },
      origin: 'https://notes.example',
    }),
  )

  async function call(target: string, options: Call = {}) {
    const { method = 'GET', headers = {}, token: other, from, body, unchecked } = options
    const secret = other === undefined ? token : other
    const response = await app.request(
      'http://notes.example/',
      {
        method,
        headers: { ...(secret !== null && { Authorization: `Bearer ${secret}` }), ...headers },
        ...(body !== undefined && { body, duplex: 'half' }),
      },
      { incoming: { url: target, socket: { remoteAddress: from ?? '192.0.2.1' } } },
    )
    const zipped = response.headers.get('content-encoding') === 'gzip'
    const text = zipped ? gunzipSync(await response.arrayBuffer()).toString() : await response.text()
    const reply = { status: response.status, headers: response.headers, text }
    if (unchecked) return { ...reply, body: JSON.parse(text) as Reply['body'] }
    return { ...reply, body: checked({ method, target, ...reply }) }
  }

  const sending =
    (method: string): Api['post'] =>
    (target, body, options = {}) =>
      call(NOTES + target, {
        method,
        body: JSON.stringify(body),
        ...options,
        headers: { 'Content-Type': 'application/json', ...options.headers },
      })

  return {
    call,
    get: (target, options) => call(NOTES + target, options),
    post: sending('POST'),
    patch: sending('PATCH'),
    app,
    operators,
    store: held,
    graph,
    blobs,
    token,
    clock,
  }
}

/** Routes that answer with bytes or lines instead of one JSON value. */
const OUT = new Set<Route['bytes']>(['answer', 'archive', 'lines'])

/** Addresses of shared pages and sites. */
const READERS = /^\/[ps](?:[/?]|$)/

function checked(exchanged: Exchanged): Reply['body'] {
  const { method, target, status, headers, text } = exchanged
  const routes = routesOf(target)
  const open = routes.some(({ auth }) => auth === 'open')
  const header = (name: string) => headers.get(name)
  expectSame(
    {
      isDescribed: expectDescribed(exchanged),
      origins: header('access-control-allow-origin'),
      hasId: /^[0-9a-f-]{36}$/.test(header('x-request-id') ?? ''),
      cached: open ? null : header('cache-control'),
      scheme: header('www-authenticate'),
      wait: status === 429 || status === 503 ? null : header('retry-after'),
      allows: status !== 204 && header('allow') !== null,
    },
    {
      isDescribed: routes.length > 0,
      origins: open ? '*' : null,
      hasId: true,
      cached: open ? null : 'no-store',
      scheme: status === 401 ? 'Bearer' : null,
      wait: null,
      allows: status === 405,
    },
  )
  if (method === 'HEAD' || status === 204 || status === 304) {
    expect(text).toBe('')
    return {}
  }
  if (status < 300 && routes.some(({ bytes, ...route }) => OUT.has(bytes) && route.method === method))
    return {}
  // An address of readers always has a page.
  if (routes.length === 0 && READERS.test(target) && header('content-type')?.startsWith('text/html'))
    return {}
  expectSame({ type: header('content-type') }, { type: 'application/json; charset=utf-8' })
  const body: unknown = JSON.parse(text)
  const route = routes.find((route) => route.method === method) ?? routes[0]
  if (status === 200) {
    v.parse(route!.answer, body)
    const { page, block } = body as Reply['body']
    const tagged = route!.tagged === true && (page ?? block ?? null) !== null
    const form = tagged ? /^"[\w-]{22}"$/ : open ? /^W\/"[\w-]{22}"$/ : /^$/
    if (!form.test(header('etag') ?? '')) expect(header('etag') ?? '').toMatch(form)
    return body as Reply['body']
  }
  const error = v.parse(ErrorBody, body)
  expectSame(
    {
      status,
      wait: header('retry-after'),
      hasText: error.error !== '' && error.hint !== '',
      isListed: route ? Object.hasOwn(route.errors, error.code) : error.code === 'not_found',
    },
    {
      status: status === 416 ? 416 : ERRORS[error.code].status, // 416 has no error code
      wait: WAITING.has(error.code) ? expect.stringMatching(/^[1-9]\d{1,4}$/) : null,
      hasText: true,
      isListed: true,
    },
  )
  return error
}

type Flat = Readonly<Record<string, string | number | boolean | null>>

/** Compares flat values. Most are equal, and only for others `expect` is worth its time. */
function expectSame(actual: Flat, expected: Flat): void {
  if (Object.entries(expected).some(([name, value]) => actual[name] !== value))
    expect(actual).toEqual(expected)
}

/** The ids of a list of pages or blocks. */
export const ids = (list: readonly { readonly id: string }[]): string[] => list.map(({ id }) => id)

/** The headers of an answer without its request id. */
export const headersOf = ({ headers }: Reply): [string, string][] =>
  [...headers].filter(([name]) => name !== 'x-request-id')

/** The status and the error code of an answer. */
export const codeOf = ({ status, body }: Reply): [number, unknown] => [status, body['code']]
