/**
 * What `npm start`, `npm test` and `npm run test:all` run: brings pnpm, the packages and Node along where they are missing, builds what
 * is out of date, then does the task. Plain JavaScript for the system's own Node, 20 or newer, without a dependency.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { registryFault } from './registry.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const { packageManager, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const NODE_NEEDED = engines.node.slice('>='.length)
const bin = join(root, 'node_modules', '.bin')
const env = { TURBO_TELEMETRY_DISABLED: '1', ...process.env, PATH: bin + delimiter + process.env.PATH }
const [task, ...rest] = process.argv.slice(2)

const run = (command, args, stdio = 'inherit') =>
  spawnSync(command, args, { cwd: root, stdio, env, encoding: 'utf8', maxBuffer: 2 ** 28 })

function fail(what, next) {
  console.error(`notegraph: ${what} ${next}`)
  process.exit(1)
}

/** Runs a step in silence; what it says is shown where it fails. */
function must(command, args, what, next) {
  const { status, error, stdout, stderr } = run(command, args, ['ignore', 'pipe', 'pipe'])
  if (!error && status === 0) return
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`)
  fail(`${what} (${error?.code ?? `exit ${status}`}).`, next)
}

const CAPTURED = ['ignore', 'pipe', 'pipe']
const PNPM = ['--loglevel=error', '-p', packageManager, '-c', 'command -v pnpm']
const FROM_CACHE = ['--yes', '--offline']
const INSTALL = ['install', '--frozen-lockfile', '--reporter=append-only']
const GO_ON =
  'Connect to the network, or set `registry` or `https-proxy` of `npm config`, and run this again: it goes on where it stopped.'

/** Without a network a package manager tries again for a minute or more, so that the registry is asked first. */
const faultOf = (manager) =>
  registryFault((name) => run(manager, ['config', 'get', name], CAPTURED).stdout ?? '', process.env)

const installsFromCache = () => run('pnpm', [...INSTALL, '--offline'], CAPTURED).status === 0

/** @returns where it is */
async function fetchPnpm() {
  const fault = await faultOf('npm')
  if (fault !== undefined) fail(`${fault} ${packageManager} is not on this machine yet.`, GO_ON)
  const npx = run('npx', ['--yes', ...PNPM], ['ignore', 'pipe', 'inherit'])
  if (npx.status !== 0)
    fail(`${packageManager} could not be fetched.`, 'Check the network, or install pnpm, and run this again.')
  return npx.stdout.trim()
}

const fresh = !existsSync(join(root, 'node_modules', '.bin'))
if (fresh) console.error('notegraph: installing what is needed; the first time takes about half a minute.')

// pnpm: the one on PATH when it is of the pinned major, else the pinned version through npx.
const major = /^pnpm@(\d+)\./.exec(packageManager)[1]
const found = run('pnpm', ['--version'], 'pipe')
if (found.status !== 0 || !found.stdout.startsWith(`${major}.`)) {
  const path = run('npx', [...FROM_CACHE, ...PNPM], CAPTURED).stdout?.trim() || (await fetchPnpm())
  env.PATH = bin + delimiter + dirname(path) + delimiter + process.env.PATH
}

if (fresh || !installsFromCache()) {
  const fault = await faultOf('pnpm')
  if (fault === undefined)
    must(
      'pnpm',
      INSTALL,
      'The packages could not be installed',
      'Check the network and the lines above, then run this again.',
    )
  else if (!fresh || !installsFromCache()) fail(`${fault} Some packages are not on this machine yet.`, GO_ON)
}

// Where the registry has no Node for this platform, the user's own does if it is new enough.
const local = join(bin, 'node')
const node = existsSync(local) ? local : process.execPath
const version = run(node, ['-p', 'process.versions.node'], 'pipe').stdout.trim()
if (version.localeCompare(NODE_NEEDED, undefined, { numeric: true }) < 0)
  fail(
    `Node ${NODE_NEEDED} or newer is needed, found ${version}.`,
    'Install a newer Node and run this again.',
  )

// The build serves both: tests of the command line run what is built.
if (fresh) console.error('notegraph: building.')
must(
  'turbo',
  ['run', 'build', '--output-logs=errors-only', '--log-order=grouped', '--ui=stream'],
  'The build failed',
  'See the lines above.',
)

if (task === 'setup') process.exit(0)

const VITEST = ['node_modules/vitest/vitest.mjs', 'run']
const TASKS = {
  start: ['apps/cli/dist/main.js', 'serve'],
  test: VITEST,
  'test:all': VITEST,
  trial: ['--conditions=notegraph', 'trial/main.ts'],
  // Built packages: the condition of our own source also names sources of other packages.
  soak: ['trial/soak/main.ts'],
  fuzz: ['--conditions=notegraph', 'trial/fuzz/main.ts'],
}

// The rings of the tests: `scripts/test-rings.ts`. Arguments name tests of either ring.
if (task === 'test' && rest.length === 0) env.NOTEGRAPH_TEST_RING = 'first'
if (task === 'test:all' && rest[0] === '--rest') {
  rest.shift()
  env.NOTEGRAPH_TEST_RING = 'second'
}

const child = spawn(node, [...TASKS[task], ...rest], { cwd: root, stdio: 'inherit', env })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 1))
