import { parseBlock } from '@notegraph/block-text'
import { describe, expect, test } from 'vitest'
import { outlineOf, read } from '../test/graph.ts'
import { flatten } from './outline-draft.ts'
import { planFolder } from './plan.ts'
import { notesWithParts, readParts } from './read-parts.ts'

const OTHER = `- a
- b ^Abc-1
\t- c
- two ^one
  lines ^two

| t |
| - |

^table

\`^no\`

# Part: one

text

## Deep ^deep

# Part two

## Deep

# 🚀
`
const texts = new Map([
  ['Home.md', ''],
  ['Other note.md', OTHER],
  ['a/Third.md', ''],
])
const plan = planFolder([...texts.keys()])
const other = flatten(read(plan, 'Other note.md', OTHER).blocks)
const idOf = (words: string): string => other.find(({ content }) => content.startsWith(words))?.id ?? 'none'
const home = (text: string): string => outlineOf(read(plan, 'Home.md', text, texts)).join('¶')

describe('parts of a note', () => {
  test('anchors and headings give their blocks ids, each once', () => {
    const named = other.filter(({ id }) => id !== undefined)
    expect(named.map(({ content }) => content.split('\n')[0])).toEqual([
      'b ^Abc-1',
      'two ^one',
      '| t |',
      '# Part: one',
      '## Deep ^deep',
      '# Part two',
      '## Deep',
      '# 🚀',
    ])
    expect(new Set(named.map(({ id }) => id)).size).toBe(named.length)
  })

  test('a line `id::` in the note sets the id', () => {
    const id = '60ab7486-1318-48cc-85bc-02561429e331'
    const note = read(plan, 'Home.md', `- x ^here\n  id:: ${id}\n\n![[#^here]]`)
    expect(note.blocks[0]).toMatchObject({ id })
    expect(outlineOf(note)[1]).toBe(`{{embed ((${id}))}}`)
  })

  test.each([
    ['[[Other note#^abc-1]]', String.raw`[Other note#^abc-1](((${idOf('b')})))`],
    ['[[Other note#^abc-1|label]]', `[label](((${idOf('b')})))`],
    ['[[Other note#^two]]', `[Other note#^two](((${idOf('two')})))`],
    ['![[Other note#^one]]', `{{embed ((${idOf('two')}))}}`],
    ['![[Other note#^TWO]]', `{{embed ((${idOf('two')}))}}`],
    ['![[Other note#^table]]', `{{embed ((${idOf('| t')}))}}`],
    ['![[Other note#^deep]]', `{{embed ((${idOf('## Deep ^')}))}}`],
    ['![[Other note#Part one]]', `{{embed ((${idOf('# Part: one')}))}}`],
    ['![[other note#part: ONE]]', `{{embed ((${idOf('# Part: one')}))}}`],
    ['![[Other note#Deep]]', `{{embed ((${idOf('## Deep ^')}))}}`],
    ['![[Other note#Part two#Deep]]', `{{embed ((${other.findLast(({ content }) => content === '## Deep')!.id}))}}`],
    ['![[Other note#🚀]]', `{{embed ((${idOf('# 🚀')}))}}`],
    ['![[Other note#Deep|label]]', `[label](((${idOf('## Deep ^')})))`],
    ['[x](Other%20note.md#^abc-1)', `[x](((${idOf('b')})))`],
    ['![](<Other note.md#^one>)', `{{embed ((${idOf('two')}))}}`],
    ['![Part one](Other%20note.md#Part%20one)', `{{embed ((${idOf('# Part: one')}))}}`],
    ['![x](Other%20note.md#Deep)', `[x](((${idOf('## Deep ^')})))`],
  ])('a link names the block, an embed shows it: %s', (text, expected) => {
    expect(home(text)).toBe(expected)
    expect(parseBlock(expected)).toMatchObject({ refs: [], tags: [], blockRefs: [expect.any(String)] })
  }) // prettier-ignore

  test.each([
    ['![[Other note#^gone]]', '[Other note#^gone]([[Other note]])'],
    ['[[Other note#^gone]]', '[Other note#^gone]([[Other note]])'],
    ['[[Other note#^gone|label]]', '[label]([[Other note]] "Other note#^gone")'],
    ['[[Other note#^no]]', '[Other note#^no]([[Other note]])'],
    ['![[Other note#No such heading]]', '[Other note#No such heading]([[Other note]])'],
    ['![[Other note#Part one#Part two]]', '[Other note#Part one#Part two]([[Other note]])'],
    ['![[Nowhere#^abc]]', '[Nowhere#^abc]([[Nowhere]])'],
    ['![[#^gone]]', '[#^gone](#^gone)'],
    ['[x](Other%20note.md#^gone)', '[x]([[Other note]] "Other note#^gone")'],
    ['![](Other%20note.md#Gone)', '[Other note#Gone]([[Other note]] "Other note#Gone")'],
    ['![[#Gone]]', '[#Gone](#Gone)'],
  ])('a link to a missing part keeps its text: %s', (text, expected) => expect(home(text)).toBe(expected))

  test('a note links to its own parts', () => {
    const note = read(plan, 'Home.md', '# Top\n\n![[#Top]] ![[#^x]] [[#^x|x]] ![[Home#top]]\n\n- y ^x')
    const [top, , x] = flatten(note.blocks)
    expect(outlineOf(note)[1]).toBe(
      `\t{{embed ((${top!.id}))}} {{embed ((${x!.id}))}} [x](((${x!.id}))) {{embed ((${top!.id}))}}`,
    )
  })

  test('an embed of a note with unknown parts keeps its text', () => {
    const words = (text: string) => outlineOf(read(plan, 'Home.md', text)).join('¶')
    expect(words('![[Other note#^abc-1]]')).toBe(`[Other note#^abc-1](((${idOf('b')})))`)
    expect(words('![[Other note#Part two]]')).toBe('[Other note#Part two]([[Other note]])')
  })

  test('a link to a part of a note over the line limit becomes a link to its page', () => {
    const few = planFolder([...texts.keys()], undefined, undefined, { lines: 5 })
    const words = (text: string) => outlineOf(read(few, 'Home.md', text, texts)).join('¶')
    expect(words('[[Other note#^one]]')).toBe('[Other note#^one]([[Other note]])')
    expect(words('![[Other note#Part two]]')).toBe('[Other note#Part two]([[Other note]])')
  })

  test('a note of a Logseq folder has no parts', () => {
    const logseq = planFolder(['pages/Other note.md'])
    expect(readParts(logseq, 'pages/Other note.md', OTHER)).toEqual({ ids: new Map() })
    expect(readParts(plan, 'Other note.md', OTHER).ids.has('^one')).toBe(true)
  })

  test.each([
    ['[[Other note#^x]] ![[Third#Y]] [[a/Third#^x|z]] ![[Home#X]]', ['Other note.md', 'a/Third.md']],
    ['[[Other note#Part]] [[Other note]] ![[Third]] ![[Nowhere#x]]', []],
    ['![](Other%20note.md#Part) [x](<a/Third.md#^x>)', ['Other note.md', 'a/Third.md']],
    ['[x](Other%20note.md#Part) ![](a/Third.md) [x](Nowhere.md#^x)', []],
  ])('%s needs the parts of %j', (text, expected) =>
    expect(notesWithParts(plan, 'Home.md', text)).toEqual(expected),
  )

  test('a note can have a # in its name', () => {
    const numbered = planFolder(['Issue #4.md', 'Home.md'])
    const needed = (text: string) => notesWithParts(numbered, 'Home.md', text)
    expect(needed('![[Issue #4#Next]]')).toEqual(['Issue #4.md'])
    expect(needed('[[Issue #4#^x]]')).toEqual(['Issue #4.md'])
    expect(needed('![[Issue #4]] [[Issue #4#Next]]')).toEqual([])
    const parts = new Map([['Issue #4.md', '# Next\n\nwords']])
    expect(outlineOf(read(numbered, 'Home.md', '![[Issue #4#Next]]', parts)).join('')).toMatch(
      /^\{\{embed \(\(/,
    )
  })

  test('a Logseq folder needs none', () => {
    const logseq = planFolder(['pages/A.md', 'pages/B.md'])
    expect(notesWithParts(logseq, 'pages/A.md', '![[B#^x]]')).toEqual([])
  })
})
