import { describe, expect, test } from 'vitest'
import { logseq, outlineOf, planOf, read } from '../test/graph.ts'
import { flatten } from './outline-draft.ts'
import { planFolder } from './plan.ts'

const X = '60ab7486-1318-48cc-85bc-02561429e331'
const Y = '60ab7357-2744-42bc-a8fd-a9c8db3051df'

describe('drawers of older versions', () => {
  test.each([
    [`## a\n:PROPERTIES:\n:id: ${X}\n:END:\ntext`, ['## a⏎text'], { id: X }],
    [`- a\n  :PROPERTIES:\n  :id: ${X}\n  :background_color: #497d46\n  :END:`, ['a⏎background_color:: #497d46'], { id: X }],
    [`- TODO a\n  :PROPERTIES:\n  :custom_id: ${X}\n  :created_at: 1609230242742\n  :last_modified_at: 1609247076654\n  :END:\n  SCHEDULED: <2021-01-04 Mon>`,
      ['TODO a⏎SCHEDULED: <2021-01-04 Mon>'], { id: X, createdAt: 1_609_230_242_742, updatedAt: 1_609_247_076_654 }],
    [`- a\n  :PROPERTIES:\n  :custom_id: ${Y}\n  :id: ${X}\n  :END:`, [`a⏎custom_id:: ${Y}`], { id: X }],
    ['- a\n  :properties:\n  :Done-By: [[Ada]]\n  :empty:\n  :end:\n  b', ['a⏎Done-By:: [[Ada]]⏎empty::⏎b'], {}],
    [`- a\n  :PROPERTIES:\n  :id: ${X}\n  :header-args:sh: :dir x\n  :var+: y\n  :END:`, ['a⏎header-args:sh:: :dir x⏎var+:: y'], { id: X }],
    ['- a\n  :PROPERTIES:\n  words\n  :END:', ['a⏎:PROPERTIES:⏎words⏎:END:'], {}],
    ['- a\n  :PROPERTIES:\n  :id: x', ['a⏎:PROPERTIES:⏎:id: x'], {}],
    ['- ```\n  :PROPERTIES:\n  :id: x\n  :END:\n  ```', ['```⏎:PROPERTIES:⏎:id: x⏎:END:⏎```'], {}],
    ['- a\n  :LOGBOOK:\n  CLOCK: [2021-01-04 Mon 10:00:00]\n  :END:', ['a⏎:LOGBOOK:⏎CLOCK: [2021-01-04 Mon 10:00:00]⏎:END:'], {}],
  ])('%j', (text, outline, own) => {
    const note = logseq(text)
    expect(outlineOf(note)).toEqual(outline)
    const [block] = note.blocks
    expect({ ...own, ...block }).toEqual(block)
    expect(block!.id).toBe((own as { id?: string }).id)
  }) // prettier-ignore

  test('a drawer at the head of a page gives its properties', () => {
    const note = logseq(`:PROPERTIES:\n:title: Other\n:id: ${X}\n:Done_By: Ada\n:END:\n\n- a\n`)
    expect(note).toMatchObject({ name: 'Other', props: [['done_by', 'Ada']] })
    expect(outlineOf(note)).toEqual(['a'])
  })

  test('drawers in a folder of notes are text', () => {
    const note = read(planFolder(['a.md']), 'a.md', '- a\n  :PROPERTIES:\n  :id: x\n  :END:')
    expect(outlineOf(note)).toEqual(['a⏎:PROPERTIES:⏎:id: x⏎:END:'])
  })

  test('unclosed drawers take one pass', () => {
    const lines = '  :PROPERTIES:\n  :a: b\n'.repeat(50_000)
    expect(flatten(logseq(`- a\n${lines}`).blocks)).toHaveLength(1)
  })
})

describe('heading:: of a block', () => {
  test.each([
    ['- a\n  heading:: true', ['## a']],
    ['- a\n\t- b\n\t  heading:: true\n\t\t- c\n\t\t  heading:: true', ['a', '\t### b', '\t\t#### c']],
    ['- TODO [#A] a\n  heading:: 1\n  b', ['# TODO [#A] a⏎b']],
    ['- #tag a\n  heading:: 3', ['### #tag a']],
    ['- # a\n  heading:: true', ['# a⏎heading:: true']],
    ['- > a\n  heading:: true', ['> a⏎heading:: true']],
    ['- k:: v\n  heading:: true', ['k:: v⏎heading:: true']],
    ['- a\n  heading:: big', ['a⏎heading:: big']],
    ['- a\n  heading:: false', ['a⏎heading:: false']],
    ['- a\n  ```\n  heading:: true\n  ```', ['a⏎```⏎heading:: true⏎```']],
    [`- a\n  heading:: true\n  id:: ${X}`, ['## a']],
  ])('%j', (text, outline) => expect(outlineOf(logseq(text))).toEqual(outline))
})

describe('[D1.2] links to days in the form of the folder’s own titles', () => {
  const config = '{:journal/page-title-format "EEE, dd-MM-yyyy"}'
  const plan = planOf(new Map([['logseq/config.edn', config], ['journals/2026_11_20.md', ''], ['pages/P.md', '']])) // prettier-ignore
  const words = (text: string): string => outlineOf(read(plan, 'pages/P.md', text)).join('¶')

  test.each([
    ['- see [[Sat, 21-11-2026]]', 'see [[2026-11-21]]'],
    ['- #[[sat, 21-11-2026]] [x]([[Sat, 21-11-2026]])', '#[[2026-11-21]] [x]([[2026-11-21]])'],
    ['- a page of the folder: [[Fri, 20-11-2026]]', 'a page of the folder: [[Fri, 20-11-2026]]'],
    ['- a wrong weekday: [[Fri, 21-11-2026]]', 'a wrong weekday: [[Fri, 21-11-2026]]'],
    ['- off the calendar: [[Sun, 31-02-2026]]', 'off the calendar: [[Sun, 31-02-2026]]'],
    ['- `[[Sat, 21-11-2026]]`', '`[[Sat, 21-11-2026]]`'],
    ['- [[Nov 21st, 2026]] [[Page]]', '[[Nov 21st, 2026]] [[Page]]'],
  ])('%j', (text, expected) => expect(words(text)).toBe(expected))

  test('values of properties too', () =>
    expect(read(plan, 'pages/P.md', 'due:: [[Sat, 21-11-2026]]\n').props).toEqual([
      ['due', '[[2026-11-21]]'],
    ]))

  test('Chinese titles', () => {
    const chinese = '{:journal/page-title-format "yyyy年MM月dd日 EEEE"}'
    expect(outlineOf(logseq('- 见 [[2026年11月21日 Saturday]]', 'pages/P.md', chinese))).toEqual([
      '见 [[2026-11-21]]',
    ])
  })

  test('a page with such a name is the journal page', () =>
    expect(logseq('- x', 'pages/Sat, 21-11-2026.md', config)).toMatchObject({
      kind: 'journal',
      day: 20261121,
    }))
})
