/** The names of files of a static site. @see sharing 4 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pageFileNames } from './file-names.ts'

const named = (...names: string[]) => [
  ...pageFileNames(names.map((name, n) => ({ id: `p${n}`, name }))).values(),
]

describe('[S4] the name of a page as the name of a file', () => {
  test.each([
    ['Ada Lovelace', 'ada-lovelace'],
    ['Books/Dune: a novel?', 'books-dune-a-novel'],
    ['../../etc/passwd', 'etc-passwd'],
    ['2026-11-20', '2026-11-20'],
    ['図書館', '図書館'],
    ['Café', 'café'],
    ['Cafe\u0301', 'café'],
    ['***', 'page'],
    ['', 'page'],
    ['lone \ud800 half', 'lone-half'],
    ['x'.repeat(300), 'x'.repeat(120)],
    ['木'.repeat(100), '木'.repeat(40)],
  ])('%j is %j', (name, expected) => expect(named(name)).toEqual([expected]))

  test.each(['index', 'Index', 'CON', 'nul', 'COM1', 'lpt9'])('%j gets a mark', (name) =>
    expect(named(name)).toEqual([expect.stringMatching(new RegExp(`^${name.toLowerCase()}-[0-9a-f]{16}$`))]),
  )

  test('two names that are one on some system get a mark each, whatever their order', () => {
    const pages = ['C++', 'C#', 'Straße', 'STRASSE', 'Boat'].map((name, n) => ({ id: `p${n}`, name }))
    const names = pageFileNames(pages)
    expect([...names.values()]).toEqual([
      expect.stringMatching(/^c-[0-9a-f]{16}$/),
      expect.stringMatching(/^c-[0-9a-f]{16}$/),
      expect.stringMatching(/^straße-[0-9a-f]{16}$/),
      expect.stringMatching(/^strasse-[0-9a-f]{16}$/),
      'boat',
    ])
    expect(pageFileNames(pages.toReversed())).toEqual(names)
  })

  test('a mark takes no name that another page has', () => {
    const [marked] = named('C++', 'C#')
    expect(new Set(named('C++', 'C#', marked!)).size).toBe(3)
  })

  test('is distinct, short and plain, whatever pages are called', () => {
    const name = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.constantFrom('a', 'A', 'a!', 'ß', 'SS', 'con')) // prettier-ignore
    fc.assert(
      fc.property(fc.array(name, { maxLength: 10 }), (names) => {
        const given = named(...names)
        expect(new Set(given.map((one) => one.normalize('NFKC').toUpperCase())).size).toBe(names.length)
        for (const one of given) {
          expect(one).toMatch(/^[\p{L}\p{M}\p{N}-]+$/u)
          expect(Buffer.byteLength(`${one}.html`)).toBeLessThanOrEqual(255)
        }
      }),
    )
  })
})
