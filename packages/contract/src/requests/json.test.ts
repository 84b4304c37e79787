import { quote } from '@notegraph/page-types'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readJson, readUtf8 } from '../index.ts'

describe('[D6.3] a key named twice is refused, at any depth', () => {
  test.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"a":{"b":1,"c":[],"b":1}}', 'b'],
    ['[{"a":1},{"a":1,"b":{},"a":[]}]', 'a'],
    ['{"":0,"":0}', ''],
    ['{"__proto__":0,"__proto__":0}', '__proto__'],
    ['{"a":"{","b":"}","a":1}', 'a'],
    ['{"\\"":1,"\\"":2}', '"'],
    ['{"a\\\\":1,"a\\\\":2}', 'a\\'],
    [' {\n"a" : 1 ,\t"a" : 1 } ', 'a'],
    [`${'['.repeat(999)}{"a":1,"a":1}${']'.repeat(999)}`, 'a'],
  ])('%s', (text, key) => {
    const error = `The body names the key ${quote(key)} twice in one object. Send each key once.`
    expect(readJson(text)).toEqual({ ok: false, error })
  })
})

describe('[D6.3] a key named once is read', () => {
  test.each([
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":1}]',
    '{"a":"a","b":"a"}',
    '{"a":"\\"a\\":1,\\"a\\":1"}',
    '{"a":[1,"a",{"a":[]}],"A":1}',
    '{"a":["b","b","b"]}',
    '"a"',
    '1e400',
    'null',
    '[]',
  ])('%s', (text) => expect(readJson(text)).toEqual({ ok: true, value: JSON.parse(text) }))

  test('as any JSON', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), (text) => {
        expect(readJson(text)).toEqual({ ok: true, value: JSON.parse(text) })
      }),
    )
  })

  test('up to a thousand levels deep', () => {
    expect(readJson('['.repeat(1_000) + ']'.repeat(1_000)).ok).toBe(true)
  })
})

test.each([
  ['arrays', '['.repeat(1_001) + ']'.repeat(1_001)],
  ['objects', '{"a":'.repeat(1_001) + '1' + '}'.repeat(1_001)],
  ['what is never closed', '[{"a":'.repeat(400_000)],
  ['after a long string', `["${'[\\"'.repeat(9_000)}",${'['.repeat(1_000)}`],
])('[limits] a body that nests deeper is refused unread: %s', (_, text) =>
  expect(readJson(text)).toEqual({
    ok: false,
    error: 'The body nests more than 1,000 levels of arrays and objects. Send a flatter body.',
  }),
)

test('[limits] brackets in strings do not nest', () => {
  expect(readJson(String.raw`"${'['.repeat(5_000)}\\"`).ok).toBe(true)
  expect(readJson(String.raw`["\"${'{'.repeat(5_000)}"]`).ok).toBe(true)
})

test.each(['', ' ', '{', '{"a":1,}', "{'a':1}", '{a:1}', 'NaN', '{"a":1}{}', '"\n"', '\u0000', '// a\n{}'])(
  '[D6.3] %j is not JSON',
  (text) => expect(readJson(text)).toEqual({ ok: false, error: 'The body is not JSON.' }),
)

test('an error quotes only the start of a long key', () => {
  const key = 'k'.repeat(10_000)
  const result = readJson(JSON.stringify({ [key]: 1 }).replace('}', `,"${key}":2}`))
  expect(!result.ok && result.error.length).toBeLessThan(200)
})

test.each([
  ['caf\u00e9', [0x63, 0x61, 0x66, 0xc3, 0xa9]],
  ['', []],
  [undefined, [0xff]],
  [undefined, [0xc3]],
  [undefined, [0xed, 0xa0, 0x80]], // half of a pair
])('[D6.3] %j in UTF-8', (text, bytes) => expect(readUtf8(Uint8Array.from(bytes))).toBe(text))
