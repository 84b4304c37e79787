import { expect, test } from 'vitest'
import { keptHtml } from './kept-html.ts'

test('an entry is there in its state alone', () => {
  const kept = keptHtml()
  kept.keep('a', 's1', '<p>one</p>')
  expect(kept.get('a', 's1')).toBe('<p>one</p>')
  expect(kept.get('a', 's2')).toBeUndefined()
  expect(kept.get('b', 's1')).toBeUndefined()
  kept.keep('a', 's2', '<p>two</p>')
  expect([kept.get('a', 's1'), kept.get('a', 's2')]).toEqual([undefined, '<p>two</p>'])
})

test('its size is bounded: what was read longest ago leaves', () => {
  const kept = keptHtml(100)
  for (const key of ['a', 'b', 'c']) kept.keep(key, 's', 'x'.repeat(30))
  expect(kept.get('a', 's')).toBeDefined()
  kept.keep('d', 's', 'x'.repeat(30))
  expect(['a', 'b', 'c', 'd'].map((key) => kept.get(key, 's') !== undefined)).toEqual([true, false, true, true]) // prettier-ignore
  kept.keep('long', 's', 'x'.repeat(600_000))
  expect([kept.get('long', 's'), kept.get('d', 's') === undefined]).toEqual([undefined, false])
})
