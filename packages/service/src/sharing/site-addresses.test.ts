/** The addresses of the pages and files of a site. @see sharing 9 */
import { journalId } from '@notegraph/graph'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressBook, NO_ADDRESSES, withFiles, withPages, type SiteAddresses } from './site-addresses.ts'
import type { SelectedPage } from './site-pages.ts'

const page = (id: string, name: string, createdAt = 0): SelectedPage => ({ id, name, aliases: [], createdAt, editedAt: 0 }) // prettier-ignore

/** The addresses of pages with these names, created in this order. */
const named = (...names: string[]): (string | undefined)[] => {
  const pages = names.map((name, n) => page(`p${n}`, name, n))
  const book = addressBook(withPages(NO_ADDRESSES, pages))
  return pages.map(({ id }) => book.nameOf(id))
}
const nameOf = (held: SiteAddresses, id: string) => addressBook(held).nameOf(id)
const pageAt = (held: SiteAddresses, name: string) => addressBook(held).pageAt(name)

describe('[S9] the address of a page', () => {
  test.each([
    ['Ada Lovelace', 'ada-lovelace'],
    ['Books/Dune: a novel?', 'books-dune-a-novel'],
    ['../../etc/passwd', 'etc-passwd'],
    ['snake_case and “quotes”', 'snake-case-and-quotes'],
    ['図書館', '図書館'],
    ['Café', 'café'],
    ['Cafe\u0301', 'café'],
    ['Привет, мир', 'привет-мир'],
    ['हिन्दी', 'हिन्दी'],
    ['🌱 Garden', 'garden'],
    ['lone \ud800 half', 'lone-half'],
    ['x'.repeat(300), 'x'.repeat(120)],
    ['木'.repeat(100), '木'.repeat(40)],
  ])('of %j is %j', (name, expected) => expect(named(name)).toEqual([expected]))

  test.each(['???', '', '—', '🌱'])('of %j, without a letter or digit, is its id', (name) =>
    expect(named(name)).toEqual(['p0']),
  )

  test('of a journal is its day, whatever its name', () => {
    const id = journalId(20261120)
    expect(nameOf(withPages(NO_ADDRESSES, [page(id, 'Nov 20th, 2026')]), id)).toBe('2026-11-20')
  })

  test.each(['Files', 'search', 'Pages', 'Index', 'feed.xml', 'Feed', 'journals.xml', 'feed.json', 'sitemap.xml', 'llms.txt', 'Assets', 'CON', 'nul', 'COM1', 'Readyz', 'healthz'])(
    'of %j has a number, since the address is taken',
    (name) => expect(named(name)).toEqual([expect.stringMatching(/^[a-z\d-]+-2$/)]),
  ) // prettier-ignore

  test('has a number where two would be one on some system; the older page has none', () => {
    expect(named('Boat', 'boat!', 'BOAT', 'Straße', 'STRASSE')).toEqual(['boat', 'boat-2', 'boat-3', 'straße', 'strasse-2']) // prettier-ignore
    const held = withPages(NO_ADDRESSES, [page('a', 'Boat', 2), page('b', 'Boat!', 1)])
    expect([nameOf(held, 'a'), nameOf(held, 'b')]).toEqual(['boat-2', 'boat'])
  })

  test('takes no number that the name of another page has', () =>
    expect(named('Boat', 'Boat 2', 'boat', 'boat.')).toEqual(['boat', 'boat-2', 'boat-3', 'boat-4']))

  test('stays when older pages come, when others leave, and when only its spelling changes', () => {
    const first = withPages(NO_ADDRESSES, [page('a', 'Boat', 5), page('b', 'boat', 6)])
    const later = withPages(first, [page('old', 'Boat', 1), page('a', 'BOAT', 5), page('b', 'boat', 6)])
    expect(['a', 'b', 'old'].map((id) => nameOf(later, id))).toEqual(['boat', 'boat-2', 'boat-3'])
    expect(nameOf(withPages(first, [page('b', 'Boat', 6)]), 'b')).toBe('boat-2')
    expect(withPages(first, [page('b', 'Boat', 6)])).toBe(first)
  })

  test('of a renamed page leads to it until another page takes it', () => {
    const first = withPages(NO_ADDRESSES, [page('a', 'Boat')])
    const renamed = withPages(first, [page('a', 'Ship')])
    expect([nameOf(renamed, 'a'), pageAt(renamed, 'boat')]).toEqual(['ship', 'a'])
    const taken = withPages(renamed, [page('a', 'Ship'), page('b', 'Boat', 1)])
    expect([nameOf(taken, 'b'), pageAt(taken, 'boat')]).toEqual(['boat', 'b'])
    const back = withPages(taken, [page('a', 'Boat'), page('b', 'Boat', 1)])
    expect([nameOf(back, 'a'), pageAt(back, 'ship')]).toEqual(['boat-2', 'a'])
  })

  test('of a page that got its former name again is the former one', () => {
    const held = withPages(NO_ADDRESSES, [page('b', 'Boat'), page('a', 'Boat', 1)])
    const away = withPages(held, [page('b', 'Boat'), page('a', 'Ship', 1)])
    expect(nameOf(withPages(away, [page('b', 'Boat'), page('a', 'Boat', 1)]), 'a')).toBe('boat-2')
  })

  test('with a number of its own name loses it with the name', () => {
    const held = withPages(NO_ADDRESSES, [page('a', 'Boat 2')])
    expect(nameOf(withPages(held, [page('a', 'Boat')]), 'a')).toBe('boat')
  })

  test('is found in any case and as a name', () => {
    const held = withPages(NO_ADDRESSES, [page('a', 'Ada Lovelace')])
    for (const name of ['ada-lovelace', 'Ada-Lovelace', 'Ada Lovelace']) expect(pageAt(held, name)).toBe('a')
    expect(pageAt(held, 'ada')).toBeUndefined()
  })

  test('former addresses are bounded, and those of pages on the site stay', () => {
    let held = withPages(NO_ADDRESSES, [page('kept', 'Kept')])
    for (let n = 0; n < 3; n++)
      held = withPages(held, [page('kept', 'Kept'), ...Array.from({ length: 9_000 }, (_, i) => page(`p${n}-${i}`, `Page ${n} ${i}`))]) // prettier-ignore
    expect(held.pages).toHaveLength(20_000)
    expect([nameOf(held, 'kept'), pageAt(held, 'page-0-0'), pageAt(held, 'page-2-8999')]).toEqual(['kept', undefined, 'p2-8999']) // prettier-ignore
  })

  test('is distinct, short, plain and the same again, whatever pages are called and however they change', () => {
    const name = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.constantFrom('a', 'A', 'a!', 'a 2', 'ß', 'SS', 'con')) // prettier-ignore
    const pages = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 9 }), name), { maxLength: 10, selector: ([id]) => id }) // prettier-ignore
    fc.assert(
      fc.property(fc.array(pages, { maxLength: 5 }), (states) => {
        let held = NO_ADDRESSES
        for (const state of states) {
          const now = state.map(([id, of]) => page(`p${id}`, of, id))
          held = withPages(held, now)
          expect(withPages(held, now)).toBe(held)
          const book = addressBook(held)
          const given = now.map(({ id }) => book.nameOf(id)!)
          expect(new Set(given.map((one) => one.toUpperCase())).size).toBe(now.length)
          for (const [n, one] of given.entries()) {
            expect(one).toMatch(/^[\p{L}\p{M}\p{N}-]+$/u)
            expect(Buffer.byteLength(`${one}.html`)).toBeLessThanOrEqual(255)
            expect(book.pageAt(one)).toBe(now[n]!.id)
          }
        }
      }),
    )
  })
})

describe('[S9] the address of a file', () => {
  const onAll = () => true
  const files = (...all: (readonly [name: string, hash: string])[]) =>
    all.map(([name, hash]) => ({ name, hash }))
  const addressOf = (held: SiteAddresses, name: string, hash: string) =>
    addressBook(held).fileName({ name, hash })

  test.each([
    ['boat.png', 'boat.png'],
    ['My Boat.PNG', 'my-boat.png'],
    ['../a b.tar.gz', 'a-b-tar.gz'],
    ['.env', 'env'],
    ['???.pdf', 'file.pdf'],
    ['図.jpg', '図.jpg'],
    ['no ending', 'no-ending'],
    ['a.html"<x', 'a-html-x'],
  ])('of %j is %j', (name, expected) =>
    expect(addressOf(withFiles(NO_ADDRESSES, 'a', files([name, 'h1']), onAll), name, 'h1')).toBe(expected),
  )

  test('has a number if another file has the name, and is one for the same bytes on many pages', () => {
    const first = withFiles(NO_ADDRESSES, 'a', files(['boat.png', 'h1'], ['Boat.png', 'h2']), onAll)
    const held = withFiles(first, 'b', files(['boat.png', 'h1']), onAll)
    expect([addressOf(held, 'boat.png', 'h1'), addressOf(held, 'Boat.png', 'h2')]).toEqual(['boat.png', 'boat-2.png']) // prettier-ignore
    expect(addressBook(held).fileAt('boat.png')?.pages).toEqual(['a', 'b'])
    expect(withFiles(held, 'b', files(['boat.png', 'h1']), onAll)).toBe(held)
  })

  test('forgets pages that left when others show the file', () => {
    const held = withFiles(NO_ADDRESSES, 'a', files(['boat.png', 'h1']), onAll)
    const moved = withFiles(held, 'b', files(['boat.png', 'h1']), (id) => id !== 'a')
    expect(addressBook(moved).fileAt('boat.png')?.pages).toEqual(['b'])
  })
})
