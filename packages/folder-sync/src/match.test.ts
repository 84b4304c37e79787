import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchRows, type Row } from './match.ts'

const rows = (...lines: string[]): Row[] =>
  lines.map((line) => {
    const [, tabs = '', content = '', id] = /^(\t*)(.*?)(?: #(\w+))?$/.exec(line) ?? []
    return { depth: tabs.length, content, ...(id !== undefined && { id }) }
  })

describe('matching rows', () => {
  test.each<[name: string, before: string[], now: string[], match: number[]]>([
    ['nothing changed', ['a', '\tb', 'c'], ['a', '\tb', 'c'], [0, 1, 2]],
    ['added and taken away', ['a', 'b', 'c'], ['new', 'a', 'c'], [-1, 0, 2]],
    ['other words between two that stayed', ['a', 'buy milk', 'c'], ['a', 'sell milk', 'c'], [0, 1, 2]],
    ['moved', ['a', 'b', 'c'], ['b', 'c', 'a'], [1, 2, 0]],
    ['indented', ['a', 'b'], ['a', '\tb'], [0, 1]],
    ['by its id, whatever it says', ['a', 'b #x'], ['entirely new #x', 'a'], [1, 0]],
    ['a strange id is another block', ['one word'], ['one word #y'], [0]],
    [
      'the one that is most alike',
      ['a', 'red apple pie', 'green tea', 'z'],
      ['a', 'black green tea', 'z'],
      [0, 2, 3],
    ],
    ['blank ones in their order', ['', 'a', ''], ['', 'a', '', ''], [0, 1, 2, -1]],
  ])('%s', (_, before, now, match) => expect(matchRows(rows(...before), rows(...now), true)).toEqual(match))

  test('an exact match treats a changed block as new', () => {
    expect(matchRows(rows('a', 'b', 'c'), rows('a', 'B', 'c'), false)).toEqual([0, -1, 2])
  })

  test('each row matches at most one row, and a text matches itself', () => {
    const row = fc.record({ depth: fc.nat(3), content: fc.constantFrom('', 'a', 'b', 'a b', 'a b c', 'x y') })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), fc.array(row, { maxLength: 12 }), (before, now) => {
        const used = matchRows(before, now, true).filter((i) => i >= 0)
        expect(new Set(used).size).toBe(used.length)
        expect(matchRows(now, now, true)).toEqual(now.map((_, i) => i))
      }),
    )
  })

  test('matching a rewritten page takes linear time', () => {
    const many = (word: string) => rows(...Array.from({ length: 5_000 }, (_, i) => `${word} ${i}`))
    expect(matchRows(many('old'), many('new'), true)).toHaveLength(5_000)
  })
})
