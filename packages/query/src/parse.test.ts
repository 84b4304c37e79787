import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bare, hostile, nodesOf, tree } from '../test/trees.ts'
import { isQuery, OPERATORS, parseQuery, printQuery, type Query } from './index.ts'

const words = (text: string): object => ({ kind: 'words', text })
const ref = (name: string): object => ({ kind: 'ref', name })
const and = (...operands: object[]): object => ({ kind: 'and', operands })
const today = { kind: 'today' }

function read(q: string): Query {
  const parsed = parseQuery(q)
  if (!parsed.ok) throw new Error(`${q}: ${parsed.fault.reason} at ${parsed.fault.at}`)
  return parsed.query
}

test.each([
  ['rye', false],
  ['#tag', false],
  ['rye, wheat', false],
  ['', false],
  ['f(x', true],
  ['x)', true],
  ['[', true],
  [']', true],
  ['12" pipe', true],
  ['“rye”', false],
])('[D5.2] isQuery(%j)', (q, expected) => expect(isQuery(q)).toBe(expected))

test.each([
  ['[D5.1] rye', words('rye')],
  ['[D5.1] rye  bread\n x', and(words('rye'), words('bread'), words('x'))],
  ['[D5.1] #tag a,b', and(words('#tag'), words('a,b'))],
  ['[D5.1] 買い物\u3000パン', and(words('買い物'), words('パン'))],
  ['[D5.1] and todo', and(words('and'), words('todo'))],
])('plain words: %s', (named, expected) => expect(bare(read(named.slice(7)))).toEqual(expected))

test.each([
  // The row
  ['[Q row] rye "blue folder" [[Mira]]', and(words('rye'), words('blue folder'), ref('Mira'))],
  ['[Q row] rye,"blue folder",, [[Mira]],', and(words('rye'), words('blue folder'), ref('Mira'))],
  ['[Q row] rye"blue folder"[[Mira]]', and(words('rye'), words('blue folder'), ref('Mira'))],
  ['[Q row] "rye"', words('rye')],
  ['[Q row] C# #5 # "x"', and(words('C#'), ref('5'), words('#'), words('x'))],
  ['[Q row] todo "x"', and(words('todo'), words('x'))],
  // Strings
  ['[Q string] "say \\"hi\\""', words('say "hi"')],
  ['[Q string] "a\\\\"', words('a\\')],
  ['[Q string] "a\\b \\"', undefined],
  ['[Q string] "a\\b"', words('a\\b')],
  ['[Q string] "(not [[x]] #y) , z"', words('(not [[x]] #y) , z')],
  ['[Q string] " a "', words(' a ')],
  // Links and tags
  ['[Q link] [[ Blue Folder ]]', ref('Blue Folder')],
  ['[Q link] [[a [[b]] c]]', ref('a [[b]] c')],
  ['[Q link] [[[[b]] c]]', ref('[[b]] c')],
  ['[Q link] [[a [b]]]', ref('a [b]')],
  ['[Q link] [[a [b]]', ref('a [b')],
  ['[Q link] [[a]b]]', ref('a]b')],
  ['[Q link] [[a (b "c]]', ref('a (b "c')],
  ['[Q link] #[[a tag]]', ref('a tag')],
  ['[Q link] #a/b-c.d,(not #e)', and(ref('a/b-c.d'), { kind: 'not', operand: ref('e') })],
  // and, or, not
  ['[Q and] (and x)', and(words('x'))],
  ['[Q and] (and x (and y z))', and(words('x'), and(words('y'), words('z')))],
  [
    '[Q or] (or (todo TODO) (not [[x]]))',
    {
      kind: 'or',
      operands: [
        { kind: 'task', markers: ['TODO'] },
        { kind: 'not', operand: ref('x') },
      ],
    },
  ],
  ['[Q not] (not (or a b))', { kind: 'not', operand: { kind: 'or', operands: [words('a'), words('b')] } }],
  // Tasks
  ['[Q todo] (todo now LATER Canceled)', { kind: 'task', markers: ['NOW', 'LATER', 'CANCELED'] }],
  ['[Q todo] (TASK [now, later])', { kind: 'task', markers: ['NOW', 'LATER'] }],
  ['[Q todo] (todo done [now "later"])', { kind: 'task', markers: ['DONE', 'NOW', 'LATER'] }],
  ['[Q priority] (priority a [B])', { kind: 'priority', priorities: ['A', 'B'] }],
  // Days
  [
    '[Q between] (between -7d Today)',
    { kind: 'journal', from: { kind: 'offset', count: -7, unit: 'd' }, to: today },
  ],
  [
    '[Q between] (between tomorrow yesterday)',
    { kind: 'journal', from: { kind: 'tomorrow' }, to: { kind: 'yesterday' } },
  ],
  [
    '[Q between] (between 2026-11-20 [[Nov 20th, 2026]])',
    { kind: 'journal', from: { kind: 'day', day: 20261120 }, to: { kind: 'day', day: 20261120 } },
  ],
  [
    '[Q between] (between [[2026_11_20]] #2026-11-21)',
    { kind: 'journal', from: { kind: 'day', day: 20261120 }, to: { kind: 'day', day: 20261121 } },
  ],
  [
    '[Q between] (between DUE +2w 1Y)',
    {
      kind: 'between',
      field: 'due',
      from: { kind: 'offset', count: 2, unit: 'w' },
      to: { kind: 'offset', count: 1, unit: 'y' },
    },
  ],
  ...[
    ['scheduled', 'scheduled'],
    ['deadline', 'deadline'],
    ['created', 'created'],
    ['created-at', 'created'],
    ['updated', 'updated'],
    ['updated-at', 'updated'],
    ['last-modified-at', 'updated'],
  ].map(([written, field]): [string, object] => [
    `[Q between] (between ${written} -1m today)`,
    { kind: 'between', field, from: { kind: 'offset', count: -1, unit: 'm' }, to: today },
  ]),
  // Properties
  ['[Q property] (property Status)', { kind: 'property', key: 'status' }],
  ['[Q property] (property :Status false)', { kind: 'property', key: 'status', value: 'false' }],
  [
    '[Q property] (property "Due by" "in  Progress")',
    { kind: 'property', key: 'due-by', value: 'in  Progress', link: true },
  ],
  ['[Q property] (property caf\u0065\u0301 x)', { kind: 'property', key: 'caf\u00e9', value: 'x' }],
  [
    '[Q page-property] (page-property author [[Mira]])',
    { kind: 'page-property', key: 'author', value: 'Mira', link: true },
  ],
  ['[Q property] (property k #[[a t]])', { kind: 'property', key: 'k', value: 'a t', link: true }],
  ['[Q page-property] (page-property k #t)', { kind: 'page-property', key: 'k', value: 't', link: true }],
  // Pages
  ['[Q page-type] (page-type TV-Show)', { kind: 'page-type', type: 'tv-show' }],
  ['[Q page-type] (page-type "tv show")', { kind: 'page-type', type: 'tv-show' }],
  ['[Q page-type] (page-type PDF)', { kind: 'page-type', type: 'pdf' }],
  ['[Q page-type] (page-type [[Tag]])', { kind: 'page-type', type: 'tag' }],
  ['[Q page-tags] (page-tags a #b "c d" [[e]])', { kind: 'page-tags', tags: ['a', 'b', 'c d', 'e'] }],
  ['[Q page-tags] (page-tags [[[a]] b])', { kind: 'page-tags', tags: ['a', 'b'] }],
  ['[Q page] (page "Nov 20th, 2026")', { kind: 'page', name: 'Nov 20th, 2026' }],
  ['[Q page] (page and)', { kind: 'page', name: 'and' }],
  ['[Q namespace] (namespace Projects/2026)', { kind: 'namespace', name: 'Projects/2026' }],
])('%s', (named, expected) => {
  const parsed = parseQuery(named.slice(named.indexOf('] ') + 2))
  expect(parsed.ok ? bare(parsed.query) : undefined).toEqual(expected)
})

test('[Q places] each node says where it begins', () => {
  const q = 'rye (or [[Mira]]\t#x "y") (not (todo now))'
  expect(nodesOf(read(q)).map(({ kind, at }) => [kind, q.slice(at, at + 3)])).toEqual([
    ['and', 'rye'],
    ['words', 'rye'],
    ['or', '(or'],
    ['ref', '[[M'],
    ['ref', '#x '],
    ['words', '"y"'],
    ['not', '(no'],
    ['task', '(to'],
  ])
})

test('[Q faults] any text gives a tree, or a fault whose place is in the text', () => {
  fc.assert(
    fc.property(hostile, (q) => {
      const parsed = parseQuery(q)
      const place = parsed.ok ? parsed.query.at + 1 : parsed.fault.at
      expect(place).toBeGreaterThanOrEqual(1)
      expect(place).toBeLessThanOrEqual(Math.max(1, q.length))
    }),
    { numRuns: 20_000 },
  )
})

/** The start of the text of a node of each kind. */
const begins = ({ kind }: Query): RegExp =>
  kind === 'ref' ? /^(\[\[|#)/ : kind === 'words' ? /^[^\s,()[\]]/ : /^\(/

test('[Q places] nodes follow the order of their text, and each begins at its own operator', () => {
  fc.assert(
    fc.property(tree, (query) => {
      const q = `(and ${printQuery(query)})`
      const nodes = nodesOf(read(q))
      const places = nodes.map(({ at }) => at)
      expect(places).toEqual(places.toSorted((a, b) => a - b))
      expect(nodes.filter((node) => !begins(node).test(q.slice(node.at)))).toEqual([])
    }),
  )
})

test.each(OPERATORS.map(({ name, example }) => [name, example]))(
  '[Q row] %s is read in any case',
  (name, example) => {
    expect(bare(read(example.replace(`(${name}`, `(${name.toUpperCase()}`)))).toEqual(bare(read(example)))
  },
)
