import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readJson } from './json.ts'
import { entriesInOrder, parseInOrder } from './key-order.ts'

type Members = Readonly<Record<string, unknown>>

describe('[D3.4] members come in the order of the text', () => {
  test.each([
    ['{"beta":1,"3":2,"20":3}', ['beta', '3', '20']],
    ['{"20":1,"3":2}', ['20', '3']],
    ['{"b":{"9":1,"1":2},"a":[{"5":1}],"2":"\\"7\\":"}', ['b', 'a', '2']],
    ['{"b":1,"\\u0033":2}', ['b', '3']],
    ['{"b":1,"a":2}', ['b', 'a']],
    ['{}', []],
  ])('%s', (text, keys) => {
    const read = readJson(text)
    for (const value of [parseInOrder(text), read.ok && read.value])
      expect(entriesInOrder(value as Members).map(([key]) => key)).toEqual(keys)
  })

  test('at any depth', () => {
    const { list } = parseInOrder('{"list":[1,{"a":{"x":1,"0":2},"1":{}},{"c":1,"2":2}]}') as {
      readonly list: readonly Members[]
    }
    expect(entriesInOrder(list[1]!).map(([key]) => key)).toEqual(['a', '1'])
    expect(entriesInOrder(list[1]!['a'] as Members)).toEqual([
      ['x', 1],
      ['0', 2],
    ])
    expect(entriesInOrder(list[2]!).map(([key]) => key)).toEqual(['c', '2'])
  })

  test('property: the value is that of JSON.parse, and the members are all there', () => {
    const key = fc.oneof(fc.nat(30).map(String), fc.string())
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(key, fc.jsonValue()), { selector: ([name]) => name }),
        (members) => {
          const text = `{${members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`
          const value = parseInOrder(text) as Members
          expect(value).toEqual(JSON.parse(text))
          expect(entriesInOrder(value).map(([name]) => name)).toEqual(members.map(([name]) => name))
        },
      ),
    )
  })
})
