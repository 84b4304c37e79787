/**
 * Counts the code that one warm request runs in packages/ and apps/: files, distinct functions, and the deepest stack.
 * `node --conditions=notegraph bench/src/trace.ts` prints a table; `--list` adds the files.
 *
 * Files and functions come from the precise coverage of V8, which counts the calls of every function. The depth comes
 * from samples of many requests, so it can miss a frame. `await` starts a new stack.
 */
import { Session, type Profiler } from 'node:inspector/promises'
import { join } from 'node:path'
import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { makeLog } from '@notegraph/host'
import { addressReader, createApp, makeDeps } from '@notegraph/server'
import { operator } from '@notegraph/service'
import { memoryBlobs } from '@notegraph/store'
import { openSqlite } from '@notegraph/store/sqlite'

const ROOT = pathToFileURL(join(import.meta.dirname, '..', '..')).href
const OURS = new RegExp(`^${ROOT}/((?:packages|apps)/.*)$`)
const WARM_UPS = 50
const SAMPLED = 500
/** Microseconds between two samples of the stack. */
const INTERVAL = 50

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
const app = createApp(
  makeDeps({
    store,
    blobs,
    log: makeLog('silent'),
    clock,
    addressOf: addressReader([]),
    baseUrl: () => 'https://notes.example',
    rates: { requestsPerAddress: 0, writesPerToken: 0, writesPerAddress: 0, revertibleChanges: 0 },
    origin: 'https://notes.example',
  }),
)

const NOTES = '/api/v1/notes'
let writes = 0

/** Sends a request and reads its answer. Throws unless the answer is 200. */
async function send(target: string, secret: string, body?: object): Promise<void> {
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
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${target}: ${response.status} ${text}`)
}

const addBlock = (): Promise<void> =>
  send(`${NOTES}/pages/Boat/blocks`, token, { text: `Caulk plank ${++writes} of the [[Heron]]` })

/** A device pushes the text of a new block on a page that the server has. */
function push(): Promise<void> {
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

await send(`${NOTES}/pages`, token, { name: 'Boat', blocks: ['Find a hull', 'Paint it'] })
const pageId = (await store.graph('me').pages.findByName('boat'))!.id

const REQUESTS: Readonly<Record<string, () => Promise<void>>> = {
  'GET search': () => send(`${NOTES}/search?q=paint`, token),
  'POST block': addBlock,
  'POST push': push,
}

const session = new Session()
session.connect()
await session.post('Profiler.enable')

/**
 * The functions that ran since the last call, as `file:offset name`. Leaves out the code of modules, and the functions
 * that V8 makes for the fields of classes.
 */
const INITIALIZER = '<instance_members_initializer>'
async function functionsRun(): Promise<string[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  return result.flatMap(({ url, functions }) => {
    const file = OURS.exec(url)?.[1]
    if (file === undefined) return []
    return functions.flatMap(({ functionName, ranges: [range] }) =>
      range && range.count > 0 && range.startOffset > 0 && functionName !== INITIALIZER
        ? [`${file}:${range.startOffset} ${functionName}`]
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

for (const [name, request] of Object.entries(REQUESTS)) {
  for (let i = 0; i < WARM_UPS; i++) await request()
  await delay(200) // lets timers of the warm-up end
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await request()
  await functionsRun()
  await request()
  const functions = await functionsRun()
  await session.post('Profiler.stopPreciseCoverage')
  await session.post('Profiler.setSamplingInterval', { interval: INTERVAL })
  await session.post('Profiler.start')
  for (let i = 0; i < SAMPLED; i++) await request()
  const { profile } = await session.post('Profiler.stop')
  const files = new Set(functions.map((one) => one.split(':')[0]!))
  console.log(`${name}: ${files.size} files, ${functions.length} functions, ${deepest(profile)} frames deep`)
  if (process.argv.includes('--list')) console.log(functions.toSorted().join('\n'))
}
await store.close()
