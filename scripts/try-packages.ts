/**
 * Packs the packages and tries them as their users do: the archives are linted, installed in a fresh project beside nothing
 * of this workspace, and the examples of their READMEs are compiled and run in Node, Bun and Deno and as browser bundles.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { PURE } from './layers.ts'
import { packAll, type Packed } from './pack.ts'
import { readmeProgram } from './readme-program.ts'

const PORTABLE = [...PURE, 'client']

const NODE = `node-${process.platform}-${process.arch}`
const TOOLS: Readonly<Record<string, string>> = {
  '@arethetypeswrong/cli': '0.18.5',
  // The types of `@notegraph/sync/sqlite` name it; apps without that import need neither.
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

/** What the examples check by; no test runner is in the project. */
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
  const portable = packed.filter(({ name }) => PORTABLE.includes(name))
  const dependencies = Object.fromEntries(
    portable.map(({ name, path }) => [`@notegraph/${name}`, `file:${path}`]),
  )
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
  for (const { name, path } of packed) {
    step(`publint ${name}`, tool('publint'), path, '--strict')
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
    const program = readmeProgram(readme, module, JSON.parse(exports) as string[])
    if (program === undefined) throw new Error(`The README of ${module} has no example.`)
    write(`src/${name}.ts`, program)
  }
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
}

/** A bundle may use what browsers have, and nothing of Node. */
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

function run(): void {
  const main = 'dist/main.js'
  const nodes = ['node20', 'node22'].map(
    (name) => [name, join(project, 'node_modules', name, 'bin', 'node')] as const,
  )
  for (const [name, path] of [...nodes, [`node ${process.versions.node}`, process.execPath] as const])
    step(`examples in ${name}`, path, main)
  step('examples in bun', tool('bun'), main)
  step(
    'examples in deno',
    tool('deno'),
    'run',
    '--allow-env',
    '--allow-read',
    '--node-modules-dir=manual',
    main,
  )
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

try {
  const packed = packAll(join(project, 'packed'))
  install(packed)
  lint(packed)
  writePrograms()
  compile()
  run()
} finally {
  rmSync(project, { recursive: true, force: true })
}
