/** The table of findings, and the findings of one note. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findingLog, FINDINGS, MOST_EXAMPLES } from './findings.ts'

test('docs/import.md lists exactly these kinds with their sentences', () => {
  const doc = readFileSync(new URL('../../../docs/import.md', import.meta.url), 'utf8')
  const part = doc.slice(doc.indexOf('## The report'), doc.indexOf('## Logseq'))
  const rows = Array.from(part.matchAll(/^\| `(\w+)` +\| (.*?) +\|$/gmu), ([, kind, words]) => [kind, words])
  expect(Object.fromEntries(rows)).toEqual(FINDINGS)
})

test('each kind has one short sentence', () => {
  for (const words of Object.values(FINDINGS)) {
    expect(words).toMatch(/^[A-Z].*\.$/u)
    expect(words.split(' ').length).toBeLessThanOrEqual(25)
  }
})

test('a note counts each kind, and finds the lines of the first few', () => {
  const log = findingLog()
  let worked = 0
  for (let n = 1; n <= 100; n++)
    log.note('nul', () => {
      worked++
      return n
    })
  log.note('org', 7, 3)
  expect(log.list()).toEqual([
    { kind: 'nul', count: 100, lines: [1, 2, 3, 4, 5] },
    { kind: 'org', count: 3, lines: [7] },
  ])
  expect(worked).toBe(MOST_EXAMPLES)
})
