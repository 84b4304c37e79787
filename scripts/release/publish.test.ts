/**
 * Publishing to a registry with the real npm.
 *
 * @module-tag process
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publishAll, publishOrder, type Archive } from './publish.ts'
import { startRegistry, type TestRegistry } from './registry.ts'

let folder: string
let archives: Archive[]
let registry: TestRegistry

/** Three packages; their names sort against their dependencies. */
const PACKAGES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '@harbour/a-program': { '@harbour/b-library': '1.0.0' },
  '@harbour/b-library': { '@harbour/c-base': '1.0.0', yaml: '2.9.1' },
  '@harbour/c-base': {},
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-release-'))
  archives = Object.entries(PACKAGES).map(([module, dependencies]) => {
    const source = join(folder, module)
    mkdirSync(source, { recursive: true })
    const manifest = { name: module, version: '1.0.0', dependencies }
    writeFileSync(join(source, 'package.json'), JSON.stringify(manifest))
    const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
      cwd: source,
      encoding: 'utf8',
    })
    const [{ filename }] = JSON.parse(packed) as [{ filename: string }]
    return { module, manifest, path: join(folder, filename) }
  })
})
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(async () => void (registry = await startRegistry()))
afterEach(async () => registry.stop())

/** @returns the lines that it prints */
async function publish(dryRun: boolean): Promise<string[]> {
  const said: string[] = []
  const settings = join(folder, 'npmrc')
  writeFileSync(
    settings,
    `registry=${registry.url}\n${registry.url.replace('http:', '')}:_authToken=harbour\n`,
  )
  const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))
  const env = {
    ...Object.fromEntries(own),
    npm_config_userconfig: settings,
    npm_config_cache: join(folder, 'cache'),
  }
  await publishAll(archives, { dryRun, provenance: false, env, say: (line) => said.push(line) })
  return said
}

const IN_ORDER = ['@harbour/c-base@1.0.0', '@harbour/b-library@1.0.0', '@harbour/a-program@1.0.0']

test('each package is published after its dependencies', async () => {
  expect(await publish(false)).toEqual(IN_ORDER.map((name) => `${name}: published`))
  expect(registry.published).toEqual(IN_ORDER)
})

test('a dry run asks the registry, and publishes nothing', async () => {
  expect(await publish(true)).toEqual(IN_ORDER.map((name) => `${name}: would be published`))
  expect(registry.published).toEqual([])
})

test('a release that stopped half way goes on where it stopped', async () => {
  registry.refused.add('@harbour/b-library')
  await expect(publish(false)).rejects.toThrow(/^@harbour\/b-library@1\.0\.0 was not published\./)
  expect(registry.published).toEqual(IN_ORDER.slice(0, 1))
  registry.refused.clear()
  expect(await publish(false)).toEqual([
    `${IN_ORDER[0]}: already published`,
    ...IN_ORDER.slice(1).map((name) => `${name}: published`),
  ])
  expect(registry.published).toEqual(IN_ORDER)
})

describe('the order', () => {
  const archive = (module: string, ...names: string[]): Archive => ({
    module,
    path: '',
    manifest: {
      name: module,
      version: '1.0.0',
      dependencies: Object.fromEntries(names.map((name) => [name, '1.0.0'])),
    },
  })

  test('does not depend on that of the archives', () => {
    const some = [archive('a', 'c'), archive('b'), archive('c', 'd'), archive('d')]
    for (const list of [some, some.toReversed()])
      expect(publishOrder(list).map(({ module }) => module)).toEqual(['d', 'c', 'a', 'b'])
  })

  test('has no place for packages that depend on each other', () =>
    expect(() => publishOrder([archive('a', 'b'), archive('b', 'a')])).toThrow('depend on each other'))
})
