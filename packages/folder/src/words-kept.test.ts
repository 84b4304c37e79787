import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { read } from '../test/graph.ts'
import type { NoteDraft } from './draft.ts'
import { flatten } from './outline-draft.ts'
import { planFolder } from './plan.ts'

/**
 * Pieces of Markdown; `@` is replaced by a word that occurs once in the whole text.
 */
const PIECES = [
  '@', '@', '@ @', '- @', '* @', '+ @', '-', '\t', '  ', '    ', '\n', '\n', '\n\n', '\r\n', '# @', '## @', '######', '1. @',
  '```', '```@', '~~~', '`@`', '`', '$$', '$$@', '#+BEGIN_@', '#+BEGIN_X', '#+END_X', ':LOGBOOK:', ':END:', '> @', '| @ |',
  '---', '- [ ] @', '[[@]]', '[[@|@]]', '[@](@)', '![@](../assets/@.png)', '![[@.png]]', '%%@%%', '<!-- @', '((@))',
  '@:: @', 'k@: [@', '{{@ @}}', '#@', '\\', '[', ']', '(', ')', '<', '"', 'id:: @ @', 'created-at:: @', 'collapsed:: @',
] // prettier-ignore

const markdown = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => {
  let count = 0
  return pieces
    .join(' ')
    .replaceAll(/ ?(\s) ?/gu, '$1')
    .replaceAll('@', () => `w${count++}w`)
})

const everything = ({ name, props, blocks, unread }: NoteDraft): string =>
  [
    name,
    ...props.flat(),
    ...flatten(blocks).map(({ content }) => content),
    ...unread.map(({ why }) => why),
  ].join('\n')

test.each(['pages/P.md', 'journals/2026_11_20.md', 'P.md'])(
  'every word of %s is found in its draft',
  (path) => {
    const plan = planFolder([path])
    fc.assert(
      fc.property(markdown, (text) => {
        const said = everything(read(plan, path, text))
        // `collapsed::` before the first block belongs to the outliner, and so does a heading's `id::`.
        const lost = (text.replaceAll(/^\s*(?:collapsed|id)::.*$/gmu, '').match(/w\d+w/gu) ?? []).filter(
          (word) => !said.includes(word),
        )
        expect(lost).toEqual([])
      }),
      { numRuns: 1000 },
    )
  },
)

test('readers accept any text', () => {
  const unit = fc.constantFrom(
    '-',
    '*',
    '#',
    '`',
    '~',
    '$',
    '[',
    ']',
    '(',
    ')',
    '!',
    '|',
    ':',
    '\n',
    '\t',
    ' ',
    '"',
    '\\',
    '%',
  )
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 200 }), (text) => {
      for (const path of ['pages/P.md', 'P.md']) expect(read(planFolder([path]), path, text).path).toBe(path)
    }),
    { numRuns: 1000 },
  )
})
