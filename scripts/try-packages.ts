/**
 * Packs the packages and tries them as users do. The archives are linted and installed in a fresh project without this
 * workspace. The examples of their READMEs are compiled, and run in Node, Bun, Deno and as browser bundles.
 *
 * The server is installed and started from its archives too. Examples that need a server call it, also from a real
 * browser. The program `notegraph` starts as on a new user's machine.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createContext, runInContext } from 'node:vm'
import { PORTABLE } from './layers.ts'
import { packAll, type Packed } from './pack.ts'
import { launchBrowser } from '../packages/browser-tests/src/launch.ts'
import { diskScript, readmePrograms, readmeScript } from './readme-program.ts'
import { checkSizes } from './sizes.ts'
import { tryProgram } from './try-program.ts'

/** Server packages whose README has an example for Node. The pages of `web` are requested from the server. */
const SERVER = ['store', 'service', 'host', 'mcp-server']

const TRIAL = ['memory-disk.ts', 'served.ts', 'served-main.ts']

const NODE = `node-${process.platform}-${process.arch}`
const TOOLS: Readonly<Record<string, string>> = {
  '@arethetypeswrong/cli': '0.18.5',
  // The types of `@notegraph/sync/sqlite` need it; apps without that import need neither.
  '@types/better-sqlite3': '9.6.0',
  bun: '1.4.5',
  deno: '2.9.6',
  esbuild: '0.28.2',
  node20: `npm:${NODE}@20`,
  node22: `npm:${NODE}@22`,
  publint: '0.3.25',
  typescript: '7.0.2',
  vite: '8.3.8',
}

/** The assertion function of the examples; the project has no test runner. */
const EXPECT = `export const expect = (got: unknown) => ({
  toBe(wanted: unknown): void { same(got, wanted) },
  toEqual(wanted: unknown): void { same(got, wanted) },
})
function same(got: unknown, wanted: unknown): void {
  if (JSON.stringify(sorted(got)) !== JSON.stringify(sorted(wanted)))
    throw new Error('expected ' + JSON.stringify(wanted) + ', got ' + JSON.stringify(got))
}
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sorted)
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, sorted(one)]))
}
`

const project = mkdtempSync(join(tmpdir(), 'notegraph-try-'))
const tool = (name: string) => join(project, 'node_modules', '.bin', name)
const write = (path: string, text: string) => writeFileSync(join(project, path), text)

function step(what: string, command: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1' },
  })
  if (error ?? status !== 0)
    throw new Error(`${what} failed.\n${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`)
  console.log(`${what}: well`)
  return stdout
}

function install(packed: readonly Packed[]): void {
  const dependencies = Object.fromEntries(packed.map(({ module, path }) => [module, `file:${path}`]))
  write(
    'package.json',
    JSON.stringify({
      type: 'module',
      private: true,
      dependencies,
      devDependencies: TOOLS,
    }),
  )
  step('npm install', 'npm', 'install', '--no-audit', '--no-fund', '--loglevel=error', '--legacy-peer-deps')
}

function lint(packed: readonly Packed[]): void {
  for (const { name, path, manifest } of packed) {
    step(`publint ${name}`, tool('publint'), path, '--strict')
    if (manifest['exports'] === undefined) continue // a program has no types
    step(`attw ${name}`, tool('attw'), path, '--profile', 'esm-only', '--no-emoji')
  }
}

function writePrograms(): void {
  mkdirSync(join(project, 'src'))
  write('src/expect.ts', EXPECT)
  for (const name of PORTABLE) {
    const module = `@notegraph/${name}`
    const readme = readFileSync(join(project, 'node_modules', module, 'README.md'), 'utf8')
    const list = `console.log(JSON.stringify(Object.keys(await import('${module}'))))`
    const exports = execFileSync(process.execPath, ['--input-type=module', '-e', list], {
      cwd: project,
      encoding: 'utf8',
    })
    const programs = readmePrograms(readme, module, JSON.parse(exports) as string[])
    if (programs.length === 0) throw new Error(`The README of ${module} has no example.`)
    programs.forEach((program, at) => write(`src/${name}${at === 0 ? '' : `-${at + 1}`}.ts`, program))
  }
  for (const file of TRIAL) copyFileSync(join(import.meta.dirname, 'trial', file), join(project, 'src', file))
  const stores = ["import '@notegraph/sync/indexeddb'", "import '@notegraph/sync/sqlite'"]
  write(
    'src/main.ts',
    `${[...stores, ...PORTABLE.map((name) => `import './${name}.ts'`)].join('\n')}\nconsole.log('all examples hold')\n`,
  )
}

function compile(): void {
  write(
    'tsconfig.json',
    JSON.stringify({
      compilerOptions: {
        module: 'nodenext',
        target: 'es2024',
        lib: ['es2024', 'dom', 'dom.iterable'],
        types: [],
        strict: true,
        rewriteRelativeImportExtensions: true,
        rootDir: 'src',
        outDir: 'dist',
      },
      include: ['src'],
    }),
  )
  step('compiled with the types of the packages', tool('tsc'), '-p', '.')
  const asBundler = ['--module', 'esnext', '--moduleResolution', 'bundler', '--noEmit']
  step('compiled as a bundler resolves modules', tool('tsc'), '-p', '.', ...asBundler)
}

/** A bundle may use browser APIs, and nothing of Node. */
function inBrowser(what: string, file: string): void {
  const { console, crypto, fetch, Intl, setTimeout, clearTimeout, structuredClone } = globalThis
  const { TextDecoder, TextEncoder, URL, URLSearchParams, CompressionStream, Response, Blob } = globalThis
  const said: unknown[] = []
  const browser = createContext({
    Blob,
    CompressionStream,
    Intl,
    Response,
    TextDecoder,
    TextEncoder,
    URL,
    URLSearchParams,
    clearTimeout,
    crypto,
    fetch,
    setTimeout,
    structuredClone,
    console: { ...console, log: (line: unknown) => said.push(line) },
  })
  runInContext(readFileSync(join(project, file), 'utf8'), browser)
  if (said[0] !== 'all examples hold') throw new Error(`The examples did not run in ${what}.`)
  console.log(`examples in ${what}: well`)
}

/** Runs the example of `@notegraph/folder/node` on a small folder of notes. */
function runDiskExample(): void {
  mkdirSync(join(project, 'notes/pages'), { recursive: true })
  write('notes/pages/Home.md', '- Hello\n')
  const readme = readFileSync(join(project, 'node_modules/@notegraph/folder/README.md'), 'utf8')
  write('dist/disk.js', stripTypeScriptTypes(diskScript(readme, join(project, 'notes'))!))
  for (const [name, ...command] of runtimes())
    step(`the example with a disk in ${name}`, ...command, 'dist/disk.js')
}

/** Runs the examples of the server packages with the Node version that the server needs. */
function runServerExamples(): void {
  for (const name of SERVER) {
    const readme = readFileSync(join(project, 'node_modules/@notegraph', name, 'README.md'), 'utf8')
    write(`dist/server-${name}.js`, stripTypeScriptTypes(readmeScript(readme)!))
    step(`the example of ${name}`, process.execPath, `dist/server-${name}.js`)
  }
}

interface Server {
  readonly url: string
  readonly token: string
  readonly session: string
  stop(): Promise<void>
}

/** Starts the server from its archives, with an account, on a free port. */
async function startServer(): Promise<Server> {
  Object.assign(process.env, {
    NOTEGRAPH_DATA: join(project, 'data'),
    NOTEGRAPH_LOG_LEVEL: 'silent',
    NOTEGRAPH_PORT: '0',
    NOTEGRAPH_REQUESTS_PER_MINUTE: '0',
    NOTEGRAPH_WRITES_PER_MINUTE_ADDRESS: '0',
    NOTEGRAPH_WRITES_PER_MINUTE_TOKEN: '0',
  })
  const main = 'node_modules/notegraph/dist/main.js'
  const command = (...args: string[]): string =>
    step(`notegraph ${args[0]} ${args[1]}`, process.execPath, main, ...args).trim()
  command('account', 'create', 'me')
  const token = command('token', 'create', '--account', 'me', '--name', 'trial', '--scope', 'write')
  const session = command('session', 'create', '--account', 'me', '--device', 'trial')
  const server = spawn(process.execPath, [main, 'serve'], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(server, 'exit')
  let url: string | undefined
  for await (const line of createInterface({ input: server.stdout })) {
    url = /http\S+(?=\/api\/v1\/notes)/.exec(line)?.[0]
    if (url !== undefined) break
  }
  if (url === undefined) throw new Error('The server did not start.')
  server.stdout.resume()
  return {
    url,
    token,
    session,
    async stop() {
      server.kill()
      await ended
    },
  }
}

async function runServed({ url, token, session }: Server): Promise<void> {
  for (const path of ['/settings', '/graph', '/healthz', '/api/v1/openapi.json']) {
    const { status } = await fetch(`${url}${path}`)
    if (status !== 200) throw new Error(`${path} answered ${status}.`)
  }
  console.log('the server answers: well')
  for (const [name, ...command] of runtimes()) {
    const said = step(
      `served examples in ${name}`,
      ...command,
      'dist/served-main.js',
      url,
      token,
      session,
      name,
    )
    if (!said.endsWith('all examples hold\n')) throw new Error(`The served examples did not end in ${name}.`)
  }
  const browser = await launchBrowser()
  if (!browser) return console.log('served examples in Chromium: left out, since there is none')
  try {
    step(
      'served examples bundled',
      tool('esbuild'),
      'dist/served.js',
      '--bundle',
      '--platform=browser',
      '--format=iife',
      '--global-name=trial',
      '--outfile=served.js',
    )
    const page = await browser.newPage()
    const html = '<!doctype html><title>Trial</title>'
    await page.route(`${url}/trial`, (route) => route.fulfill({ contentType: 'text/html', body: html }))
    await page.goto(`${url}/trial`)
    await page.addScriptTag({ path: join(project, 'served.js') })
    const given = JSON.stringify([url, token, session, 'Chromium'])
    const said = await page.evaluate(`trial.served(...${given})`)
    if (said !== 'all examples hold') throw new Error('The served examples did not end in Chromium.')
    console.log('served examples in Chromium: well')
  } finally {
    await browser.close()
  }
}

/** The runtimes by name, each with the command that runs a program. */
function runtimes(): [name: string, command: string, ...args: string[]][] {
  const nodes = ['node20', 'node22'].map((name): [string, string] => [
    name,
    join(project, 'node_modules', name, 'bin', 'node'),
  ])
  return [
    ...nodes,
    [`node ${process.versions.node}`, process.execPath],
    ['bun', tool('bun')],
    ['deno', tool('deno'), 'run', '--allow-env', '--allow-read', '--allow-net', '--node-modules-dir=manual'],
  ]
}

function run(): void {
  const main = 'dist/main.js'
  for (const [name, ...command] of runtimes()) step(`examples in ${name}`, ...command, main)
  step('bundled by esbuild', tool('esbuild'), main, '--bundle', '--platform=browser', '--outfile=esbuild.js')
  inBrowser('a bundle of esbuild', 'esbuild.js')
  write('index.html', '<!doctype html><script type="module" src="/dist/main.js"></script>')
  write(
    'vite.config.js',
    "export default { build: { outDir: 'vite', lib: { entry: 'dist/main.js', name: 'examples', formats: ['iife'], fileName: () => 'main.js' } } }",
  )
  step('bundled by vite', tool('vite'), 'build', '--logLevel', 'error')
  inBrowser('a bundle of vite', 'vite/main.js')
}

const begun = performance.now()
try {
  const packed = packAll(join(project, 'packed'))
  await checkSizes(packed)
  console.log('sizes: as in docs/packages.md')
  install(packed)
  lint(packed)
  writePrograms()
  compile()
  run()
  runDiskExample()
  runServerExamples()
  const server = await startServer()
  try {
    await runServed(server)
  } finally {
    await server.stop()
  }
  await tryProgram(packed)
  console.log('npx notegraph in an empty project: well')
  console.log(`tried in ${Math.round((performance.now() - begun) / 1_000)} s`)
} finally {
  rmSync(project, { recursive: true, force: true })
}
