/** A JSON export of Roam Research: the result of each construct. */
import { expect, test } from 'vitest'
import { planFolder, readPages, type NoteDraft } from './index.ts'
import { flatten } from './outline-draft.ts'

const PATH = 'graph.json'
const plan = (limits = {}) => planFolder([PATH], undefined, undefined, limits)
const read = (pages: unknown, limits = {}) => {
  const results = readPages(plan(limits), PATH, JSON.stringify(pages))
  return results && [...results]
}
const notes = (pages: unknown): NoteDraft[] =>
  (read(pages) ?? []).flatMap((result) => (result.ok ? [result.note] : []))
const outline = ({ blocks }: NoteDraft): string[] =>
  flatten(blocks).map(({ depth, content }) => '\t'.repeat(depth) + content)
/** The words of a block. Two other blocks, `abcdefghi` and `jkl-_1234`, exist as targets of references. */
const words = (string: string, more: object = {}): string => {
  const children = [
    { string, uid: 'self00000', ...more },
    { string: 'a', uid: 'abcdefghi' },
  ]
  return notes([{ title: 'P', children }])[0]!.blocks[0]!.content
}
const [SELF, OTHER] = notes([
  { title: 'P', children: [{ string: 'x', uid: 'self00000' }, { string: 'a', uid: 'abcdefghi' }] },
])[0]!.blocks.map(({ id }) => id) // prettier-ignore

test.each<[string, string, object?]>([
  ['{{[[TODO]]}} buy milk', 'TODO buy milk'],
  ['{{TODO}}buy', 'TODO buy'],
  ['{{[[DONE]]}} bought', 'DONE bought'],
  ['say {{[[TODO]]}}', 'say {{[[TODO]]}}'],
  ['Title', '## Title', { heading: 2 }],
  ['{{[[TODO]]}} Title', '# TODO Title', { heading: 1 }],
  ['plain', 'plain', { heading: 0, 'text-align': 'left', ':block/refs': [{ ':block/uid': 'x' }] }],
  ['see ((abcdefghi))', `see ((${OTHER}))`],
  ['see ((not-there))', 'see ((not-there))'],
  ['((in brackets))', '((in brackets))'],
  ['[alias](((abcdefghi)))', `[alias](((${OTHER})))`],
  ['[alias]([[Page]])', '[alias]([[Page]])'],
  ['{{[[embed]]: ((abcdefghi))}}', `{{embed ((${OTHER}))}}`],
  ['{{embed: ((abcdefghi))}}', `{{embed ((${OTHER}))}}`],
  ['{{[[embed-path]]: ((abcdefghi))}}', `{{embed ((${OTHER}))}}`],
  ['{{[[embed]]: [[Page]]}}', '{{embed [[Page]]}}'],
  ['{{[[query]]: {and: [[a]] __b__}}}', '{{[[query]]: {and: [[a]] __b__}}}'],
  ['{{[[embed]]: [[a `b`]]}}', '{{embed [[a `b`]]}}'],
  ['#[[a tag]] #tag [[a [[nested]] page]]', '#[[a tag]] #tag [[a [[nested]] page]]'],
  ['on [[January 1st, 2020]]', 'on [[January 1st, 2020]]'],
  ['__soft__ and ^^bright^^ and **loud**', '*soft* and ==bright== and **loud**'],
  ['**__both__** snake__case', '***both*** snake__case'],
  ['[[a__b__c]] https://x.example/__a__ `__b__`', '[[a__b__c]] https://x.example/__a__ `__b__`'],
  ['$$x__y__ + a^^2^^$$ __b__', '$$x__y__ + a^^2^^$$ *b*'],
  ['__not\nover lines__', '__not\nover lines__'],
  ['```js\nlet a = "__b__"```', '```js\nlet a = "__b__"\n```'],
  ['say ```js\na\n``` end', 'say \n```js\na\n```\n end'],
  ['```one line```', '```one line```'],
  ['Author:: [[Ann]]', 'Author:: [[Ann]]'],
  ['Reading status:: done', 'Reading-status:: done'],
  ['**Author**:: Ann', 'Author:: Ann'],
  ['std::vector', 'std::vector'],
  ['Author(s):: Ann', 'Author(s):: Ann'],
  ['a\r\nb\n', 'a\nb'],
  ['lone \uD800', 'lone \uFFFD'],
])('roam: %j becomes %j', (written, expected, more) => expect(words(written, more)).toBe(expected))

test('roam: pages, days, nesting and times', () => {
  const [page, day] = notes([
    {
      title: 'Books',
      uid: 'page00000',
      'create-time': 1_577_836_800_000,
      'edit-time': 1_577_836_900_000,
      children: [
        {
          string: 'Dune',
          uid: 'self00000',
          'create-time': 1_577_836_800_001,
          'edit-time': 1_577_836_800_002,
          children: [{ string: 'Part one', children: [{ string: '' }] }],
        },
      ],
    },
    { title: 'January 1st, 2020', uid: '01-01-2020', children: [{ string: 'woke', uid: 'x' }] },
  ])
  expect(outline(page!)).toEqual(['Dune', '\tPart one', '\t\t'])
  expect(page).toMatchObject({ name: 'Books', kind: 'page', createdAt: 1_577_836_800_000, updatedAt: 1_577_836_900_000 }) // prettier-ignore
  expect(page!.blocks[0]).toMatchObject({ id: SELF, createdAt: 1_577_836_800_001, updatedAt: 1_577_836_800_002 }) // prettier-ignore
  expect(day).toMatchObject({ name: 'January 1st, 2020', kind: 'journal', day: 20200101 })
})

test('roam: pages of one title are one page with the blocks of all, within the limit', () => {
  const child = (string: string) => ({ string, uid: `uid-${string}000` })
  const pages = [
    {
      title: 'P',
      'create-time': 1_577_836_800_020,
      'edit-time': 1_577_836_800_030,
      children: [child('a'), { string: 'same' }],
    },
    { title: 'Q', children: [child('q')] },
    {
      title: ' p',
      'create-time': 1_577_836_800_010,
      'edit-time': 1_577_836_800_040,
      children: [{ string: 'same' }, child('b')],
    },
  ]
  const [joined, other] = notes(pages)
  expect(joined).toMatchObject({
    name: 'P',
    findings: [{ kind: 'page_merged', count: 1, lines: [1] }],
    createdAt: 1_577_836_800_010,
    updatedAt: 1_577_836_800_040,
  })
  expect(outline(joined!)).toEqual(['a', 'same', 'same', 'b'])
  expect(other).toMatchObject({ name: 'Q' })
  const within = (read(pages, { blocks: 3 }) ?? []).flatMap((one) => (one.ok ? [outline(one.note)] : []))
  expect(within).toEqual([['a', 'same'], ['same', 'b'], ['q']])
})

test.each<[string, unknown]>([
  ['no array', { title: 'x', string: 'y' }],
  ['a list of titles', [{ title: 'x', url: 'https://a.example', string: 'y' }]],
  ['pages without title', [{ children: [{ string: 'title"title"' }] }]],
  ['numbers', [1, 2]],
])('roam: JSON that is not an export stays a file: %s', (_, json) => expect(read(json)).toBeUndefined())

const deep = (levels: number): object =>
  levels === 0 ? { string: 'x' } : { string: 'x', children: [deep(levels - 1)] }

test.each<[string, unknown, object, string]>([
  ['too deep', [{ title: 'P', children: [deep(5)] }], { depth: 5 }, 'Page "P": Blocks nest deeper'],
  ['deeper than any outline', [{ title: 'P', children: [deep(50)] }], { depth: 5 }, 'The file nests deeper'],
  ['too many blocks', [{ title: 'P', children: [{ string: 'a' }, { string: 'b' }] }], { blocks: 1 }, 'Page "P": The note has more than 1 blocks'],
  ['too long', [{ title: 'P', children: [{ string: 'abc' }] }], { blockText: 2 }, 'Page "P": A block has more'],
  ['blocks of another form', [{ title: 'P', children: [{ string: 'a' }, 1, { string: 2 }] }], {}, 'Page "P": Blocks without valid text were left out: 2.'],
  ['NUL', [{ title: 'P', children: [{ string: 'a\0b' }] }], {}, 'Page "P": NUL characters were removed'],
  ['an entry that is no page', [{ title: 'P', children: [{ string: 'a' }] }, 1], {}, 'Entries that are no pages were left out: 1.'],
  ['no title beside a page', [{ title: 'P', children: [{ string: 'a' }] }, { uid: 'n1', children: [{ string: 'b' }] }], {}, 'Page "": The page has no title'],
  ['no title', [{ title: ' ', children: [{ string: 'a' }] }], {}, 'Page "": The page has no title'],
])('roam: reports unreadable content: %s', (_, json, limits, why) => {
  const [unread] = read(json, limits)!.flatMap((one) => (one.ok ? one.note.unread : one.unread))
  expect(unread).toMatchObject({ file: PATH, line: 1, why: expect.stringContaining(why) })
}) // prettier-ignore

test('roam: an export in a Logseq folder is not a note', () => {
  expect(planFolder(['pages/a.md', 'graph.json']).assets).toEqual([])
})
