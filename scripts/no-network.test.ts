/**
 * Without a network, `npm start` fails at once and says how to continue.
 *
 * @module-tag process
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '../packages/server/test/free-port.ts'

const ROOT = resolve(import.meta.dirname, '..')
const { packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  packageManager: string
}

let home: string
let registry: Server
const at = (path: string) => join(home, path)
const port = () => (registry.address() as AddressInfo).port

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'notegraph-network-'))
  registry = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(registry, 'listening')
  for (const file of ['package.json', 'pnpm-lock.yaml', 'scripts/run.mjs', 'scripts/registry.mjs'])
    cpSync(join(ROOT, file), at(`checkout/${file}`))
})
afterEach(() => {
  registry.close()
  rmSync(home, { recursive: true })
})

/** Runs the setup of a checkout without installed packages. @param first a folder at the front of the path */
async function setUp(
  registryUrl: string,
  first?: string,
): Promise<{ code: number; stdout: string; stderr: string }> {
  // The environment of this test run may have pnpm on its path.
  const others = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !existsSync(join(folder, 'pnpm')))
  const path = [...(first === undefined ? [] : [first]), dirname(process.execPath), ...others]
  const child = spawn(process.execPath, ['scripts/run.mjs', 'start'], {
    cwd: at('checkout'),
    env: {
      PATH: path.join(delimiter),
      HOME: home,
      npm_config_registry: registryUrl,
      npm_config_cache: at('cache'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (text) => (stdout += String(text)))
  child.stderr.on('data', (text) => (stderr += String(text)))
  const [code] = (await once(child, 'close')) as [number]
  return { code, stdout, stderr }
}

/** A pnpm that records its arguments, has an empty cache, and installs nothing. */
function recordingPnpm(registryUrl: string): { folder: string; asked: () => string[] } {
  const folder = at('bin')
  mkdirSync(folder)
  writeFileSync(
    join(folder, 'pnpm'),
    `#!/bin/sh
case "$1 $3" in
  "--version "*) echo ${packageManager.replace('pnpm@', '')} ;;
  "config registry") echo ${registryUrl} ;;
  "config "*) echo undefined ;;
  *) echo "$*" >> ${at('asked')}; echo "no route" >&2; exit 1 ;;
esac
`,
  )
  chmodSync(join(folder, 'pnpm'), 0o755)
  return {
    folder,
    asked: () => (existsSync(at('asked')) ? readFileSync(at('asked'), 'utf8').trimEnd().split('\n') : []),
  }
}

const INSTALLING = 'notegraph: installing what is needed; the first time takes about half a minute.\n'
const GO_ON =
  'Connect to the network, or set `registry` or `https-proxy` of `npm config`, and run this again: it goes on where it stopped.\n'

test('npm start without a network and without pnpm says so in a sentence, and how to go on', async () => {
  const url = `http://127.0.0.1:${await freePort()}`
  expect(await setUp(`${url}/`)).toEqual({
    code: 1,
    stdout: '',
    stderr: `${INSTALLING}notegraph: The package registry at ${url} cannot be reached (ECONNREFUSED). ${packageManager} is not on this machine yet. ${GO_ON}`,
  })
})

test('npm start without a network, with pnpm, installs from the cache alone, and says what is missing', async () => {
  const url = `http://127.0.0.1:${await freePort()}`
  const pnpm = recordingPnpm(`${url}/`)
  expect(await setUp(`${url}/`, pnpm.folder)).toEqual({
    code: 1,
    stdout: '',
    stderr: `${INSTALLING}notegraph: The package registry at ${url} cannot be reached (ECONNREFUSED). Some packages are not on this machine yet. ${GO_ON}`,
  })
  expect(pnpm.asked()).toEqual(['install --frozen-lockfile --reporter=append-only --offline'])
})

test('npm start installs from a registry that answers', async () => {
  const url = `http://127.0.0.1:${port()}/`
  const pnpm = recordingPnpm(url)
  const { code, stderr } = await setUp(url, pnpm.folder)
  expect(code).toBe(1)
  expect(stderr).toContain('no route\nnotegraph: The packages could not be installed (exit 1).')
  expect(pnpm.asked()).toEqual(['install --frozen-lockfile --reporter=append-only'])
})
