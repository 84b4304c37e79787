import { expect, test } from 'vitest'
import { dayPattern, digitsPattern, NO, plain } from '../src/facts.ts'

test.each([
  ['2026-03-05', true],
  ['on March 5th', true],
  ['the 5th of March, 2026', true],
  ['5 Mar 2026', true],
  ['05.03.2026', true],
  ['15 March', false],
  ['March 15', false],
  ['5 May', false],
])('dayPattern in %j: %j', (text, found) => expect(dayPattern('2026-03-05').test(text)).toBe(found))

test.each(['+44 1632 960120', '01632-960-120', '(01632) 960120'])('digitsPattern in %j', (text) =>
  expect(digitsPattern('1632960120').test(text)).toBe(true),
)

test.each([
  ["I can't delete pages.", true],
  ['That is not possible.', true],
  ['I am unable to.', true],
  ['Done!', false],
  ['I noted it.', false],
])('NO in %j: %j', (text, found) => expect(NO.test(text)).toBe(found))

test('plain', () => {
  expect(plain('**Bold** [[The Heron]]’s\n“plan” – `x`')).toBe('Bold The Heron\'s "plan" - x')
})
