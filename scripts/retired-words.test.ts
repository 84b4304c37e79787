import { expect, test } from 'vitest'
import { retiredIn } from './retired-words.ts'

test.each([
  ['The device is told that the change landed.', ['told', 'landed']],
  ['Told anew, as it then is.', ['Told', 'anew', 'as it then is']],
  ['an island, a standard and a stallion', []],
  ['The server reports the commit again.', []],
])('retired words in %j: %j', (text, words) => {
  expect(retiredIn(text).map(({ word }) => word)).toEqual(words)
})
