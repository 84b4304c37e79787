/**
 * Commands are loaded when they run: help and version load no store, service or server.
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
  [['--version'], 0],
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

test('a command that is called loads what it works with', async () => {
  const { packages } = await loadedBy(['account', 'list', '--data', '/nowhere/at/all'])
  expect(packages).toEqual(expect.arrayContaining(['better-sqlite3', 'host', 'service', 'store']))
  for (const one of ['api', 'server']) expect(packages).not.toContain(one)
})
