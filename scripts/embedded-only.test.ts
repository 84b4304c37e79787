import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EMBEDDED_ONLY } from './embedded-only.ts'

const cwd = join(import.meta.dirname, '..')

test.each(Object.keys(EMBEDDED_ONLY))('a file that runs on the embedded store alone exists: %s', (path) => {
  expect(existsSync(join(cwd, path))).toBe(true)
})

test('no test that runs on both stores opens one by its driver', () => {
  const files = globSync('packages/{service,server,web,mcp-server}/{src,test}/**/*.ts', { cwd })
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((path) => readFileSync(join(cwd, path), 'utf8').includes('openSqlite('))).toEqual([])
})
