/**
 * Counts the work of one warm request: statements, encoded bytes, and the code that runs in packages/ and apps/. None of it
 * depends on the machine, so `costs.json` records it, and a test fails if a request does a tenth more.
 *
 * `node --conditions=notegraph bench/src/trace.ts` prints a table, and `--list` adds the functions. `--write` records the counts,
 * and `--check` compares with them.
 *
 * Files, functions and calls come from the precise coverage of V8, which counts the calls of every function. The depth comes
 * from samples of many requests, so it can miss a frame. `await` starts a new stack.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { Session, type Profiler } from 'node:inspector/promises'
import { join } from 'node:path'
import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { makeLog } from '@notegraph/host'
import { addressReader, createApp, makeDeps } from '@notegraph/server'
import { operator, requestRate } from '@notegraph/service'
import { memoryBlobs } from '@notegraph/store'
import { openSqlite } from '@notegraph/store/sqlite'
import Database from 'better-sqlite3'

const ROOT = pathToFileURL(join(import.meta.dirname, '..', '..')).href
const OURS = new RegExp(`^${ROOT}/((?:packages|apps)/.*)$`)
const WARM_UPS = 50
const SAMPLED = 500
/** Microseconds between two samples of the stack. */
const INTERVAL = 50
const { values: options } = parseArgs({
  options: {
    list: { type: 'boolean' },
    write: { type: 'boolean' },
    check: { type: 'boolean' },
    record: { type: 'string', default: join(import.meta.dirname, '..', 'costs.json') },
  },
})
/** A request may do so much more than recorded. */
const SLACK = 1.1

interface Costs {
  /** Statements that SQLite ran. */
  readonly statements: number
  /** Bytes of answers that were encoded. */
  readonly encoded: number
  /** Files and distinct functions that ran, and how often functions were entered. */
  readonly files: number
  readonly functions: number
  readonly calls: number
}

let statements = 0
let encoded = 0
const statement: object = new Database(':memory:').prepare('SELECT 1')
for (const name of ['run', 'get', 'all', 'iterate'])
  counting(Object.getPrototypeOf(statement) as object, name, () => void statements++)
counting(TextEncoder.prototype, 'encode', (bytes) => void (encoded += (bytes as Uint8Array).length))
counting(
  TextEncoder.prototype,
  'encodeInto',
  (sums) => void (encoded += (sums as { written: number }).written),
)

/** Has a method report each of its results. */
function counting(prototype: object, name: string, note: (result: unknown) => void): void {
  const method = Reflect.get(prototype, name) as (...values: unknown[]) => unknown
  Reflect.set(prototype, name, function counted(this: unknown, ...values: unknown[]) {
    const result = method.apply(this, values)
    note(result)
    return result
  })
}

const store = openSqlite(':memory:')
/** One millisecond a request, so that no minute of the rates ends between two runs. */
let now = Date.UTC(2026, 10, 20, 12)
const clock = (): number => now
const blobs = memoryBlobs(clock)
const operators = operator(store, blobs, clock)
await operators.createAccount('me', {})
const { token } = await operators.createToken('me', { name: 'Trace', scope: 'write' })
const { session: device } = await operators.createSession('me', { device: 'Phone' })
const { epoch } = await store.graph('me').feed.state()
const deps = makeDeps({
  store,
  blobs,
  log: makeLog('silent'),
  clock,
  addressOf: addressReader([]),
  baseUrl: () => 'https://notes.example',
  rates: { requestsPerAddress: 0, writesPerToken: 0, writesPerAddress: 0, revertibleChanges: 0 },
  origin: 'https://notes.example',
})
// More requests than a device may send in a minute.
const app = createApp({ ...deps, deviceRequests: requestRate(store.rates, 'device-requests', 1e9) })

const NOTES = '/api/v1/notes'
let writes = 0

/** Sends a request. @returns its answer, whose body nobody reads, as in the server; throws unless that is 200 */
async function send(target: string, secret: string, body?: object): Promise<Response> {
  now++
  await setImmediate() // each request comes in a turn of the event loop of its own
  const response = await app.request(
    'http://notes.example/',
    {
      method: body ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${secret}`, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    },
    { incoming: { url: target, socket: { remoteAddress: '192.0.2.1' } } },
  )
  if (response.status !== 200) throw new Error(`${target}: ${response.status} ${await response.text()}`)
  return response
}

const addBlock = (): Promise<Response> =>
  send(`${NOTES}/pages/Boat/blocks`, token, { text: `Caulk plank ${++writes} of the [[Heron]]` })

const addOutline = (): Promise<Response> =>
  send(`${NOTES}/pages/Boat/outline`, token, { text: `- Plank ${++writes} of the [[Heron]]\n  - Caulk it` })

/** A device pushes the text of a new block on a page that the server has. */
function push(): Promise<Response> {
  const id = crypto.randomUUID()
  const at = now
  const record = {
    kind: 'block',
    id,
    props: {},
    words: { text: `Row ${++writes} miles`, rev: `${at}-${writes}`, at },
    hist: [],
    place: { pageId, parentId: null, order: writes, at },
    createdAt: at,
    updatedAt: at,
  }
  return send('/api/sync', device, {
    epoch,
    device: 'phone',
    records: [{ record, dirty: ['words', 'place'] }],
  })
}

await send(`${NOTES}/pages`, token, { name: 'Heron' })
await send(`${NOTES}/pages`, token, { name: 'Boat', blocks: ['Find a hull', 'Paint it'] })
const pageId = (await store.graph('me').pages.findByName('boat'))!.id

for (let i = 0; i < 100; i++) {
  const text = `${i % 4 === 0 ? 'TODO ' : ''}Oil oar ${i} of the [[Heron]] #boat`
  await send(`${NOTES}/pages/Boat/blocks`, token, { text })
}

const { cursor } = (await (await send('/api/sync', device)).json()) as { cursor: string }

let call = 0
const tool = (name: string, args: object) => (): Promise<Response> =>
  send('/api/mcp', token, {
    jsonrpc: '2.0',
    id: ++call,
    method: 'tools/call',
    params: { name, arguments: args },
  })

/** Reads come first: the writes make the page longer. */
const REQUESTS: Readonly<Record<string, () => Promise<Response>>> = {
  'GET types': () => send(`${NOTES}/types`, token),
  'GET page': () => send(`${NOTES}/pages/Boat?limit=100`, token),
  'GET pages': () => send(`${NOTES}/pages`, token),
  'GET search': () => send(`${NOTES}/search?q=paint`, token),
  'GET search, two words': () => send(`${NOTES}/search?q=oar%20heron`, token),
  'GET search, todo and link': () =>
    send(`${NOTES}/search?q=${encodeURIComponent('(and (todo todo) [[Heron]])')}`, token),
  'GET tasks': () => send(`${NOTES}/tasks`, token),
  'GET links': () => send(`${NOTES}/pages/Heron/links`, token),
  'GET pull of nothing': () => send(`/api/sync?cursor=${encodeURIComponent(cursor)}`, device),
  'MCP read_page': tool('read_page', { name: 'Boat', limit: 100 }),
  'MCP list_tasks': tool('list_tasks', {}),
  'MCP search': tool('search', { query: 'oar' }),
  'POST block': addBlock,
  'POST outline': addOutline,
  'POST push': push,
  'MCP add_block': () => tool('add_block', { page: 'Boat', text: `Caulk plank ${++writes}` })(),
}

const session = new Session()
session.connect()
await session.post('Profiler.enable')

/** V8 makes this function for the fields of classes. */
const INITIALIZER = '<instance_members_initializer>'

interface Ran {
  /** `file:offset name` */
  readonly name: string
  readonly calls: number
}

/** The functions that ran since the last call, without the code of modules. */
async function functionsRun(): Promise<Ran[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  return result.flatMap(({ url, functions }) => {
    const file = OURS.exec(url)?.[1]
    if (file === undefined) return []
    return functions.flatMap(({ functionName, ranges: [range] }) =>
      range && range.count > 0 && range.startOffset > 0 && functionName !== INITIALIZER
        ? [{ name: `${file}:${range.startOffset} ${functionName}`, calls: range.count }]
        : [],
    )
  })
}

/** The most frames of ours on one sampled stack. */
function deepest({ nodes }: Profiler.Profile): number {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const depth = (id: number): number => {
    const { callFrame, children = [] } = byId.get(id)!
    return (OURS.test(callFrame.url) ? 1 : 0) + Math.max(0, ...children.map(depth))
  }
  return depth(nodes[0]!.id)
}

const costs: Record<string, Costs> = {}
for (const [name, request] of Object.entries(REQUESTS)) {
  for (let i = 0; i < WARM_UPS; i++) await request()
  await delay(200) // lets timers of the warm-up end
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await request()
  await functionsRun()
  ;[statements, encoded] = [0, 0]
  await request()
  const counted = { statements, encoded }
  const ran = await functionsRun()
  await session.post('Profiler.stopPreciseCoverage')
  costs[name] = {
    ...counted,
    files: new Set(ran.map((one) => one.name.split(':')[0]!)).size,
    functions: ran.length,
    calls: ran.reduce((sum, { calls }) => sum + calls, 0),
  }
  if (options.check || options.write) continue
  await session.post('Profiler.setSamplingInterval', { interval: INTERVAL })
  await session.post('Profiler.start')
  for (let i = 0; i < SAMPLED; i++) await request()
  const { profile } = await session.post('Profiler.stop')
  console.log(
    `${name}: ${Object.entries(costs[name])
      .map(([of, count]) => `${count} ${of}`)
      .join(', ')}, ${deepest(profile)} frames deep`,
  )
  if (options.list)
    console.log(
      ran
        .map((one) => one.name)
        .toSorted()
        .join('\n'),
    )
}
await store.close()
if (options.write) writeFileSync(options.record, `${JSON.stringify(costs, null, 2)}\n`)
if (options.check) check()

/** Fails if a request costs more than recorded. */
function check(): void {
  const recorded = JSON.parse(readFileSync(options.record, 'utf8')) as Readonly<Record<string, Costs>>
  const dearer = Object.entries(costs).flatMap(([name, cost]) =>
    Object.entries(cost).flatMap(([of, count]) => {
      const before = recorded[name]?.[of as keyof Costs] ?? 0
      return count > before * SLACK ? [`${name}: ${count} ${of}, recorded ${before}`] : []
    }),
  )
  if (dearer.length === 0) return
  dearer.push(
    'If this is meant, run node --conditions=notegraph bench/src/trace.ts --write. Else find the new work.',
  )
  console.error(dearer.join('\n'))
  process.exitCode = 1
}
