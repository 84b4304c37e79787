/** The most used paths: what people, programs, assistants and devices ask most often. */
import { randomUUID } from 'node:crypto'
import { makeBlock } from '@notegraph/graph'

/** The secrets of one server, and the names that its notes have. */
export interface Target {
  readonly url: string
  readonly token: string
  readonly session: string
  readonly cookie: string
  /** A page of some fifty blocks. */
  readonly page: string
  /** A word of the notes. */
  readonly word: string
  /** A block of today's page, and the id of that page. */
  readonly block: string
  readonly today: string
  /** The epoch and the cursor of a device that has everything. */
  readonly epoch: number
  readonly cursor: string
}

/** One request, and the next ones. */
export type Load = (n: number) => Asked
export interface Asked {
  readonly path: string
  readonly method?: 'GET' | 'POST' | 'PATCH'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

const NOTES = '/api/v1/notes'
const JSON_TYPE = { 'content-type': 'application/json' }
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })

const read =
  (path: (target: Target) => string) =>
  (target: Target): Load =>
  () => ({ path: NOTES + path(target), headers: bearer(target.token) })

const web =
  (path: (target: Target) => string) =>
  (target: Target): Load =>
  () => ({ path: path(target), headers: { cookie: target.cookie } })

/** @param body has another text each time, since the same text again changes nothing */
const write =
  (method: 'POST' | 'PATCH', path: string, secret: string, body: (n: number) => object): Load =>
  (n) => ({ method, path, headers: { ...bearer(secret), ...JSON_TYPE }, body: JSON.stringify(body(n)) })

const textOf = (n: number) => `TODO ask [[Ada]] about the **harbour** #plan ${n}`

const call =
  (name: string, args: (target: Target) => object) =>
  (target: Target): Load => {
    const params = { name, arguments: args(target) }
    const headers = { ...bearer(target.token), ...JSON_TYPE, 'MCP-Protocol-Version': '2025-11-25' }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    return () => ({ method: 'POST', path: '/api/mcp', headers, body })
  }

const push = (target: Target): Load =>
  write('POST', '/api/sync', target.session, (n) => {
    const made = { id: randomUUID(), pageId: target.today, parentId: null, order: 1_000 + n, now: Date.now() }
    const record = makeBlock({ ...made, content: textOf(n), rev: randomUUID() })
    const item = { record, dirty: ['words', 'place'], seen: [], drops: [] }
    return { epoch: target.epoch, device: 'bench', records: [item] }
  })

const encoded = encodeURIComponent
const query = ({ page }: Target) => `(and (todo TODO) [[${page}]])`

/** Reads come first: later ones would find the blocks that the writes add. */
export const PATHS: readonly (readonly [name: string, load: (target: Target) => Load])[] = [
  ['API: read a page', read(({ page }) => `/pages/${encoded(page)}`)],
  ['API: read today', read(() => '/days/today')],
  ['API: list pages', read(() => '/pages?limit=50')],
  ['API: search by words', read(({ word }) => `/search?q=${encoded(word)}&limit=50`)],
  ['API: search by a query', read((target) => `/search?q=${encoded(query(target))}`)],
  ['API: tasks', read(() => '/tasks?limit=50')],
  ['API: links to a page', read(({ page }) => `/pages/${encoded(page)}/links`)],
  ['MCP: read_page', call('read_page', ({ page }) => ({ name: page }))],
  ['MCP: search', call('search', ({ word }) => ({ query: word }))],
  ['sync: pull of nothing new', ({ session, cursor }) => () => ({ path: `/api/sync?cursor=${encoded(cursor)}`, headers: bearer(session) })], // prettier-ignore
  ['Web: a page of notes', web(({ page }) => `/graph/page?name=${encoded(page)}`)],
  ['Web: today', web(() => '/graph/day')],
  ['Web: tasks', web(() => '/graph/tasks')],
  ['Web: a short page', web(() => '/settings/storage')],
  ['API: update a block', ({ token, block }) => write('PATCH', `${NOTES}/blocks/${block}`, token, (n) => ({ text: textOf(n) }))], // prettier-ignore
  ['API: add a block', ({ token, page }) => write('POST', `${NOTES}/pages/${encoded(page)}/blocks`, token, (n) => ({ text: textOf(n) }))], // prettier-ignore
  ['sync: push of a block', push],
]
