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
