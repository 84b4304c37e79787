import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldLine, PAGE_TYPES, readFieldLine, type Field } from './index.ts'

test.each<[Field<string>, string]>([
  [{ key: 'serves', label: 'Serves', kind: 'text' }, '`serves` Serves (`text`)'],
  [{ key: 'cook', label: 'Cook', kind: 'ref', of: 'person' }, '`cook` Cook (`ref` of person)'],
  [{ key: 'seen-in', label: 'Seen in', kind: 'ref' }, '`seen-in` Seen in (`ref`)'],
  [
    { key: 'course', label: 'Course', kind: 'select', options: ['Starter', 'Main'] },
    '`course` Course (`select`: Starter, Main)',
  ],
  [{ key: 'oven', label: 'Oven (°C)', kind: 'text' }, '`oven` Oven (°C) (`text`)'],
])('[types] %j is the line %s, and back', (field, line) => {
  expect([fieldLine(field), readFieldLine(line)]).toEqual([line, field])
})

test.each([
  '',
  'Serves four',
  '`serves` (`text`)',
  'serves Serves (`text`)',
  '`serves` Serves (`number`)',
  '`serves` Serves (text)',
  '`Serves` Serves (`text`)', // no key of a property
  '`type` Type (`text`)', // the type itself is no field
  '`a b` Serves (`text`)',
])('[types] %j is no field', (text) => {
  expect(readFieldLine(text)).toBeUndefined()
})

test('[types] every field of the registry comes back from its line', () => {
  for (const field of PAGE_TYPES.flatMap(({ fields }) => fields))
    expect(readFieldLine(fieldLine(field))).toEqual(field)
})

test('any text is read, however long', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readFieldLine(text)))
})

test('a line beyond 2,000 characters is no field, however many places it could end at', () => {
  const line = (words: string): string => `\`a\` ${words} (\`text\`)`
  expect(readFieldLine(line('b'.repeat(1_980)))).toMatchObject({ key: 'a' })
  expect(readFieldLine(line('(`text`: '.repeat(20_000)))).toBeUndefined()
})
