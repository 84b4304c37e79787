/**
 * The tools for assistants. A page over MCP is compared with the API's read of the same page, and its size with that of
 * plain Markdown. The memory of the server is measured under many clients.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { diskTarget } from '@notegraph/host'
import { exportFolder } from '@notegraph/service'
import { openDiskBlobs } from '@notegraph/store/disk'
import { openSqlite } from '@notegraph/store/sqlite'
import autocannon from 'autocannon'
import { median, type Ratio } from './measure.ts'
import { fill, start, type Server } from './served.ts'

const TURNS = 5
const SECONDS = 2
const CONNECTIONS = 16
/**
 * Seconds until an answer counts as failed. It far exceeds a run, because a timeout close to the run length fires early
 * in autocannon.
 */
const PATIENCE = 120
/** Clients at the same time; none of them leaves state behind. */
const MANY = 200

type Load = Pick<autocannon.Options, 'url' | 'method' | 'headers' | 'body'>

export async function mcpRatios(): Promise<Ratio[]> {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-bench-'))
  try {
    const short = await served(join(folder, 'short'), 1_000, async (server, token) => [
      ...(await throughputRatios('a page of 100 blocks', server, token, 'Page 500')),
      await heapRatio(server, token),
    ])
    const long = await served(join(folder, 'long'), 100, async (server, token) => [
      ...(await throughputRatios('a page of 1,000 blocks', server, token, 'Page 50')),
      await characterRatio(join(folder, 'long'), server, token, 'Page 50'),
    ])
    return [...short, ...long]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function served(
  folder: string,
  pages: number,
  measure: (server: Server, token: string) => Promise<Ratio[]>,
): Promise<Ratio[]> {
  const token = await fill(folder, pages)
  const server = await start(folder, undefined)
  try {
    return await measure(server, token)
  } finally {
    await server.stop()
  }
}

/** The same page, over MCP for clients of both protocol versions, and over the API. */
function loads({ api }: Server, token: string, name: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const params = { name: 'read_page', arguments: { name, limit: 1_000 } }
  const call = (more: object, own: object): Load => ({
    url: `http://127.0.0.1:${api}/api/mcp`,
    method: 'POST',
    headers: { ...headers, ...own },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...params, ...more } }),
  })
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const named = {
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': 'tools/call',
    'Mcp-Name': 'read_page',
  }
  const read: Load = {
    url: `http://127.0.0.1:${api}/api/v1/notes/pages/${encodeURIComponent(name)}`,
    headers,
  }
  return {
    initialized: call({}, { 'MCP-Protocol-Version': '2025-11-25' }),
    stateless: call({ _meta }, named),
    read,
  }
}

async function requests(load: Load, connections = CONNECTIONS, duration = SECONDS): Promise<number> {
  const run = await autocannon({ ...load, connections, duration, timeout: PATIENCE })
  if (run.non2xx > 0 || run.errors > 0)
    throw new Error(`${load.url}: ${run.non2xx} refusals, ${run.errors} errors`)
  return run.requests.total
}

async function throughputRatios(what: string, server: Server, token: string, name: string): Promise<Ratio[]> {
  const { read, ...eras } = loads(server, token, name)
  const ratios: Record<keyof typeof eras, number[]> = { initialized: [], stateless: [] }
  for (const load of [eras.initialized, eras.stateless, read]) await requests(load)
  for (let turn = 0; turn < TURNS; turn++) {
    const reads = await requests(read)
    for (const era of ['initialized', 'stateless'] as const)
      ratios[era].push((await requests(eras[era])) / reads)
  }
  return (['initialized', 'stateless'] as const).map((era) => ({
    name: `MCP: ${what}, ${era}`,
    of: 'requests a second',
    to: "the API's read of the same page",
    ratio: median(ratios[era]),
    target: 0.7,
  }))
}

async function heapRatio(server: Server, token: string): Promise<Ratio> {
  const { stateless } = loads(server, token, 'Page 500')
  const heap = async (): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${server.floor}/heap`)
    return ((await answer.json()) as { heap: number }).heap
  }
  await requests(stateless, MANY)
  const before = await heap()
  const count = await requests(stateless, MANY, 10)
  const after = await heap()
  return {
    name: `MCP: memory, ${MANY} clients at once`,
    of: 'heap after the first of them',
    to: `heap after ${count.toLocaleString('en')} more calls`,
    ratio: before / after,
    target: 0.9,
  }
}

async function characterRatio(folder: string, server: Server, token: string, name: string): Promise<Ratio> {
  const store = openSqlite(folder)
  const out = join(folder, 'out')
  await exportFolder(store, openDiskBlobs(join(folder, 'files')), 'bench', diskTarget(out))
  await store.close()
  const plain = readFileSync(join(out, 'pages', `${name}.md`), 'utf8').length
  const { initialized } = loads(server, token, name)
  let characters = 0
  for (let offset = 0; offset < 1_000; offset += 300) {
    const params = { name: 'read_page', arguments: { name, offset } }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    const answer = await fetch(initialized.url, {
      method: 'POST',
      headers: initialized.headers as Record<string, string>,
      body,
    })
    const { result } = (await answer.json()) as { result: { content: { text: string }[] } }
    characters += result.content[0]!.text.length
  }
  return {
    name: 'MCP: characters of a page of 1,000 blocks',
    of: 'its plain Markdown export',
    to: 'read_page, in parts',
    ratio: plain / characters,
    target: 0.8,
    notes: `${(characters / plain).toFixed(3)} times the characters, at most 1.25`,
  }
}
