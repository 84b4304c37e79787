import { expect, test } from 'vitest'
import { linkedNames, listValues } from './value.ts'

test.each([
  ['a, b', ['a', 'b']],
  ['a', ['a']],
  ['', []],
  [' , ,', []],
  ['[[a]], [[b]]', ['a', 'b']],
  ['[[a, b]], c', ['a, b', 'c']],
  ['#a, #[[b c]]', ['a', 'b c']],
  ['#a #b', ['a', 'b']],
  ['[[a]] [[b]]', ['a', 'b']],
  ['a, A, á', ['a', 'á']],
  ['[[a [[b]]]]', ['a [[b]]']],
  ['a，b', ['a', 'b']],
  ['two words, x', ['two words', 'x']],
  ['[[open, a', ['[[open', 'a']],
  ['C#, F#', ['C#', 'F#']],
  ['[[]], #', []],
  ['a/b', ['a/b']],
  ['Nov 20th, 2026', ['Nov 20th, 2026']],
  ['a, november 20, 2026 , b', ['a', 'november 20, 2026', 'b']],
  ['Nov 20th, 2026, Nov 21st, 2026', ['Nov 20th, 2026', 'Nov 21st, 2026']],
  ['Nov 20th, 2026，b', ['Nov 20th, 2026', 'b']],
  ['Nov 31st, 2026', ['Nov 31st', '2026']], // not on the calendar
  ['Nov 20th, 2026 a', ['Nov 20th', '2026 a']],
  ['Nov 20th, 20266', ['Nov 20th', '20266']],
  ['x Nov 20th, 2026', ['x Nov 20th', '2026']],
])('[D2.5] the values of %j', (value, names) => {
  expect(listValues(value)).toEqual(names)
})

test.each([
  ['[[a]], [[b]]', ['a', 'b']],
  ['by [[Mira]] and #tag', ['Mira']],
  ['#[[a tag]]', []],
  ['`[[a]]` [[b]]', ['b']],
  ['[[a [[b]]]]', ['a [[b]]', 'b']],
  ['[[a]] [[A]]', ['a']],
  ['plain', []],
])('[D2.5] the links of %j', (value, names) => {
  expect(linkedNames(value)).toEqual(names)
})
