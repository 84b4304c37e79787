import { parseBlock } from '@notegraph/block-text'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyKey, SPECIAL_KEYS } from './index.ts'

describe('[D3.5] keys', () => {
  test.each([
    ['mood', 'mood'],
    [' Mood ', 'mood'],
    ['Works At', 'works-at'],
    ['a.b/c_d-e', 'a.b/c_d-e'],
    ['Größe', 'größe'],
    ['e\u0301', 'é'],
    ['読み', '読み'],
    ['١٢', '١٢'],
    ['alias', 'alias'],
    ['tags', 'tags'],
    ['type', 'type'],
    ['image', 'image'],
    ['constructor', 'constructor'],
    ['k'.repeat(64), 'k'.repeat(64)],
  ])('%j is kept as %j', (written, key) => expect(propertyKey(written)).toEqual({ ok: true, key }))

  test.each<[string, RegExp]>([
    ['', /empty/],
    ['  ', /empty/],
    ['k'.repeat(65), /has 65/],
    ['a:b', /holds ":"/],
    ['a::', /holds ":"/],
    ['#tag', /holds "#"/],
    ['a\tb', /made of letters/],
    ['a\n', /made of letters/],
    ['\uD800', /made of letters/],
    ['🙂', /holds "🙂"/],
    ...[
      'id',
      'collapsed',
      'title',
      'name',
      'pdf',
      'file',
      'sketch-scene',
      'snapshot',
      'snapshot-at',
      'snapshot-url',
      'picture-missed',
      'ID',
      'Snapshot At',
    ].map((key) => [key, /kept by the service/] satisfies [string, RegExp]),
  ])('%j is refused', (written, why) => {
    expect(propertyKey(written)).toEqual({ ok: false, why: expect.stringMatching(why) })
  })

  test('a key that is taken can be written in a block and is read as the same key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 70 }), (written) => {
        const taken = propertyKey(written)
        if (!taken.ok) return
        expect(propertyKey(taken.key)).toEqual(taken)
        expect(parseBlock(`x\n${taken.key}:: 1`).properties.map(({ key }) => key)).toEqual([taken.key])
      }),
    )
  })
})

test('[D3.4] the special properties are listed, each with what it is for', () => {
  expect(SPECIAL_KEYS.map(({ key }) => key).join(' ')).toBe(
    'type alias tags image pdf file sketch-scene snapshot snapshot-at snapshot-url picture-missed',
  )
  for (const { key, writable } of SPECIAL_KEYS) expect(propertyKey(key).ok).toBe(writable)
})
