import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { listed, objectOf, quoted } from './json.ts'

test('members are written as given', () => {
  expect(objectOf([])).toBe('{}')
  expect(
    objectOf([
      ['b', '1'],
      ['2', '"x"'],
      ['1', '[]'],
    ]),
  ).toBe('{"b":1,"2":"x","1":[]}')
  expect(
    objectOf([
      ['__proto__', 'null'],
      ['a"\n', '{}'],
    ]),
  ).toBe('{"__proto__":null,"a\\"\\n":{}}')
})

test('joined JSON reads back', () => {
  const text = fc.string({ unit: 'binary', maxLength: 5 })
  fc.assert(
    fc.property(fc.uniqueArray(text, { maxLength: 5 }), fc.array(text, { maxLength: 3 }), (names, texts) => {
      const members = names.map((name, i) => [name, i % 2 === 0 ? listed(texts) : quoted(name)] as const)
      const read = JSON.parse(objectOf(members)) as { [name: string]: unknown }
      expect(new Set(Object.keys(read))).toEqual(new Set(names))
      for (const [i, name] of names.entries()) expect(read[name]).toEqual(i % 2 === 0 ? texts : name)
    }),
  )
})
