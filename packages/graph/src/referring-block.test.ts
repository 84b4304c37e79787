import { replaceReferences, visibleText, parseBlock } from '@notegraph/block-text'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyContent } from '../test/any-content.ts'
import { block, envOf, PICTURE } from '../test/builders.ts'
import { deriveBlock } from './block-row.ts'
import { countText } from './counts.ts'
import { blockLine, placesOf, referringCounts, referringText, shownAt } from './referring-block.ts'

const OTHER = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'

test('[D2.7] the row of a block does not depend on what the blocks that it refers to say', () => {
  const row = deriveBlock(block(`see ((${OTHER}))`), envOf())
  expect(row.places).toBeDefined()
  expect(row.text).toBeUndefined()
  expect(row.counts).toEqual({ blocks: 1, words: 0, sentences: 0, paragraphs: 0, characters: 0 })
})

test('[D3.3] a block with references is counted by its visible text, without its marks', () => {
  const row = deriveBlock(block(`## TODO [#A] see ((${OTHER})) and ((${OTHER})).\nkey:: value`), envOf())
  const referring = { ...row, places: row.places! }
  const env = envOf(block('DOING two words', { id: OTHER }))
  expect(referringText(referring, env)).toBe('## TODO [#A] see two words and two words.')
  expect(referringCounts(referring, env)).toEqual(countText('see two words and two words.'))
  expect(referringCounts(referring, envOf())).toEqual(countText(`see ((${OTHER})) and ((${OTHER})).`))
})

test.each([
  ['a'.repeat(1_000), 'a'.repeat(1_000)],
  ['a'.repeat(1_001), `${'a'.repeat(999)}…`],
  ['a'.repeat(998) + '😀'.repeat(9), `${'a'.repeat(998)}…`],
  [`${'a'.repeat(980)} ((${OTHER})) end`, `${'a'.repeat(980)} …`],
  [
    `((${OTHER})) ![x](/api/files/${PICTURE}) ${'a'.repeat(2_000)}`,
    `((${OTHER})) [picture: loaf.png] ${'a'.repeat(938)}…`,
  ],
])('[D2.7] a line that a reference reads as is cut at 1,000 characters (%#)', (content, line) => {
  const cut = blockLine(block(content), envOf())
  expect(cut.text).toBe(line)
  expect(cut.text.length).toBeLessThanOrEqual(1_000)
  for (const { start, end, id } of cut.blockRefs) expect(cut.text.slice(start, end)).toBe(`((${id}))`)
})

test('places read back unchanged', () => {
  fc.assert(
    fc.property(anyContent, (content) => {
      const shown = visibleText(parseBlock(content))
      fc.pre(shown.blockRefs.length > 0)
      const back = shownAt(shown.text, placesOf(shown)!)
      expect(back).toEqual(shown)
      expect(replaceReferences(back, () => undefined)).toBe(shown.text)
    }),
  )
})
