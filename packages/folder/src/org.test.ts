import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { outlineOf, planOf, read } from '../test/graph.ts'
import { orgToMarkdown } from './org.ts'
import { orgWords } from './org-words.ts'

const X = '60ab7486-1318-48cc-85bc-02561429e331'
const plan = planOf(new Map([['pages/P.org', ''], ['journals/2020_05_14.org', ''], ['assets/x.png', '']])) // prettier-ignore
const note = (text: string, path = 'pages/P.org') => read(plan, path, text)

describe('the outline of an Org file', () => {
  test.each([
    ['* a\n** b\n*** c\n** d\n* e', ['a', '\tb', '\t\tc', '\td', 'e']],
    ['* a\n*** b\n* c', ['a', '\tb', 'c']],
    ['- x\n*** a\n**** b\n** c\n*** d\n* e\n** f', ['x', 'a', '\tb', 'c', '\td', 'e', '\tf']],
    ['* a\n**\n* \n*b*', ['a', '\t', '**b**']],
    ['* TODO [#A] a :work:home office:\n', ['TODO [#A] a :work:home office:']],
    ['* TODO [#A] a :work:home:\n', ['TODO [#A] a #work #home']],
    ['* TODO [#1] a :b#c:\n* [#D] d', [String.raw`TODO [\#1] a #[[b#c]]`, String.raw`[\#D] d`]],
    ['* a\nSCHEDULED: <2021-01-04 Mon 10:00 .+1d>', ['a⏎SCHEDULED: <2021-01-04 Mon 10:00 .+1d>']],
    ['** a\n   one\n   two\n\n     deeper', ['a⏎one⏎two⏎⏎  deeper']],
    ['* a\n- x\n  - y\n+ z\n1. n\nafter', ['a⏎* x⏎  * y⏎* z⏎1. n⏎after']],
    ['* a ([[x][b\n  c]]) d\ne [[y][f\ng]].\nh', ['a ([b c]([[x]]))⏎d⏎e⏎[f g]([[y]]).⏎h']],
    ['* a [[x][b\n** c]] d', ['a [[x][b', '\tc]] d']],
    ['* a\n#+BEGIN_SRC js\n- x\n,* y\n#+END_SRC\n* b', ['a⏎```js⏎- x⏎* y⏎```', 'b']],
    ['* a\n#+BEGIN_SRC sh :dir x\nls\n#+END_SRC', ['a⏎```sh :dir x⏎ls⏎```']],
    ['* a\n#+BEGIN_SRC sh\nls\n#+END_SRC after', ['a⏎#+BEGIN_SRC sh⏎ls⏎#+END_SRC after']],
    ['* a\n#+BEGIN_SRC md\n```\n#+END_SRC\n', ['a⏎#+BEGIN_SRC md⏎```⏎#+END_SRC']],
    [
      '* a\n#+BEGIN_QUOTE\n*b* [[x][y\nz]] w\n- c\n#+END_QUOTE',
      ['a⏎#+BEGIN_QUOTE⏎**b** [y z]([[x]])⏎w⏎- c⏎#+END_QUOTE'],
    ],
    [
      '* a\n#+BEGIN_EXPORT html\n*b* [[x][y]]\n#+END_EXPORT',
      ['a⏎#+BEGIN_EXPORT html⏎*b* [[x][y]]⏎#+END_EXPORT'],
    ],
    ['* a\n| x | y |\n|---+---|\n| 1 | 2 |', ['a⏎| x | y |⏎|---|---|⏎| 1 | 2 |']],
    ['* a\n:LOGBOOK:\nCLOCK: [2021-01-04 Mon]\n:END:', ['a⏎:LOGBOOK:⏎CLOCK: [2021-01-04 Mon]⏎:END:']],
    ['* a\n#+RESULTS:\n: 42\n  #+NAME: [[b]]', ['a⏎\\#+RESULTS:⏎`42`⏎  \\#+NAME: [[b]]']],
    ['* a\n  : #b  [[c]]\n:\n:d', ['a⏎`#b  [[c]]`⏎:⏎:d']],
    ['* a[fn:1] [[x][*b*]]\n[fn:1] more [[y]]', ['a[^1] [*b*]([[x]])⏎[^1]: more [[y]]']],
    ['# a remark\n* a\n# another', ['<!-- a remark -->', 'a⏎<!-- another -->']],
    ['before *all*\n\n* a', ['before **all**', 'a']],
  ])('%j', (text, expected) => expect(outlineOf(note(text))).toEqual(expected))

  test('ids, properties and the head of the page', () => {
    const read = note(
      `#+TITLE: Other\n#+ALIAS: A, B\n#+FILETAGS: :x:y:\n\n* a\n:PROPERTIES:\n:id: ${X}\n:Color: red\n:END:\n`,
    )
    expect(read).toMatchObject({ name: 'Other', blocks: [{ id: X, content: 'a\nColor:: red', line: 5 }] })
    expect(read.props).toEqual([['alias', 'A, B'], ['tags', 'x, y']]) // prettier-ignore
  })

  test('keywords behind comments count, also indented', () => {
    const read = note('# -*- mode: org -*-\n\n#+title: Later\n  #+filetags: :a:\n* H')
    expect([read.name, read.props]).toEqual(['Later', [['tags', 'a']]])
    expect(outlineOf(read)).toEqual(['<!-- -*- mode: org -*- -->', 'H'])
  })

  test('a key that no property can have leaves the rest of its drawer readable', () => {
    const drawer = `:PROPERTIES:\n:id: ${X}\n:header-args:sh: :dir x\n:a:b:\n:END:`
    const read = note(`${drawer}\n#+title: Tools\n\n* saw\n${drawer}`)
    expect([read.name, read.props]).toEqual(['Tools', []])
    expect(outlineOf(read)).toEqual(['header-args:sh:: :dir x', 'saw⏎header-args:sh:: :dir x⏎a:b::'])
    expect(read.blocks[1]).toMatchObject({ id: X })
  })

  test.each([
    ':PROPERTIES:\n:ROAM_ALIASES: "Al One" Two\n:END:\n#+roam_tags: "a, b" c',
    '#+ROAM_ALIAS: "Al One" "Two"\n#+roam_tags: "a, b" c',
  ])('names and tags of Org-roam: %j', (head) => {
    expect(note(`${head}\n\n* x\n:PROPERTIES:\n:ROAM_ALIASES: "Al One"\n:END:`)).toMatchObject({
      props: [
        ['alias', 'Al One, Two'],
        ['tags', '[[a, b]], c'],
      ],
      blocks: [{ content: 'x\nROAM_ALIASES:: "Al One"' }],
    })
  })

  test('a journal has its day, and files are found', () => {
    const day = note('* see [[../assets/x.png]]', 'journals/2020_05_14.org')
    expect(day).toMatchObject({ kind: 'journal', day: 20200514, assets: ['assets/x.png'] })
  })
})

test.each([
  ['*b* /i/ +s+ _u_ =c= ~v~ ^^h^^', '**b** *i* ~~s~~ <u>u</u> `c` `v` ^^h^^'],
  ['*a /b/*', '**a *b***'],
  ['a*b*c 2*3*4 snake_case_x and/or/x', 'a*b*c 2*3*4 snake_case_x and/or/x'],
  ['=*x*= ~[[y]]~', '`*x*` `[[y]]`'],
  ['=a`b=', '``a`b``'],
  ['[[Page]] [[Page][label]] [[Page][Page]]', '[[Page]] [label]([[Page]]) [[Page]]'],
  ['[[https://a.example/x][label]] [[https://a.example]]', '[label](https://a.example/x) https://a.example'],
  [
    '[[../assets/x.png]] [[file:../assets/a b.pdf][doc]]',
    '![x.png](../assets/x.png) [doc](<../assets/a b.pdf>)',
  ],
  ['[[https://a.example][file:../assets/x.png]]', '[![x.png](../assets/x.png)](https://a.example)'],
  ['[[Page][file:x.txt]]', '[file:x.txt]([[Page]])'],
  [`((${X})) [[((${X}))][label]] {{embed ((${X}))}}`, `((${X})) [label](((${X}))) {{embed ((${X}))}}`],
  ['https://a.example/_x_/ *b*', 'https://a.example/_x_/ **b**'],
  ['words[fn:1]', 'words[^1]'],
  [
    '[[file:../assets/a.pdf::5][p]] [[docview:a.pdf::5]]',
    '[p](../assets/a.pdf#page=5) [a.pdf#page=5](a.pdf#page=5)',
  ],
  ['[[file:a.c::x y]] [[./a.txt::#z][z]]', '[a.c#x y](<a.c#x y>) [z](./a.txt#z)'],
  ['[[~/a.pdf][a]] [[file:///b/c.pdf][b]] [[file+sys:c.pdf][c]]', '[a](~/a.pdf) [b](/b/c.pdf) [c](c.pdf)'],
  ['[[docs/a.pdf][a]] [[docs/a.pdf]] [[file:img/]]', '[a](docs/a.pdf) [[docs/a.pdf]] [img/](img/)'],
  ['[[Book: Dune]] [[Book: Dune][it]] [[doi:1/x][d]]', '[[Book: Dune]] [it]([[Book: Dune]]) [d](doi:1/x)'],
  ['[[x][]] [[file:a.pdf][]] [[doi:1/x][]]', '[[x]] [a.pdf](a.pdf) doi:1/x'],
  ['[[roam:Garden]] [[roam:Garden][it]]', '[[Garden]] [it]([[Garden]])'],
  ['[[Deep][[1]]] [[Deep][a [b]]] [x [[a][b]]]', '[\\[1\\]]([[Deep]]) [a \\[b\\]]([[Deep]]) [x [b]([[a]])]'],
  ['[[https://a.example/?q=\\[x\\]][l]] [[c:\\x\\]]', '[l](https://a.example/?q=[x]) c:\\x\\'],
  ['见 *重要* [[页面]]', '见 **重要** [[页面]]'],
])('orgWords(%j)', (line, expected) => expect(orgWords(line)).toBe(expected))

describe('any text', () => {
  const PIECES = ['w', '* ', '** ', '- ', '\n', '\n', ' ', '[[', ']]', '][', '*', '/', '=', '~', '_', '+', ':', ':PROPERTIES:', ':END:', ':id: x', '#+BEGIN_SRC', '#+END_SRC', '#+', '#', '|', '<', '\\', '$', '{{', '((', ','] // prettier-ignore
  /** Every word is unique. A link to a file repeats its name as label, so words are looked up, not counted. */
  const org = fc
    .array(fc.constantFrom(...PIECES), { maxLength: 40 })
    .map((parts) => parts.map((part, at) => (part === 'w' ? `w${at}w` : part)).join(''))

  test('keeps its lines and the words of each', () => {
    fc.assert(
      fc.property(org, (text) => {
        const lines = text.split('\n')
        const converted = orgToMarkdown(text).split('\n')
        expect(converted).toHaveLength(lines.length)
        lines.forEach((line, at) => {
          for (const [word] of line.matchAll(/w\d+w/gu)) expect(converted[at]).toContain(word)
        })
        expect(note(text).path).toBe('pages/P.org')
      }),
      { numRuns: 1000 },
    )
  })
})
