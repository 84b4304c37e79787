/**
 * Web pages, each compared with the API read beneath it, and pages for readers, compared with a bare handler that sends the
 * same bytes. Another process loads both in turns. The bytes of a visit are compared with the most that it may take.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { makeBlock, makePage, type GraphRecord } from '@notegraph/graph'
import { operator } from '@notegraph/service'
import type { Blobs, Store } from '@notegraph/store'
import { openDiskBlobs } from '@notegraph/store/disk'
import { openSqlite } from '@notegraph/store/sqlite'
import { loadRatio } from './load.ts'
import type { Ratio } from './measure.ts'
import { fill, start } from './served.ts'

/** A web page may take three times as long as its read. */
const TARGET = 0.34
/** Readers are strangers and many: a link that is passed around must not slow down the server. */
const READER_TARGET = 0.5
const SECONDS = 1
const WRITES = 40

/** A web page and the read of the same data. */
const PAGES = [
  ['assistants', '/settings/assistants', 'session', '/settings/tokens'],
  ['changes', '/settings/changes', 'session', '/settings/changes?limit=20'],
  ['storage', '/settings/storage', 'session', '/settings/storage'],
  ['the list of pages', '/graph', 'token', '/notes/pages?limit=50'],
  ['a page of 1,000 blocks', '/graph/page?name=Long', 'token', '/notes/pages/Long'],
  ['a page of 100 blocks', '/graph/page?name=Page%20500', 'token', '/notes/pages/Page%20500'],
  [`today, of ${WRITES} blocks`, '/graph/day', 'token', '/notes/days/today'],
  ['tasks', '/graph/tasks', 'token', '/notes/tasks?limit=50'],
  ['a page of eight live queries', '/graph/page?name=Queries', 'token', '/notes/pages/Queries'],
  ['search', '/graph/search?q=harbour', 'token', '/notes/search?q=harbour&limit=50'],
] as const

/** The most bytes of a first visit to a page of text, without the scripts that it works without. */
const FIRST_VISIT = 20_000

const SHARE = 'b'.repeat(22)
const READER_PAGES = [
  ['a shared page of 100 blocks', `/s/${SHARE}`],
  ['a page of a site, of 1,000 blocks', '/p/bench/long'],
  ['the index of a site of 1,000 pages', '/p/bench/index'],
] as const

export async function webRatios(): Promise<Ratio[]> {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-bench-'))
  try {
    await fill(folder, 1_000)
    return await measured(folder, await enter(folder))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

interface Entries {
  readonly token: string
  readonly session: string
  /** The path of the sign-in link. */
  readonly link: string
}

async function enter(folder: string): Promise<Entries> {
  const store = openSqlite(folder)
  const blobs = openDiskBlobs(join(folder, 'files'))
  const operators = operator(store, blobs, Date.now)
  const { token } = await operators.createToken('bench', { name: 'Laptop script', scope: 'write' })
  const { session } = await operators.createSession('bench', { device: 'Phone' })
  const { path } = await operators.createSignInLink('bench')
  await store
    .graph('bench')
    .commits.commit({ puts: [...longPage(), ...queriesPage()].map((record) => ({ record, from: 0 })) })
  await addPicture(store, blobs)
  await publish(store)
  await store.close()
  return { token, session, link: path }
}

/** Adds a page with a picture. */
async function addPicture(store: Store, blobs: Blobs): Promise<void> {
  const chunks = (async function* () {
    yield Buffer.alloc(PICTURE, 'boat')
  })()
  const received = (await blobs.receive('bench', chunks, PICTURE))!
  await received.keep()
  await received.drop()
  const now = Date.now()
  const file = {
    id: 'boat',
    name: 'boat.png',
    type: 'image/png',
    hash: received.hash,
    size: PICTURE,
    createdAt: now,
  }
  const page = makePage({ id: 'pictured', name: 'Pictured', now })
  const block = makeBlock({
    id: 'pictured-0',
    content: 'the boat ![](/api/files/boat)',
    rev: 'r',
    pageId: page.id,
    parentId: null,
    order: 0,
    now,
  })
  await store
    .graph('bench')
    .commits.commit({ puts: [page, block].map((record) => ({ record, from: 0 })), files: [file] })
}

/** Bytes of the picture. */
const PICTURE = 100_000

/** Shares a page, and publishes all pages as a site. */
async function publish(store: Store): Promise<void> {
  const page = (await store.graph('bench').pages.findByName('page 500'))!
  const own = { accountId: 'bench', createdAt: Date.now() }
  await store.shares.create({ ...own, id: SHARE, pageId: page.id, quotes: false }, { open: 1, closed: 1 })
  const rule = { pages: ['long', 'pictured'], query: '(not [[No page]])', journals: false }
  await store.sites.create({ ...own, slug: 'bench', title: 'Bench', rule }, { open: 1, closed: 1 })
}

/** Kinds of lines as in notes: half of them words alone. */
const LINES = [
  'plain words about the harbour and the boat',
  'TODO ask [[Ada]] about the **harbour** #plan',
  'a few more words, and a longer sentence that goes on for a while',
  'a line with `code`, *emphasis* and https://example.org/a',
  'words again',
  '## A heading\n- one\n- two',
]

function longPage(): GraphRecord[] {
  const now = Date.now()
  const blocks = Array.from({ length: 1_000 }, (_, n) =>
    makeBlock({
      id: `long-${n}`,
      content: LINES[n % LINES.length]!,
      rev: 'r',
      pageId: 'long',
      parentId: null,
      order: n,
      now,
    }),
  )
  return [makePage({ id: 'long', name: 'Long', now }), ...blocks]
}

/** Queries as the pages of a real graph have them, among words. */
const QUERIES = ['(todo TODO)', '(and [[Ada]] (todo TODO))', 'harbour', '#plan', '(or [[Ada]] [[Page 1]])', '(property type book)', '(not [[Ada]])', '"a longer sentence"'] // prettier-ignore

function queriesPage(): GraphRecord[] {
  const now = Date.now()
  const texts = QUERIES.flatMap((query, n) => [`what is found by the query ${n}`, `{{query ${query}}}`, ...LINES.slice(0, 2)]) // prettier-ignore
  const blocks = texts.map((content, n) => makeBlock({ id: `queries-${n}`, content, rev: 'r', pageId: 'queries', parentId: null, order: n, now })) // prettier-ignore
  return [makePage({ id: 'queries', name: 'Queries', now }), ...blocks]
}

async function measured(folder: string, { token, session, link }: Entries): Promise<Ratio[]> {
  const server = await start(folder, undefined)
  try {
    const base = `http://127.0.0.1:${server.api}`
    const form = { method: 'POST', redirect: 'manual', headers: { 'sec-fetch-site': 'same-origin' } } as const
    const signedIn = await fetch(base + link, form)
    const [cookie] = signedIn.headers.getSetCookie().map((set) => set.split(';')[0]!)
    if (cookie === undefined) throw new Error(`signing in answered ${signedIn.status}`)
    await write(base, token)
    const secrets = { token, session }
    const ratios: Ratio[] = []
    for (const [name, page, by, read] of PAGES)
      ratios.push({
        name: `Web: ${name}`,
        of: 'requests a second',
        to: `the API, ${read}`,
        ratio: await loadRatio(
          { url: base + page, headers: { cookie } },
          { url: `${base}/api/v1${read}`, headers: { authorization: `Bearer ${secrets[by]}` } },
          SECONDS,
        ),
        target: TARGET,
      })
    for (const [name, page] of READER_PAGES)
      ratios.push({
        name: `Web: ${name}`,
        of: 'requests a second',
        to: 'a bare handler with the same bytes',
        ratio: await loadRatio(
          { url: base + page },
          { url: `http://127.0.0.1:${server.floor}/same?path=${encodeURIComponent(page)}` },
          SECONDS,
        ),
        target: READER_TARGET,
      })
    return [...ratios, ...(await visitRatios(base))]
  } finally {
    await server.stop()
  }
}

/** The bytes of visits to pages of a site. */
async function visitRatios(base: string): Promise<Ratio[]> {
  const page = await visit(`${base}/p/bench/page-500`)
  const styles = Array.from(
    page.text.matchAll(/<link rel="(?:stylesheet|icon)" href="([^"]+)"/g),
    ([, path]) => path!,
  )
  const loaded = await Promise.all(styles.map(async (path) => visit(base + path)))
  const first = [page, ...loaded].reduce((sum, { bytes }) => sum + bytes, 0)
  await visit(`${base}/p/bench/pictured`) // a page names its files
  const pictured = `${base}/p/bench/files/boat.png`
  const { bytes, etag } = await visit(pictured)
  const again = await visit(pictured, etag)
  if (bytes !== PICTURE) throw new Error(`the picture has ${bytes} bytes`)
  return [
    {
      name: 'Web: a first visit of a page of text',
      of: `${FIRST_VISIT} bytes`,
      to: 'the bytes of the page, its styles and its icon',
      ratio: FIRST_VISIT / first,
      target: 1,
      notes: `${first} bytes`,
    },
    {
      name: 'Web: a second visit of a picture',
      of: 'bytes that are not sent',
      to: 'the bytes of the picture',
      ratio: (bytes - again.bytes) / bytes,
      target: 1,
      notes: `${again.bytes} bytes`,
    },
  ]
}

/** A request as a browser sends it. @returns the bytes of the body as they were sent */
async function visit(url: string, etag?: string): Promise<{ bytes: number; text: string; etag: string }> {
  const headers = { 'accept-encoding': 'gzip', ...(etag !== undefined && { 'if-none-match': etag }) }
  const [answer] = (await once(get(url, { headers }), 'response')) as [IncomingMessage]
  const body = await buffer(answer)
  if (answer.statusCode !== 200 && answer.statusCode !== 304)
    throw new Error(`${url} answered ${answer.statusCode}`)
  const text = answer.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
  return { bytes: body.length, text: text.toString(), etag: answer.headers.etag ?? '' }
}

/** Creates the content of today's page and the change list. */
async function write(base: string, token: string): Promise<void> {
  for (let n = 0; n < WRITES; n++) {
    const response = await fetch(`${base}/api/v1/notes/pages/today/blocks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text: `TODO ask [[Page ${n}]] about the **harbour** #plan ${n}` }),
    })
    if (!response.ok) throw new Error(`writing answered ${response.status}`)
  }
}
