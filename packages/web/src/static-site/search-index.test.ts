/** The words that the search of a static site looks at. @see sharing 4 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { searchIndex } from './search-index.ts'

async function indexOf(most: number, pages: readonly (readonly string[])[]) {
  const index = searchIndex(most)
  const read: number[] = []
  for (const [n, texts] of pages.entries()) {
    read[n] = 0
    const words = async function* () {
      for (const text of texts) {
        read[n]! += text.length
        yield text
      }
    }
    await index.add(`${n}.html`, `Page ${n}`, words())
  }
  const { pages: kept, cutAt } = index.finish()
  return { texts: kept.map((page) => page.texts), cutAt, read }
}

describe('[S4] the index of a static site', () => {
  test.each<[what: string, pages: string[][], texts: string[][], cutAt: number | undefined]>([
    ['has all words that fit', [['boat', 'quay'], ['sea']], [['boat', 'quay'], ['sea']], undefined],
    ['leaves out empty blocks', [['', 'boat', '']], [['boat']], undefined],
    ['gives long pages the same share', [['a'.repeat(90)], ['b'.repeat(50)]], [['a'.repeat(10)], ['b'.repeat(10)]], 10], // prettier-ignore
    ['gives them what short pages leave', [['a'.repeat(90)], ['bb']], [['a'.repeat(18)], ['bb']], 18],
    ['cuts the block at the end of the share', [['abc', 'x'.repeat(90)]], [['abc', 'x'.repeat(17)]], 20],
    ['has each page, if only by name', Array.from({ length: 30 }, () => ['boat']), Array.from({ length: 30 }, () => []), 0], // prettier-ignore
    ['cuts no character in two', [[`${'x'.repeat(19)}🚢`]], [['x'.repeat(19)]], 20],
  ])('%s', async (_, pages, texts, cutAt) => {
    expect(await indexOf(20, pages)).toMatchObject({ texts, cutAt })
  })

  test('reads no more of a page than the index can have', async () => {
    const { read } = await indexOf(20, [Array.from({ length: 100 }, () => 'boat')])
    expect(read).toEqual([24])
  })

  test('has no more characters than it may, no short page is cut, and every page begins as it does', async () => {
    const texts = fc.array(fc.string({ minLength: 1, maxLength: 30 }), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(fc.nat(100), fc.array(texts, { maxLength: 12 }), async (most, pages) => {
        const index = await indexOf(most, pages)
        expect(index.texts.flat().join('').length).toBeLessThanOrEqual(most)
        for (const [n, kept] of index.texts.entries()) {
          const whole = pages[n]!.join('')
          expect(whole.startsWith(kept.join(''))).toBe(true)
          const cutAt = index.cutAt ?? Infinity
          const least = whole.length <= cutAt ? whole.length : cutAt - 1 // a cut may move out of a character
          expect(kept.join('').length).toBeGreaterThanOrEqual(least)
        }
        expect(index.cutAt === undefined).toBe(pages.flat().join('').length <= most)
      }),
    )
  })
})
