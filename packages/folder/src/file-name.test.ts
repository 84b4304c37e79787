import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assetAddress, decoded, fileStem, markedStem, pageName } from './file-name.ts'

test.each([
  ['a___b', 'triple-lowbar', 'a/b'],
  ['New to Logseq%3F', 'triple-lowbar', 'New to Logseq?'],
  ['Tweet___a...___', 'triple-lowbar', 'Tweet/a.../'],
  ['a%5F%5F%5Fb', 'triple-lowbar', 'a___b'],
  ['100%', 'triple-lowbar', '100%'],
  ['a%FFb', 'triple-lowbar', 'a%FFb'],
  ['a%2Fb', 'legacy', 'a/b'],
  ['a___b', 'legacy', 'a___b'],
  ['v0.6.1', 'legacy', 'v0.6.1'],
  ['term.page title', 'legacy', 'term.page title'],
] as const)('the file %s.md in the form %s is the page %j', (stem, format, name) =>
  expect(pageName(stem, format)).toBe(name),
)

describe('fileStem', () => {
  test.each([
    ['Plain name', 'Plain name'],
    ['a/b/c', 'a___b___c'],
    ['What?', 'What%3F'],
    ['a___b', 'a%5F%5F%5Fb'],
    ['100%', '100%'],
    ['100%25', '100%2525'],
    ['.hidden', '%2Ehidden'],
    ['con.md', '%63on.md'],
    ['v0.6.1', 'v0.6.1'],
    ['日記', '日記'],
  ])('%j → %j', (name, stem) => expect(fileStem(name)).toBe(stem))

  test.each([['x'.repeat(200)], ['日'.repeat(61)], [''], [' x']])('%j has none of its own', (name) =>
    expect(fileStem(name)).toBeUndefined(),
  )

  test('a stem reads back, and stays inside the folder', () => {
    const name = fc.string({
      unit: fc.oneof(
        fc.constantFrom('_', '/', '%', '2', '5', '.', 'F', 'a', ' ', ':', '?', '#', '~'),
        fc.string({ minLength: 1, maxLength: 1 }),
      ),
    })
    fc.assert(
      fc.property(name, (name) => {
        const stem = fileStem(name)
        if (stem === undefined) return
        expect(pageName(stem, 'triple-lowbar')).toBe(name)
        expect(stem).not.toMatch(/[/\\\p{Cc}]|^\./u)
      }),
    )
  })
})

test('a name too long for a file keeps its beginning and gets a suffix', () => {
  const stem = markedStem(`${'日'.repeat(100)}?`, 'abc')
  expect(stem).toMatch(/^日{50,} abc$/u)
  expect(markedStem('???', 'abc')).toBe('abc')
})

test('an address of a file reads back, and ends where the file’s name ends', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const address = assetAddress(name)
      expect(decoded(address)).toBe(name)
      expect(address).toMatch(/^[\p{L}\p{M}\p{N}._~%-]*$/u)
    }),
  )
})
