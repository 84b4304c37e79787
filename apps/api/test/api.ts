/**
 * The app on a store in memory, as tests call it. Every answer, whatever a test looks at, is held against the route
 * table: its status, its schema and the headers that a route of its kind has.
 */
import { ERRORS, ErrorBody, ROUTES, type Route } from '@notegraph/contract'
import { makeLog, type Log } from '@notegraph/host'
import { notesService, operator, rateLog, type Operator } from '@notegraph/service'
import type { Store } from '@notegraph/store'
import { openSqlite } from '@notegraph/store/sqlite'
import * as v from 'valibot'
import { expect } from 'vitest'
import { addressReader, createApp } from '../src/index.ts'
import { fill, NOON } from './notes.ts'

export interface Call {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** In place of the account's own; `null` sends none. */
  readonly token?: string | null
  /** The socket's. */
  readonly from?: string
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The answer's JSON, as its schema says it. */
  readonly body: Record<string, any> // oxlint-disable-line typescript/no-explicit-any -- what it holds is the test's to say
}

export interface Api {
  /** @param target path and query as they are sent, never normalised */
  call(target: string, call?: Call): Promise<Reply>
  /** Below `/api/v1/notes`. */
  get(target: string, call?: Call): Promise<Reply>
  readonly app: ReturnType<typeof createApp>
  readonly operators: Operator
  /** Of the account `me`, which it reads and writes. */
  readonly token: string
  readonly clock: { now: number }
}

export interface ApiOptions {
  readonly limit?: number
  readonly trusted?: readonly string[]
  readonly log?: Log
  /** Stands in front of the store. */
  readonly wrap?: (store: Store) => Store
}

export const NOTES = '/api/v1/notes'
const NO_BLOBS = { put: async () => {}, get: async () => undefined, removeAll: async () => {} }

export async function openApi(options: ApiOptions = {}): Promise<Api> {
  const { limit = 0, trusted = [], log = makeLog('silent'), wrap = (store) => store } = options
  const clock = { now: NOON }
  const now = () => clock.now
  const held = openSqlite(':memory:')
  await fill(held.graph('me'))
  const operators = operator(held, NO_BLOBS, now)
  await operators.createAccount('me', {})
  const { token } = await operators.createToken('me', { name: 'Test', scope: 'write' })
  const store = wrap(held)
  const app = createApp({
    store,
    notes: notesService(store, now),
    requests: rateLog(limit, 60_000),
    log,
    clock: now,
    addressOf: addressReader(trusted),
    baseUrl: () => 'https://notes.example',
  })

  async function call(target: string, { method = 'GET', headers = {}, token: other, from }: Call = {}) {
    const secret = other === undefined ? token : other
    const response = await app.request(
      'http://notes.example/',
      { method, headers: { ...(secret !== null && { Authorization: `Bearer ${secret}` }), ...headers } },
      { incoming: { url: target, socket: { remoteAddress: from ?? '192.0.2.1' } } },
    )
    const reply = { status: response.status, headers: response.headers, text: await response.text() }
    return { ...reply, body: checked(target, method, reply) }
  }

  return { call, get: (target, options) => call(NOTES + target, options), app, operators, token, clock }
}

/** The routes of a path; none where the API has no such path. */
function routesOf(target: string): Route[] {
  const parts = target.split('?', 1)[0]!.split('/').map(decoded)
  return ROUTES.filter(({ path }) => {
    const wanted = path.split('/')
    return (
      wanted.length === parts.length &&
      wanted.every((part, i) => (part.startsWith('{') ? parts[i] !== '' : part === parts[i]))
    )
  })
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function checked(target: string, method: string, reply: Omit<Reply, 'body'>): Reply['body'] {
  const routes = routesOf(target)
  const open = routes.some(({ auth }) => auth === 'open')
  const { headers, status, text } = reply
  const header = (name: string) => headers.get(name)
  expect(header('access-control-allow-origin')).toBe(open ? '*' : null)
  if (!open) expect(header('cache-control')).toBe('no-store')
  expect(header('www-authenticate')).toBe(status === 401 ? 'Bearer' : null)
  expect(header('retry-after')).toBe(status === 429 ? '60' : null)
  if (status !== 204) expect(header('allow') !== null).toBe(status === 405)
  if (method === 'HEAD' || status === 204) {
    expect(text).toBe('')
    return {}
  }
  expect(header('content-type')).toBe('application/json; charset=utf-8')
  const body: unknown = JSON.parse(text)
  const route = routes.find((route) => route.method === method) ?? routes[0]
  if (status === 200) {
    v.parse(route!.answer, body)
    return body as Reply['body']
  }
  const error = v.parse(ErrorBody, body)
  expect(status).toBe(ERRORS[error.code].status)
  expect(error.error).not.toBe('')
  expect(error.hint).not.toBe('')
  if (route) expect(Object.keys(route.errors)).toContain(error.code)
  else expect(error.code).toBe('not_found')
  return error
}

/** The ids of a list of pages or blocks. */
export const ids = (list: readonly { readonly id: string }[]): string[] => list.map(({ id }) => id)
