/** The documents: their links and paths exist, and their generated parts are current. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { anchorsIn, isThere, linksIn, pathsIn, repositoryPaths, ROOT, targetOf, withPicture } from './docs.ts'

const paths = repositoryPaths()
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
// Markdown notes that tests import are not documents of the project.
const DOCUMENTS = [...paths].filter((path) =>
  /^(?:[A-Z]+|docs\/.+|(?:packages|apps)\/[^/]+\/\w+|(?:bench|evaluation|examples)\/[A-Z]+)\.md$/.test(path),
)

test('the documents are found', () => {
  expect(DOCUMENTS).toEqual(
    expect.arrayContaining(['README.md', 'docs/README.md', 'packages/query/README.md']),
  )
})

describe('links', () => {
  test.each([
    ['[a](b.md) and [c](d.md#e "f")', ['b.md', 'd.md#e']],
    ['[out](https://example.com) [mail](mailto:a@b.c) [top](/x)', []],
    ['`[code](x.md)`\n\n```\n[fence](y.md)\n```\n\n[here](#z)', ['#z']],
    ['[a]: b.md', ['b.md']],
  ])('of %j', (markdown, links) => expect(linksIn(markdown)).toEqual(links))

  test.each([
    ['## A first look', ['a-first-look']],
    ['# `GET /pages`, and more\n# Twice\n# Twice', ['get-pages-and-more', 'twice', 'twice-1']],
    ['```\n# no heading\n```', []],
  ])('anchors of %j', (markdown, anchors) => expect([...anchorsIn(markdown)]).toEqual(anchors))

  test.each(DOCUMENTS)('%s: each link leads to a file and a heading', (file) => {
    const lost = linksIn(read(file)).filter((link) => {
      const { path, anchor } = targetOf(file, link)
      if (!paths.has(path)) return true
      return anchor !== '' && !(path.endsWith('.md') && anchorsIn(read(path)).has(anchor))
    })
    expect(lost).toEqual([])
  })

  test('each document under docs can be reached from the first page', () => {
    const reached = new Set(['docs/README.md'])
    for (const file of reached)
      for (const link of linksIn(read(file))) {
        const { path } = targetOf(file, link)
        if (path.startsWith('docs/') && path.endsWith('.md') && paths.has(path)) reached.add(path)
      }
    expect(DOCUMENTS.filter((path) => path.startsWith('docs/') && !reached.has(path))).toEqual([])
  })
})

describe('paths', () => {
  test.each([
    ['`packages/graph/src/record.ts` and `apps/cli`', ['packages/graph/src/record.ts', 'apps/cli']],
    ['`docs/guides/`', ['docs/guides']],
    ['`pages/`, `npm start`, `packages/graph is pure`', []],
  ])('of %j', (markdown, found) => expect(pathsIn(markdown)).toEqual(found))

  test.each(DOCUMENTS)('%s: each path in a code span exists', (file) => {
    expect(pathsIn(read(file)).filter((path) => !isThere(path, paths))).toEqual([])
  })
})

test('docs/operations.md has a row for each setting', () => {
  const settings = [
    ...read('packages/host/src/settings.ts').matchAll(/\['(NOTEGRAPH_\w+)',|^    '(NOTEGRAPH_\w+)',/gm),
  ]
  const rows = read('docs/operations.md')
    .split('\n')
    .filter((line) => line.startsWith('| `NOTEGRAPH_'))
  const described = rows.flatMap((row) =>
    [...row.split(' | ')[0]!.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
  )
  expect(described.toSorted()).toEqual(settings.map(([, short, long]) => (short ?? long)!).toSorted())
})

test('README.md is under 8 KB', () => {
  expect(Buffer.byteLength(read('README.md'))).toBeLessThan(8192)
})

test('ARCHITECTURE.md is one page, and its picture is that of the layers', async () => {
  expect(read('ARCHITECTURE.md').split('\n').length).toBeLessThan(120)
  await expect(withPicture(read('ARCHITECTURE.md'))).toMatchFileSnapshot('../ARCHITECTURE.md')
})
