import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { publicExports } from './public-exports.ts'

const found = publicExports()
const one = (pkg: string, name: string) => found.find((each) => each.package === pkg && each.name === name)

test.each([
  ['a function of the first entry', 'packages/query', 'parseQuery', true],
  ['a type', 'packages/query', 'QueryFault', false],
  ['a function of another entry', 'packages/store', 'openSqlite', true],
])('public exports include %s', (_, pkg, name, isFunction) => {
  expect(one(pkg, name)).toMatchObject({ name, isFunction, file: expect.stringContaining(`${pkg}/src/`) })
})

test('a docstring is the block comment right before the declaration', () => {
  expect(one('packages/query', 'nearest')?.doc).toMatch(/^\S.*@returns/s)
})

test('packages that are not published have no public exports', () => {
  expect(found.filter(({ package: pkg }) => pkg === 'packages/browser-tests')).toEqual([])
})

/** Packages whose interfaces a developer reads in an editor: each method has a docstring there. */
const WITH_HOVER = [
  'client',
  'sync',
  'folder',
  'block-text',
  'graph',
  'query',
  'search',
  'render',
  'page-types',
]

test.each(WITH_HOVER)('each method of the public interfaces of %s has a docstring', (pkg) => {
  const bare = found
    .filter((each) => each.package === `packages/${pkg}`)
    .flatMap(({ name, file }) => {
      const source = readFileSync(join(import.meta.dirname, '..', file), 'utf8')
      const body = new RegExp(`^export interface ${name}\\b[^]*?^}`, 'm').exec(source)?.[0] ?? ''
      const lines = body.split('\n')
      return lines.flatMap((line, i) => {
        const method = /^ {2}(\w+)[(<]/.exec(line)?.[1]
        return method === undefined || lines[i - 1]!.endsWith('*/') ? [] : `${name}.${method}`
      })
    })
  expect(bare).toEqual([])
})
