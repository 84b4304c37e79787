/**
 * Web pages, each compared with the API read beneath it, and pages for readers, compared with a bare handler that sends the
 * same bytes. Another process loads both in turns.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeBlock, makePage, type GraphRecord } from '@notegraph/graph'
import { operator } from '@notegraph/service'
import type { Store } from '@notegraph/store'
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
  ['search', '/graph/search?q=harbour', 'token', '/notes/search?q=harbour&limit=50'],
] as const

const SHARE = 'b'.repeat(22)
const READER_PAGES = [
  ['a shared page of 100 blocks', `/s/${SHARE}`],
  ['a page of a site, of 1,000 blocks', '/p/bench/pages/long'],
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
  const operators = operator(store, openDiskBlobs(join(folder, 'files')), Date.now)
  const { token } = await operators.createToken('bench', { name: 'Laptop script', scope: 'write' })
  const { session } = await operators.createSession('bench', { device: 'Phone' })
  const { path } = await operators.createSignInLink('bench')
  await store.graph('bench').commits.commit({ puts: longPage().map((record) => ({ record, from: 0 })) })
  await publish(store)
  await store.close()
  return { token, session, link: path }
}

/** Shares a page, and publishes all pages with the type of a page as a site. */
async function publish(store: Store): Promise<void> {
  const page = (await store.graph('bench').pages.findByName('page 500'))!
  const own = { accountId: 'bench', createdAt: Date.now() }
  await store.shares.create({ ...own, id: SHARE, pageId: page.id, quotes: false }, { open: 1, closed: 1 })
  const rule = { pages: ['long'], type: 'page', journals: false } as const
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
    return ratios
  } finally {
    await server.stop()
  }
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
