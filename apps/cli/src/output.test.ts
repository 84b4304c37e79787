import { expect, test } from 'vitest'
import { counted, oneLine, output, table } from './output.ts'

test('a result is lines for a person and one JSON value for a program', () => {
  let written = ''
  const write = (text: string) => void (written += text)
  output(false, write).result({ n: 1 }, ['one', 'two'])
  output(true, write).result({ n: 1 }, ['one', 'two'])
  output(false, write).result({ n: 1 }, [])
  expect(written).toBe('one\ntwo\n{"n":1}\n')
})

test('columns are aligned, and no line ends in blanks', () => {
  expect(
    table([
      ['a', 'long', ''],
      ['longer', 'b', 'c'],
    ]),
  ).toEqual(['a       long', 'longer  b     c'])
  expect(table([])).toEqual([])
})

test.each([
  [0, '0 pages'],
  [1, '1 page'],
  [6317, '6,317 pages'],
])('%i is %j', (count, words) => expect(counted(count, 'page')).toBe(words))

test('a message of several lines becomes one line', () => {
  expect(oneLine('first\n  second\r\nthird \n')).toBe('first second third')
})
