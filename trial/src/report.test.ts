import { expect, test } from 'vitest'
import { withResults, type Result } from './report.ts'

const ORDER = [
  { fault: 'kill', store: 'embedded' },
  { fault: 'kill', store: 'postgres' },
  { fault: 'stop', store: 'embedded' },
]
const result = (fault: string, store: string, passed = true): Result => ({
  fault,
  store,
  fired: 25,
  acknowledged: 1234,
  passed,
  date: '2026-11-23',
  commit: 'abc',
})
const rows = (document: string): string[] => document.split('\n').filter((line) => line.startsWith('| `'))

test('a run writes one row for each fault on each store, in the order of a run', () => {
  const table = withResults('', [result('stop', 'embedded'), result('kill', 'embedded')], ORDER)
  expect(rows(table)).toEqual([
    '| `kill` | embedded | 25    | 1234                | passed  | 2026-11-23 | abc    |',
    '| `stop` | embedded | 25    | 1234                | passed  | 2026-11-23 | abc    |',
  ])
})

test('a later run replaces its own rows, and leaves the others and the rest of the document', () => {
  const first = withResults('# Title\n', [result('kill', 'embedded'), result('stop', 'embedded')], ORDER)
  const document = `${first}\n## Later\n`
  const second = withResults(document, [result('stop', 'embedded', false)], ORDER)
  expect(rows(second)).toEqual([expect.stringMatching(/kill.*passed/), expect.stringMatching(/stop.*FAILED/)])
  expect(second).toMatch(/^# Title\n\n<!-- last result/)
  expect(second).toMatch(/<!-- \/last result -->\n\n## Later\n$/)
})

test('a fault that exists no more leaves the table', () => {
  const first = withResults('', [result('kill', 'embedded')], ORDER)
  expect(rows(withResults(first, [], ORDER.slice(1)))).toEqual([])
})
