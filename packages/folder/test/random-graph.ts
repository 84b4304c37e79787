/** Random graphs for writers of folders. */
import * as fc from 'fast-check'
import type { TestGraph, TestPage } from './graph.ts'

export const FILES = [
  ['f1', 'x.png'],
  ['f2', 'a b (1).png'],
  ['f3', '図.pdf'],
] as const

const SNIPPETS = [
  'words', 'TODO ', '- ', '-', '\t- x', '* ', '+ ', '# ', '## x', '```', '```js', '~~~', '````', '#+BEGIN_SRC', '#+END_SRC',
  ':LOGBOOK:', ':END:', '$$', '\n', '\n\n', '\t', '  ', ' ', 'key:: value', 'id:: abc', 'created-at:: 1700000000000',
  'collapsed:: true', 'title:: other', '---', '[[Page]]', '((b1))', '`', '|', '> ', '1. ', '图', 'é', '😀', '\u00a0', '\u2028',
  '/api/files/f1', '![x](/api/files/f2)', '`/api/files/f3`', '/api/files/none', '../assets/x.png', '[a](../assets/x.png "t")',
  ':PROPERTIES:\n', ':id: abc\n', 'heading:: true', '](', ')', '\\', '"', '.', '%20', '___', '/',
] // prettier-ignore

const text = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(fc.constantFrom(...SNIPPETS), { maxLength: 12 }).map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme' }).map((s) => s.replaceAll('\r', '')) },
)
const line = text.map((s) => s.replaceAll('\n', ' ').trim()).filter((s) => s !== '')
const name = fc.oneof(
  line,
  fc.constantFrom(
    'a/b',
    'a___b',
    '_/_',
    'CON',
    'con.x',
    '.hidden',
    '100%',
    '100%25',
    'What?',
    'a:b',
    'x'.repeat(300),
    'Straße',
    'A',
    'a.b',
  ),
)
const key = fc.constantFrom(
  'type',
  'alias',
  'tags',
  'name-2',
  'größe',
  'a/b',
  'title',
  'id',
  'created-at',
  'collapsed',
  'pdf',
)
const props = fc.uniqueArray(fc.tuple(key, line), { maxLength: 4, selector: ([k]) => k })
const blocks = fc.array(fc.record({ depth: fc.nat(3), content: text }), { maxLength: 8 })

const page = (i: number): fc.Arbitrary<TestPage> =>
  fc.oneof(
    fc.record({
      id: fc.constant(`p${i}`),
      name: name.map((n) => `${n} ${i}`),
      props,
      blocks,
      favorite: fc.boolean(),
    }),
    fc.record({ id: fc.constant(`p${i}`), name: name.map((n) => `${i}${n}`), props, blocks }),
    fc.record({
      id: fc.constant(`journal-2026112${i}`),
      name: fc.constantFrom(`2026-11-2${i}`, `Nov 2${i}th, 2026`, 'odd'),
      props,
      blocks,
    }),
  )
/** Graphs with the words that files make difficult. */
export const randomGraph: fc.Arbitrary<TestGraph> = fc
  .tuple(page(0), page(1), page(2), fc.boolean())
  .map(([a, b, c, refer]) => ({
    pages: [a, b, c],
    files: FILES,
    referenced: refer ? ['p0.0', 'p1.2', 'journal-20261122.1'] : [],
  }))

/** Depths in the outline, ids of the records; pages in a fixed order. */
export const settled = ({ pages }: TestGraph): TestPage[] =>
  pages
    .map((p) => {
      let last = -1
      const blocks = (p.blocks ?? []).map(({ depth, content, id }, i) => {
        last = Math.min(depth, last + 1)
        return { depth: last, content, id: id ?? `${p.id}.${i}` }
      })
      const { favorite, ...own } = p
      return { ...own, props: p.props ?? [], blocks, ...(favorite ? { favorite } : {}) }
    })
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
