/**
 * The versions of Node, and the platforms that each package is built for. `vitest run scripts/portable.test.ts -u` writes
 * them wherever people and programs read them, from these three places alone:
 *
 * - `engines` of the root's manifest: the oldest Node of the programs.
 * - `optionalDependencies` of the root's manifest: the Node that a checkout brings along.
 * - `OLDEST_ELSEWHERE` here: the oldest Node of the portable packages, and of a machine on which a checkout starts.
 */
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { PURE } from './layers.ts'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const manifests = globSync(['packages/*/package.json', 'apps/*/package.json'], { cwd: root }).toSorted()

const OLDEST_ELSEWHERE = '20'
/** Packages that run on that Node and in the browsers of 2024. */
const PORTABLE = new Set([...PURE, 'client'])
/** Packages that run in these browsers alone. */
const BROWSER = new Set(['outliner'])

const { engines, optionalDependencies } = read('package.json')
const oldest: string = engines.node.slice('>='.length)
const brought: string = optionalDependencies.node
const [major] = brought.split('.')

test.each(manifests)('%s names the oldest Node that it runs on', async (path) => {
  const { name, scripts, private: isPrivate = false, engines: own } = read(path)
  const short = name.replace('@notegraph/', '')
  const isPortable = PORTABLE.has(short) || BROWSER.has(short)
  expect(own === undefined).toBe(isPrivate)
  const text = readFileSync(join(root, path), 'utf8')
  const current = text.replace(
    /"node": ".*"/,
    `"node": "${isPortable ? `>=${OLDEST_ELSEWHERE}` : engines.node}"`,
  )
  await expect(current).toMatchFileSnapshot(join(root, path))
  expect(scripts?.build ?? '--target es2022 --target node22').toContain(
    isPortable ? '--target es2022' : '--target node22',
  )
})

/** The texts that name a version, and the version. */
const TEXTS: readonly (readonly [text: RegExp, version: string | undefined])[] = [
  [/(?<=Node )\d+\.\d+(?= or newer)/g, oldest],
  [/(?<=OLDEST = ')[^']+/g, oldest],
  [/(?<=Node )\d+(?= or newer)/g, OLDEST_ELSEWHERE],
  [/(?<=own Node, )\d+/g, OLDEST_ELSEWHERE],
  [/(?<=^nodeVersion: )\S+/gm, brought],
  [/(?<=packages and Node |\bnode:)\d+(?=\b)/g, major],
]
const SAID = globSync(
  [
    '*.md',
    'apps/*/README.md',
    'docs/**/*.md',
    'examples/*.md',
    'deploy/*',
    'pnpm-workspace.yaml',
    'scripts/run.mjs',
    'apps/cli/src/node-version.ts',
  ],
  { cwd: root },
).filter((path) => TEXTS.some(([text]) => readFileSync(join(root, path), 'utf8').match(text)))

test.each(SAID)('%s names the same versions of Node', async (path) => {
  const said = readFileSync(join(root, path), 'utf8')
  const current = TEXTS.reduce((text, [pattern, version]) => text.replaceAll(pattern, version!), said)
  await expect(current).toMatchFileSnapshot(join(root, path))
})

test('every portable package is checked against what they have', () => {
  const { include } = read('tsconfig.portable.json')
  expect(include.toSorted()).toEqual([...PORTABLE].map((name) => `packages/${name}/src`).toSorted())
})
