/** The packages that people install: their manifests before and after packing. */
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import {
  packedManifest,
  packedReadme,
  packedTypes,
  repositoryUrl,
  staleFiles,
  type Manifest,
} from './packed.ts'

const root = resolve(import.meta.dirname, '..')
const manifests = globSync('{packages,apps}/*/package.json', { cwd: root })
  .toSorted()
  .map((path): Manifest => JSON.parse(readFileSync(join(root, path), 'utf8')))
const published = manifests.filter((manifest) => !manifest.private)
const versions = new Map(manifests.map(({ name, version }) => [name, version]))

test.each(published.map((manifest) => [manifest.name, manifest] as const))(
  '%s can be picked up',
  (_, one) => {
    expect(one).toMatchObject({
      description: expect.stringMatching(/\w/),
      license: 'MIT',
      type: 'module',
      keywords: expect.arrayContaining(['notegraph', 'outliner']),
      scripts: { build: expect.stringContaining('--sourcemap') },
    })
    expect(one).toHaveProperty('sideEffects')
    const packed = JSON.stringify(packedManifest(one, versions, undefined))
    expect(packed).not.toMatch(/workspace:|devDependencies|"scripts"|\/src\//)
    expect(packed).toContain(
      one.name === 'notegraph' ? '"bin":{"notegraph":"./dist/main.js"}' : '"types":"./dist/',
    )
  },
)

test('the program `notegraph` is of one package, so that no other takes its place in an installation', () =>
  expect(published.filter((one) => one['bin'] !== undefined).map(({ name }) => name)).toEqual(['notegraph']))

test('the client has no dependencies', () => {
  const client = published.find(({ name }) => name === '@notegraph/client')!
  expect(packedManifest(client, versions, undefined)).not.toHaveProperty('dependencies')
})

test('an export of source alone is for this workspace, and left out', () => {
  const store = published.find(({ name }) => name === '@notegraph/store')!
  expect(store['exports']).toHaveProperty(['./contract', 'notegraph'])
  expect(packedManifest(store, versions, undefined)).not.toHaveProperty(['exports', './contract'])
})

test('a neighbour is named by its version', () => {
  const graph = published.find(({ name }) => name === '@notegraph/graph')!
  expect(packedManifest(graph, versions, undefined)).toMatchObject({
    dependencies: { '@notegraph/block-text': versions.get('@notegraph/block-text') },
  })
})

test('the repository is the one that the workspace comes from', () => {
  const repository = { url: 'git+https://git.example/notes.git', directory: 'packages/graph' }
  expect(packedManifest(published[0]!, versions, repository)).toMatchObject({
    repository: { type: 'git', ...repository },
  })
})

test.each([
  ['https://git.example/ann/notes.git', 'git+https://git.example/ann/notes.git'],
  ['https://ann:secret@git.example/ann/notes', 'git+https://git.example/ann/notes.git'],
  ['git@git.example:ann/notes.git', 'git+https://git.example/ann/notes.git'],
  ['ssh://git@git.example:22/ann/notes.git\n', 'git+https://git.example/ann/notes.git'],
  ['/home/ann/notes', undefined],
  ['../notes', undefined],
])('the remote %j is %j', (remote, url) => expect(repositoryUrl(remote)).toBe(url))

test('files of earlier builds are not packed: modules that nothing imports, and types without a source', () => {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-packed-'))
  const files = {
    'src/index.ts': '',
    'src/node/index.ts': '',
    'dist/index.js': 'import { a } from "./chunk-AAAAAAAA.js"',
    'dist/index.d.ts': '',
    'dist/node/index.js': 'import { a } from "../chunk-AAAAAAAA.js"',
    'dist/node/index.d.ts': '',
    'dist/chunk-AAAAAAAA.js': 'import { b } from "./chunk-BBBBBBBB.js"',
    'dist/chunk-BBBBBBBB.js': 'await import("./later-EEEEEEEE.js")',
    'dist/chunk-CCCCCCCC.js': 'import { d } from "./chunk-DDDDDDDD.js"',
    'dist/chunk-DDDDDDDD.js': '',
    'dist/later-EEEEEEEE.js': '',
    'dist/later-FFFFFFFF.js': 'import { c } from "./chunk-CCCCCCCC.js"',
    'dist/node/gone.d.ts': '',
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const stale = ['chunk-CCCCCCCC', 'chunk-DDDDDDDD', 'later-FFFFFFFF'].flatMap((one) => [
    `${one}.js`,
    `${one}.js.map`,
  ])
  expect([...staleFiles(folder)].toSorted()).toEqual(
    [...stale, 'node/gone.d.ts'].map((path) => join(folder, 'dist', path)),
  )
  rmSync(folder, { recursive: true })
})

test.each([
  [
    'see [the guide](../../docs/guide.md#a)',
    'see [the guide](https://git.example/a/b/blob/HEAD/docs/guide.md#a)',
    'see the guide',
  ],
  [
    '[`sync`](../sync/README.md)',
    '[`sync`](https://git.example/a/b/blob/HEAD/packages/sync/README.md)',
    '`sync`',
  ],
  ['[web](https://x.example), [part](#part)', undefined, undefined],
  ["```ts\nconst text = '![x](../a.png)'\n```", undefined, undefined],
])('the packed README of %j has no dead link', (readme, linked = readme, bare = readme) => {
  const repository = { url: 'git+https://git.example/a/b.git', directory: 'packages/one' }
  expect(packedReadme(readme, repository)).toBe(linked)
  expect(packedReadme(readme, undefined)).toBe(bare)
})

test('no packed README has a link to a file that the package lacks', () => {
  for (const path of globSync('{packages,apps}/*/README.md', { cwd: root }))
    expect(
      packedReadme(readFileSync(join(root, path), 'utf8'), undefined).replaceAll(/```[^]*?```/g, ''),
    ).not.toMatch(/\]\(\.\.?\//)
})

test.each([
  ['/**\n * Reads.\n *\n * @SEE decisions 2.2, 5.1\n */', '/**\n * Reads.\n */'],
  [
    '/**\n * Reads.\n * @SEE sync, Routes\n * @example\n * read() // 1\n */',
    '/**\n * Reads.\n * @example\n * read() // 1\n */',
  ],
  ['/** Reads. @SEE service 3 */', '/** Reads. */'],
  ['/**\n * Finds. @SEE marksOf\n */', '/**\n * Finds. @SEE marksOf\n */'],
  ['/**\n * @SEE https://html.example\n */', '/**\n * @SEE https://html.example\n */'],
])('the packed types of %j cite no specification', (types, packed) => {
  // In capitals here, because a test reads each citation of the sources.
  const [from, to] = [types, packed].map((text) => text.replaceAll('SEE', 'see'))
  expect(packedTypes(from!)).toBe(to)
})
