import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalPath, decodePart, readParameters, splitTarget } from './target.ts'

test.each([
  ['/a', { path: '/a', query: '' }],
  ['/a?', { path: '/a', query: '' }],
  ['/a?b=c?d', { path: '/a', query: 'b=c?d' }],
  ['/a/../b\\c?d', { path: '/a/../b\\c', query: 'd' }],
  ['?', { path: '', query: '' }],
])('splitTarget(%j)', (target, expected) => expect(splitTarget(target)).toEqual(expected))

test.each([
  ['/a/b', '/a/b'],
  ['/%61/%62', '/a/b'],
  ['/a%2Fb', '/a%2Fb'],
  ['/a%2fb', '/a%2Fb'],
  ['/%2E%2E/a', '/../a'],
  ['/%ff/%61', '/%ff/a'],
  ['/%', '/%'],
  ['/%3Aname', '/%3Aname'],
])('canonicalPath(%j)', (path, expected) => expect(canonicalPath(path)).toBe(expected))

test('a path has as many parts in one spelling as in the other', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (names) => {
      const path = names.map((name) => `/${encodeURIComponent(name.toWellFormed())}`).join('')
      expect(canonicalPath(path)).toBe(path)
      expect(canonicalPath(canonicalPath(path)).split('/')).toHaveLength(path.split('/').length)
    }),
  )
})

test('a part that is encoded comes out as it went in', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const well = name.toWellFormed()
      expect(decodePart(encodeURIComponent(well), 'name')).toEqual({ ok: true, value: well })
    }),
  )
})

const KNOWN = { q: true, limit: true }

describe('readParameters', () => {
  test.each<[string, [string, string][]]>([
    ['', []],
    ['&&', []],
    ['q', [['q', '']]],
    ['q=', [['q', '']]],
    ['q=a=b', [['q', 'a=b']]],
    ['q=a+b%20c%2Bd', [['q', 'a b c+d']]],
    ['%71=a', [['q', 'a']]],
    [
      'q=1&limit=2&q=3',
      [
        ['q', '1'],
        ['limit', '2'],
        ['q', '3'],
      ],
    ],
    ['x=1&q=2', [['q', '2']]],
    ['%ff=1&x=%ff&=%&q=2', [['q', '2']]], // unknown parameters are not decoded
    ['q;limit=1', []],
  ])('%j', (query, expected) => expect(readParameters(query, KNOWN)).toEqual({ ok: true, value: expected }))

  test.each(['q=%', 'q=%ff', 'x=1&limit=%E0%A4%A'])('%j is refused', (query) => {
    expect(readParameters(query, KNOWN)).toMatchObject({
      ok: false,
      refusal: {
        code: 'bad_request',
        error: expect.stringContaining('is not valid percent-encoding of UTF-8'),
      },
    })
  })

  test('reads what URLSearchParams writes', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (values) => {
        const sent = values.map((value): [string, string] => ['q', value.toWellFormed()])
        expect(readParameters(String(new URLSearchParams(sent)), KNOWN)).toEqual({ ok: true, value: sent })
      }),
    )
  })
})
