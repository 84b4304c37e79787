/** The tables of `docs/oauth.md` name a test for each requirement, and the test exists. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = new URL('../../../../', import.meta.url)
const HERE = new URL('packages/server/test/oauth/', ROOT)
const document = readFileSync(fileURLToPath(new URL('docs/oauth.md', ROOT)), 'utf8')

/** Rows whose last cell is a file and words of its tests. */
const ROWS = [...document.matchAll(/^\| ([^|]+?) +\|(?:[^|]*\|)? `([^`]+)`: ([^|]+?) +\|$/gm)].flatMap(
  ([, requirement = '', file = '', tests = '']) =>
    tests.split('; ').map((words) => [requirement, file, words] as const),
)

test('every row of the tables has a test', () => {
  const rows = document.match(/^\| (?!---|a server must|a client must)/gm) ?? []
  expect(new Set(ROWS.map(([requirement]) => requirement)).size).toBe(rows.length)
})

test.each(ROWS)('[A9.1] %s: %s has “%s”', (_, file, words) => {
  const path = new URL(file, file.startsWith('packages/') ? ROOT : HERE)
  expect(readFileSync(fileURLToPath(path), 'utf8')).toContain(words)
})
