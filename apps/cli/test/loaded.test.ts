/**
 * Commands are loaded when they run: help loads no store, service or server. A command loads no library that only some
 * requests use.
 *
 * @module-tag process
 */
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { start } from './run.ts'

const RECORDER = fileURLToPath(new URL('loaded.mjs', import.meta.url))

/** The workspace packages and libraries that one run of the program loads. */
async function loadedBy(args: readonly string[]): Promise<{ code: number | null; packages: string[] }> {
  const { code, stderr } = await start(args, { NODE_OPTIONS: `--import=${RECORDER}` }).ended
  const addresses = JSON.parse(stderr.trimEnd().split('\n').at(-1)!) as string[]
  const names = addresses.map(
    (address) =>
      (/\/node_modules\/((?:@[^/]+\/)?[^/.][^/]*)\/(?!.*\/node_modules\/)/.exec(address) ??
        /\/(?:packages|apps)\/([^/]+)\//.exec(address))?.[1],
  )
  return { code, packages: [...new Set(names.filter((name) => name !== undefined))].toSorted() }
}

test.each([
  [['--help'], 0],
  [['import', '--help'], 0],
  [['sync', '--help'], 0],
  [['completion', 'bash'], 0],
  [['imprt'], 2],
])('%j loads no store', async (args, code) => {
  expect(await loadedBy(args)).toEqual({
    code,
    packages: ['block-text', 'cli', 'commander', 'graph', 'page-types'],
  })
})

test('the version loads no parser of command lines', async () => {
  expect(await loadedBy(['--version'])).toEqual({ code: 0, packages: ['cli'] })
})

/** Libraries that only some requests and commands use. */
const LATER = [
  '@fastify/busboy',
  '@modelcontextprotocol/server',
  'jose',
  'mcp-server',
  'mime',
  'openid-client',
  'saxes',
  'web-push',
  'yaml',
  'yauzl',
]

test('a command that is called loads what it works with', async () => {
  const { packages } = await loadedBy(['account', 'list', '--data', '/nowhere/at/all'])
  expect(packages).toEqual(expect.arrayContaining(['better-sqlite3', 'host', 'service', 'store']))
  const others = ['api', 'highlight.js', 'katex', 'markdown-it', 'render', 'server', 'web']
  for (const one of [...LATER, ...others]) expect(packages).not.toContain(one)
})

test('a server starts without what only some requests use', async () => {
  const { packages } = await loadedBy(['serve', '--data', '/dev/null/none'])
  expect(packages).toEqual(expect.arrayContaining(['api', 'server', 'web']))
  for (const one of LATER) expect(packages).not.toContain(one)
})
