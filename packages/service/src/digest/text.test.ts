/** The words of digests. @see events 3 */
import { LIMITS } from '@notegraph/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DigestFacts } from './facts.ts'
import { digestText } from './text.ts'

const NONE: DigestFacts = {
  day: 20261120,
  overdue: { total: 0, first: [] },
  today: { total: 0, first: [] },
  conflicts: 0,
  changes: { total: 0, first: [] },
}
const LINKS = { base: 'https://notes.example', end: 'https://notes.example/digest/end/x', zone: 'UTC' }
const said = (facts: Partial<DigestFacts>) => digestText({ ...NONE, ...facts }, LINKS)
const task = { words: 'Sow rye', page: 'Garden', due: 20261118 }
const one = { total: 1, first: [task] }

describe('[V3] a digest reports', () => {
  test('nothing on a day with nothing to say', () => expect(said({})).toBeUndefined())

  test.each([
    [
      { overdue: one },
      '1 task overdue',
      ['Overdue (1)', '- Sow rye (Garden, due 18 November 2026)', '/graph/tasks'],
    ],
    [{ today: one }, '1 task due today', ['Due today (1)', '- Sow rye (Garden)', '/graph/tasks']],
    [
      { today: { total: 1, first: [{ ...task, words: '' }] } },
      '1 task due today',
      ['- A task without words (Garden)'],
    ],
    [{ overdue: { ...one, total: 30 } }, '30 tasks overdue', ['Overdue (30)', '- and 29 more']],
    [{ conflicts: 2 }, '2 conflicts', ['2 blocks have conflicting versions.', '/settings/conflicts']],
    [
      { changes: { total: 1, first: [{ summary: 'Added a block to Ada', by: 'Laptop' }] } },
      '1 change by assistants',
      ['Changed by assistants and programs (1)', '- Added a block to Ada (Laptop)', '/settings/changes'],
    ],
    [
      { planEnds: { readsUntil: Date.UTC(2026, 11, 1), daysLeft: 11 } },
      'Plan ended, 11 days left',
      ['Your plan has ended. You can read until 1 December 2026 (11 days).'],
    ],
    [
      { storage: { percent: 80, used: 85, quota: 100 } },
      'Storage nearly full',
      ['85 % is in use', '/settings/storage'],
    ],
    [
      { storage: { percent: 100, used: 998, quota: 1_000 } },
      'Storage full',
      ['Storage is full: 100 % is in use.'],
    ],
  ] satisfies [Partial<DigestFacts>, string, string[]][])('%j as %j', (facts, summary, words) => {
    const digest = said(facts)!
    expect(digest.summary).toBe(summary)
    for (const one of words) expect(digest.text).toContain(one)
  })

  test('several facts in one message, with its day and its end', () => {
    const digest = said({ overdue: one, today: { total: 2, first: [task] }, conflicts: 1 })!
    expect(digest.summary).toBe('1 task overdue, 2 tasks due today, 1 conflict')
    for (const text of [digest.text, digest.html]) {
      expect(text).toMatch(/Friday,? 20 November 2026/)
      expect(text).toContain(LINKS.end)
      expect(text).toContain('https://notes.example/settings/digest')
    }
  })
})

test('[V3] HTML is escaped, and the subject has no words of notes', () => {
  const words = `<img src=x onerror="alert(1)"> & 'x'`
  const digest = said({
    overdue: { total: 1, first: [{ words, page: words, due: 20261118 }] },
    changes: { total: 1, first: [{ summary: words, by: words }] },
  })!
  expect(digest.html).not.toContain('<img')
  expect(digest.html.split('&lt;img').length - 1).toBe(4)
  expect(digest.text).toContain(words)
  expect(digest.summary).toBe('1 task overdue, 1 change by assistants')
})

test('[V3] a digest is bounded, whatever it reports', () => {
  const line = fc.string({ unit: 'grapheme', maxLength: LIMITS.digestLine })
  const tasks = fc.array(fc.record({ words: line, page: line, due: fc.constant(20261118) }), {
    maxLength: LIMITS.digestTasks,
  })
  fc.assert(
    fc.property(tasks, fc.nat(), (first, more) => {
      const overdue = { total: first.length + more, first }
      const digest = said({ overdue, today: overdue })
      expect(digest === undefined).toBe(overdue.total === 0)
      expect(digest?.html.length ?? 0).toBeLessThan(200_000)
      expect(digest?.summary.length ?? 0).toBeLessThan(100)
    }),
  )
})
