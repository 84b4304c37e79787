import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ringOf, TAGS, tagsOf, testFiles, type Ring, type Tag } from './test-rings.ts'

const cwd = join(import.meta.dirname, '..')
const files = testFiles(cwd)

test.each<[string, Tag[]]>([
  ['/** @module-tag browser */\nimport x', ['browser']],
  ['/**\n * Notes.\n *\n * @module-tag postgres\n * @module-tag first-ring\n */', ['postgres', 'first-ring']],
  ["import x from 'x' // @module-tag browser", []],
])('the tags of %j', (source, expected) => expect(tagsOf(source)).toEqual(expected))

test.each<[string, Tag[], Ring]>([
  ['packages', [], 'first'],
  ['packages', ['browser'], 'second'],
  ['packages', ['process'], 'second'],
  ['packages', ['postgres'], 'second'],
  ['packages', ['both-stores'], 'first'],
  ['packages', ['process', 'first-ring'], 'first'],
  ['packages', ['second-ring'], 'second'],
  ['trial', [], 'second'],
])('a file of %s with the tags %j is in the %s ring', (folder, tags, ring) =>
  expect(ringOf({ path: `${folder}/one.test.ts`, tags })).toBe(ring),
)

test('every tag is a known one', () => {
  const known: ReadonlySet<string> = new Set(TAGS.map(({ name }) => name))
  expect(files.filter(({ tags }) => tags.some((tag) => !known.has(tag)))).toEqual([])
})

test('only files that would be in the second ring say that they are in the first', () => {
  const said = files.filter(({ tags }) => tags.includes('first-ring'))
  const unsaid = said.map(({ path, tags }) => ({ path, tags: tags.filter((tag) => tag !== 'first-ring') }))
  expect(unsaid.filter((file) => ringOf(file) === 'first')).toEqual([])
})

test('only files that would be in the first ring say that they are in the second', () => {
  const said = files.filter(({ tags }) => tags.includes('second-ring'))
  const unsaid = said.map(({ path, tags }) => ({ path, tags: tags.filter((tag) => tag !== 'second-ring') }))
  expect(unsaid.filter((file) => ringOf(file) === 'second')).toEqual([])
})

describe('the tests of the service, the server, the web and MCP', () => {
  test('open no store by its driver, so that they run on both', () => {
    const paths = globSync('packages/{service,server,web,mcp-server}/{src,test}/**/*.ts', { cwd })
    expect(paths.length).toBeGreaterThan(300)
    expect(paths.filter((path) => readFileSync(join(cwd, path), 'utf8').includes('openSqlite('))).toEqual([])
  })

  test('are the only ones that run on both', () => {
    const both = files.filter(({ tags }) => tags.includes('both-stores')).map(({ path }) => path)
    const inside = /^(packages\/(service|server|web|mcp-server)|apps\/api)\//
    expect(both.filter((path) => !inside.test(path))).toEqual([])
  })
})
