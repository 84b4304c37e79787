/** A site for tests, `trip`, shared pages, and a reader without an account. @see sharing 1, 3 */
import { beforeEach, expect } from 'vitest'
import { openApi, type Api, type ApiOptions } from './api.ts'
import { NOON } from './notes.ts'
import { sharedNotes, type SharedNotes } from './shared-notes.ts'
import { openBrowser, type WebBrowser } from './web-browser.ts'

const SITES = '/api/v1/settings/sites'
const SHARES = '/api/v1/settings/shares'

export interface PublishedSite {
  api: Api
  notes: SharedNotes
  reader: WebBrowser
  /** Publishes `trip` with this rule. */
  publish(rule: object): Promise<Record<string, unknown>>
  change(rule: object): Promise<Record<string, unknown>>
  send(method: string, path: string, body?: object): Promise<Record<string, unknown>>
  /** Shares a page. @returns the path of the link */
  share(body: object): Promise<string>
  /** Ends a link. @param path the result of `share` */
  endShare(path: string): Promise<unknown>
  /** Adds a file to the account, which blocks name as `/api/files/<id>`. */
  addFile(id: string, name: string, type: string, content: string | Uint8Array<ArrayBuffer>): Promise<void>
  /** Opens a path below `/p/trip` as a reader. */
  open(path: string, headers?: Readonly<Record<string, string>>): Promise<Opened>
}

export interface Opened {
  readonly status: number
  readonly headers: Headers
  readonly html: string
}

/** The account and its private pages are new for each test. */
export function useSite(options: ApiOptions = {}): PublishedSite {
  async function call(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const { session } = await it.api.operators.createSession('me', { device: 'Phone' })
    const reply = await it.api.call(path, {
      method,
      token: session,
      headers: { 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect([reply.status, reply.body]).toEqual([200, expect.anything()])
    return reply.body
  }
  const it = {
    send: async (method, path, body) => call(method, `${SITES}${path}`, body),
    publish: async (rule) => it.send('POST', '', { slug: 'trip', title: 'Our trip', ...rule }),
    change: async (rule) => it.send('PATCH', '/trip', rule),
    share: async (body) => `/s/${String((await call('POST', SHARES, body))['id'])}`,
    endShare: async (path) => call('POST', `${SHARES}/${path.slice('/s/'.length)}/end`),
    async addFile(id, name, type, content) {
      const bytes = Buffer.from(content)
      const chunks = (async function* () {
        yield bytes
      })()
      const received = (await it.api.blobs.receive('me', chunks, 1_000))!
      await received.keep()
      await received.drop()
      const file = { id, name, type, hash: received.hash, size: bytes.length, createdAt: NOON }
      await it.api.graph.commits.commit({ puts: [], files: [file] })
    },
    async open(path, headers) {
      const response = await it.reader.get(`/p/trip${path}`, headers)
      return { status: response.status, headers: response.headers, html: await response.text() }
    },
  } as PublishedSite
  beforeEach(async () => {
    it.api = await openApi(options)
    it.notes = await sharedNotes(it.api.graph)
    it.reader = openBrowser(it.api)
  })
  return it
}
