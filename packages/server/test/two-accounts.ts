/**
 * Two accounts on one server. The first has things with unique words and ids, and the second has its own credentials. A
 * snapshot of the first shows whether anything changed.
 */
import { makeBlock, makePage } from '@notegraph/graph'
import type { Api } from './api.ts'
import { openApi } from './api.ts'
import { NOON } from './notes.ts'
import { openBrowser, signedIn, type WebBrowser } from './web-browser.ts'

/** The credentials of an account. */
export interface Keys {
  readonly token: string
  readonly session: string
  readonly browser: WebBrowser
}

export interface TwoAccounts {
  readonly api: Api
  /** The credentials of the first account. */
  readonly theirs: Keys
  /** The credentials of the second account, which sends the requests. */
  readonly ours: Keys
  /** Names of things of the first account, by their kind. */
  readonly things: Readonly<Record<string, string>>
  /** Words that only the first account contains, and the names of its things. */
  readonly marks: readonly string[]
  /** The whole state of the first account, as text. */
  look(): Promise<string>
}

const WORDS = {
  page: 'Quokkanest',
  alias: 'Numbatden',
  text: 'vermilion otter',
  version: 'cerulean otter',
  file: 'zebrafinch.png',
  token: 'Alpaca token',
  device: 'Narwhal phone',
}

export async function openTwo(): Promise<TwoAccounts> {
  const api = await openApi()
  await api.operators.createAccount('alice', {})
  const graph = api.store.graph('alice')
  const pageId = 'quokka-page-7f3a'
  const blockId = 'b10c0000-aaaa-4bbb-8ccc-0000000000a1'
  const rev = 'rev-of-alice-1'
  const block = makeBlock({
    id: blockId,
    content: `TODO ${WORDS.text} [[${WORDS.page}]]`,
    rev: 'rev-of-alice-0',
    pageId,
    parentId: null,
    order: 1,
    now: NOON,
  })
  const version = { text: WORDS.version, rev, at: NOON, device: WORDS.device }
  const records = [
    makePage({ id: pageId, name: WORDS.page, props: [['alias', WORDS.alias]], now: NOON }),
    { ...block, versions: [version] },
  ]
  const committed = await graph.commits.commit({ puts: records.map((record) => ({ record, from: 0 })) })
  if (!committed.ok) throw new Error(committed.why)

  const alice = await keysOf(api, 'alice')
  const me = await keysOf(api, 'me', api.token)
  const uploaded = await api.call(`/api/files?name=${WORDS.file}`, {
    method: 'POST',
    token: alice.session,
    headers: { 'Content-Type': 'image/png' },
    body: new Uint8Array([1, 2, 3]),
  })
  const write = { token: alice.token }
  await api.post(`/pages/${WORDS.page}/blocks`, { text: `second ${WORDS.text}` }, write)
  const { changes } = (await api.call('/api/v1/settings/changes', { token: alice.session })).body
  const [token] = await api.operators.listTokens('alice')
  const [device] = await api.store.sessions.list('alice')
  const [browser] = await api.store.browsers.list('alice')
  const { cursor } = (await api.call('/api/sync', { token: alice.session })).body
  const things = {
    'page name': WORDS.page,
    alias: WORDS.alias,
    'page id': pageId,
    'block id': blockId,
    revision: rev,
    'file id': uploaded.body['id'] as string,
    'change id': changes[0].id as string,
    'token id': token!.id,
    'token name': WORDS.token,
    'session id': device!.id,
    'browser id': browser!.id,
    cursor: cursor as string,
    'account id': 'alice',
  }

  return {
    api,
    theirs: alice,
    ours: me,
    things,
    // A cursor is a place in a feed, and reveals nothing.
    marks: [
      ...Object.values(WORDS),
      ...Object.entries(things).flatMap(([what, thing]) => (what === 'cursor' ? [] : thing)),
    ],
    look: async () => {
      const accounts = await api.operators.listAccounts()
      return JSON.stringify([
        accounts.find(({ id }) => id === 'alice'),
        await graph.feed.state(),
        (await api.call('/api/sync', { token: alice.session })).text,
        (await api.call('/api/v1/settings/changes', { token: alice.session })).text,
        await api.operators.listTokens('alice'),
        await api.store.sessions.list('alice'),
        await api.store.browsers.list('alice'),
        await api.store.identities.list('alice'),
        await api.store.connectedApps.list('alice', NOON),
      ])
    },
  }
}

async function keysOf(api: Api, account: string, held?: string): Promise<Keys> {
  const named = { name: WORDS.token, scope: 'write' } as const
  const token = held ?? (await api.operators.createToken(account, named)).token
  const device = account === 'alice' ? WORDS.device : 'Other phone'
  const { session } = await api.operators.createSession(account, { device })
  return { token, session, browser: await signedIn(api, account) }
}

let asked = 0
/** A new address, so that no rate is ever reached. */
export function newAddress(): string {
  asked++
  return `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`
}

/** A copy of a browser that stores no cookies, so that requests do not affect each other. */
export const sameBrowser = (api: Api, { cookies }: WebBrowser): WebBrowser => {
  const copy = openBrowser(api, undefined, newAddress)
  for (const [name, value] of cookies) copy.cookies.set(name, value)
  return copy
}
