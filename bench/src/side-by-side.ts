/**
 * Every road of the server beside a thin server for the same notes. Both have a process of their own, and take turns under the
 * same load. A ratio above 1 means that this server answers more often than the thin one.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operator } from '@notegraph/service'
import { openDiskBlobs } from '@notegraph/store/disk'
import { openSqlite } from '@notegraph/store/sqlite'
import autocannon from 'autocannon'
import { median, type Ratio } from './measure.ts'
import { fill, start } from './served.ts'

const BLOCKS = 100_000
const PAGES = 1_000
const ROUNDS = 7
const SECONDS = 1.5
const CONNECTIONS = 8
/** Seconds until an answer counts as failed; a timeout close to a round fires early in autocannon. */
const PATIENCE = 120
/** A page that thousands of blocks link to. */
const HUB = 'Page 0'
const WORDS = 'bake loke mike nuke prake stike terke voke anke elke orke quike'.split(' ')

interface Asked {
  readonly path: string
  readonly body?: object
}
type Ask = (n: number) => Asked

interface Road {
  readonly name: string
  readonly ours: Ask
  /** The same of the thin server, or another request of this server. */
  readonly floor: Ask | { readonly own: Ask }
  readonly target: number
}

const NOTES = '/api/v1/notes'
const at = encodeURIComponent
const one =
  (path: string): Ask =>
  () => ({ path })
const pageAt = (n: number): string => at(`Page ${(n * 37) % PAGES}`)
const pairAt = (n: number): string => at(`${WORDS[n % WORDS.length]} ${WORDS[(n * 7 + 5) % WORDS.length]}`)
const search = (q: string) => ({
  ours: one(`${NOTES}/search?limit=50&q=${at(q)}`),
  floor: one(`/search?q=${at(q)}`),
})
const textAt = (n: number): string => `Caulk plank ${n} of the [[Page ${n % PAGES}]] #boat`
const add: Ask = (n) => ({ path: `${NOTES}/pages/${pageAt(n)}/blocks`, body: { text: textAt(n) } })
const tool = (name: string, args: (n: number) => object): Ask => {
  const body = (n: number) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: args(n) },
  })
  return (n) => ({ path: '/api/mcp', body: body(n) })
}

const ROADS: readonly Road[] = [
  { name: 'a route that does nothing', ours: one(`${NOTES}/types`), floor: one('/nothing'), target: 0.5 },
  {
    name: 'a page of 100 blocks',
    ours: one(`${NOTES}/pages/Page%20500`),
    floor: one('/pages/Page%20500'),
    target: 1.3,
  },
  {
    name: 'any page',
    ours: (n) => ({ path: `${NOTES}/pages/${pageAt(n)}` }),
    floor: (n) => ({ path: `/pages/${pageAt(n)}` }),
    target: 1.2,
  },
  { name: 'list pages', ours: one(`${NOTES}/pages?limit=50`), floor: one('/pages'), target: 2.5 },
  { name: 'search: a rare word', ...search('zorzorqui'), target: 2 },
  { name: 'search: a common word', ...search('bake'), target: 2.4 },
  { name: 'search: two words', ...search('bake loke'), target: 1.5 },
  { name: 'search: two Chinese letters', ...search('時間'), target: 19 },
  {
    name: 'search: mixed pairs of words',
    ours: (n) => ({ path: `${NOTES}/search?limit=50&q=${pairAt(n)}` }),
    floor: (n) => ({ path: `/search?q=${pairAt(n)}` }),
    target: 3,
  },
  {
    name: 'links to a hub',
    ours: one(`${NOTES}/search?limit=50&q=${at(`[[${HUB}]]`)}`),
    floor: one(`/links/${at(HUB)}`),
    target: 2.5,
  },
  {
    name: 'todo and link',
    ours: one(`${NOTES}/search?limit=50&q=${at(`(and (todo todo) [[${HUB}]])`)}`),
    floor: one(`/links/${at(HUB)}/tasks`),
    target: 1.5,
  },
  { name: 'open tasks', ours: one(`${NOTES}/tasks?limit=50`), floor: one('/tasks'), target: 6 },
  {
    name: 'append, durable',
    ours: add,
    floor: (n) => ({ path: `/pages/${pageAt(n)}/blocks`, body: { text: textAt(n) } }),
    target: 0.8,
  },
  {
    name: 'MCP: read page',
    ours: tool('read_page', () => ({ name: 'Page 500', limit: 100 })),
    floor: one('/pages/Page%20500'),
    target: 1,
  },
  {
    name: 'MCP: list pages',
    ours: tool('list_pages', () => ({ limit: 50 })),
    floor: one('/pages'),
    target: 1,
  },
  {
    name: 'MCP: add block, beside the API’s',
    ours: tool('add_block', (n) => ({ page: `Page ${(n * 37) % PAGES}`, text: textAt(n) })),
    floor: { own: add },
    target: 0.9,
  },
]

interface Side {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  stop(): Promise<void>
}

export async function sideBySideRatios(only: string = ''): Promise<Ratio[]> {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-bench-'))
  const sides: Side[] = []
  try {
    sides.push(await startOurs(join(folder, 'ours')), await startThin(join(folder, 'thin.sqlite')))
    const ratios: Ratio[] = []
    for (const road of ROADS.filter(({ name }) => name.includes(only)))
      ratios.push(await compared(road, sides[0]!, sides[1]!))
    return ratios
  } finally {
    await Promise.all(sides.map(async (side) => side.stop()))
    rmSync(folder, { recursive: true })
  }
}

async function startOurs(folder: string): Promise<Side> {
  await fill(folder, PAGES, BLOCKS)
  const store = openSqlite(folder)
  const operators = operator(store, openDiskBlobs(join(folder, 'files')), Date.now)
  const { token } = await operators.createToken('bench', { name: 'side by side', scope: 'write' })
  await store.close()
  const server = await start(folder, undefined)
  return {
    url: `http://127.0.0.1:${server.api}`,
    headers: { authorization: `Bearer ${token}` },
    stop: async () => server.stop(),
  }
}

async function startThin(file: string): Promise<Side> {
  const args = ['--conditions=notegraph', join(import.meta.dirname, 'thin-server.ts')]
  const child = spawn(process.execPath, [...args, file, String(BLOCKS), String(PAGES)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const { port } = JSON.parse(line.toString()) as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    headers: {},
    async stop() {
      const gone = once(child, 'exit')
      child.kill()
      await gone
    },
  }
}

async function compared({ name, ours, floor, target }: Road, server: Side, thin: Side): Promise<Ratio> {
  const isOwn = 'own' in floor
  const [one, other] = [loader(server, ours), isOwn ? loader(server, floor.own) : loader(thin, floor)]
  await one()
  await other()
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const isFirst = round % 2 === 0 // neither side always comes first
    const [a, b] = isFirst ? [await one(), await other()] : [await other(), await one()]
    ratios.push(isFirst ? a / b : b / a)
  }
  const sorted = ratios.toSorted((a, b) => a - b)
  return {
    name: `side by side: ${name}`,
    of: 'requests a second',
    to: isOwn ? 'the same write over the API' : 'a thin server of Hono, better-sqlite3 and FTS5',
    ratio: median(ratios),
    target,
    notes: `${ROUNDS} rounds from ${sorted[0]!.toFixed(2)} to ${sorted.at(-1)!.toFixed(2)}`,
  }
}

/** @returns a function that loads for a while, and returns the answers */
function loader({ url, headers }: Side, ask: Ask): () => Promise<number> {
  let n = 0
  return async () => {
    const run = await autocannon({
      url,
      connections: CONNECTIONS,
      duration: SECONDS,
      timeout: PATIENCE,
      requests: [
        {
          setupRequest(request) {
            const { path, body } = ask(n++)
            const json = body && { 'content-type': 'application/json', 'MCP-Protocol-Version': '2025-11-25' }
            const sent = { ...request, path, headers: { ...headers, ...json } }
            return body ? { ...sent, method: 'POST', body: JSON.stringify(body) } : sent
          },
        },
      ],
    })
    if (run.non2xx > 0 || run.errors > 0)
      throw new Error(`${url}${ask(0).path}: ${run.non2xx} refusals, ${run.errors} errors`)
    return run.requests.total
  }
}
