import { expect, test } from 'vitest'
import { agoAt } from './time.ts'

const MINUTE = 60_000
const NOW = Date.UTC(2026, 10, 20, 12)

test.each([
  [0, 'just now'],
  [119, 'just now'],
  [5 * 60, '5 minutes ago'],
  [59 * 60, '59 minutes ago'],
  [104 * 60, '1 hour ago'],
  [23 * 3_600, '23 hours ago'],
  [30 * 3_600, '1 day ago'],
  [6 * 86_400, '6 days ago'],
  [7 * 86_400, '13 Nov 2026'],
])('%i seconds ago: %s', async (seconds, words) => {
  const html = await agoAt(NOW - (seconds * MINUTE) / 60, NOW, 'UTC')
  expect(/>([^<]*)</.exec(html)?.[1]).toBe(words)
})
