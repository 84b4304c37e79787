/**
 * Each package is built for the platforms that its manifest names. The oldest Node is in the root's manifest alone:
 * `vitest run scripts/portable.test.ts -u` writes it everywhere else.
 */
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { PURE } from './layers.ts'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const manifests = globSync(['packages/*/package.json', 'apps/*/package.json'], { cwd: root }).toSorted()

/** Packages that run on Node 20 and in the browsers of 2024. */
const PORTABLE = new Set([...PURE, 'client'])
/** Packages that run in these browsers alone. */
const BROWSER = new Set(['outliner'])

const { engines } = read('package.json')
const oldest: string = engines.node.slice('>='.length)

test.each(manifests)('%s names the oldest Node that it runs on', async (path) => {
  const { name, scripts, private: isPrivate = false, engines: own } = read(path)
  const short = name.replace('@notegraph/', '')
  const isPortable = PORTABLE.has(short) || BROWSER.has(short)
  expect(own === undefined).toBe(isPrivate)
  const text = readFileSync(join(root, path), 'utf8')
  const current = text.replace(/"node": ".*"/, `"node": "${isPortable ? '>=20' : engines.node}"`)
  await expect(current).toMatchFileSnapshot(join(root, path))
  expect(scripts?.build ?? '--target es2022 --target node22').toContain(
    isPortable ? '--target es2022' : '--target node22',
  )
})

/** The files in which people and programs read which Node they need. */
const SAID = globSync(
  ['*.md', 'apps/*/README.md', 'docs/**/*.md', 'examples/*.md', 'apps/cli/src/node-version.ts'],
  {
    cwd: root,
  },
).filter((path) => /Node \d+\.\d+ or newer|OLDEST = '/.test(readFileSync(join(root, path), 'utf8')))

test.each(SAID)('%s names the oldest Node of the programs', async (path) => {
  const text = readFileSync(join(root, path), 'utf8')
  const current = text
    .replaceAll(/Node \d+\.\d+ or newer/g, `Node ${oldest} or newer`)
    .replace(/(?<=OLDEST = ')[^']+/, oldest)
  await expect(current).toMatchFileSnapshot(join(root, path))
})

test('every portable package is checked against what they have', () => {
  const { include } = read('tsconfig.portable.json')
  expect(include.toSorted()).toEqual([...PORTABLE].map((name) => `packages/${name}/src`).toSorted())
})
