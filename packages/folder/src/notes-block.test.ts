import { parseBlock } from '@notegraph/block-text'
import { describe, expect, test } from 'vitest'
import { outlineOf, read } from '../test/graph.ts'
import { planFolder } from './plan.ts'

const note = (text: string) => read(planFolder(['N.md']), 'N.md', text)
const outline = (text: string): string => outlineOf(note(text)).join('¶')

describe('tasks of the Tasks plugin', () => {
  test.each([
    ['- [ ] a 📅 2026-11-20', 'TODO a⏎DEADLINE: <2026-11-20 Fri>'],
    ['- [ ] a ⏳ 2026-11-20', 'TODO a⏎SCHEDULED: <2026-11-20 Fri>'],
    ['- [ ] a 📅2026-11-20 ⏳ 2026-11-19', 'TODO a⏎SCHEDULED: <2026-11-19 Thu>⏎DEADLINE: <2026-11-20 Fri>'],
    ['- [ ] a 🗓️ 2026-11-20 #t ^x1', 'TODO a #t ^x1⏎DEADLINE: <2026-11-20 Fri>'],
    ['- [ ] a #t 📅 2026-11-20\n  b', 'TODO a #t⏎DEADLINE: <2026-11-20 Fri>⏎b'],
    ['- [ ] a ⏫ 📅 2026-11-20', 'TODO [#A] a⏎DEADLINE: <2026-11-20 Fri>'],
    ['- [x] a 🔼', 'DONE [#B] a'],
    ['- [ ] a 🔽️', 'TODO [#C] a'],
    ['- [ ] a 🔺', 'TODO [#A] a 🔺'],
    ['- [ ] a ⏬', 'TODO [#C] a ⏬'],
    ['- [ ] [#B] a ⏫', 'TODO [#B] a ⏫'],
    ['- [ ] WAITING a ⏫', 'WAITING [#A] a'],
    ['- [ ] a 🔁 every week 📅 2026-11-20', 'TODO a⏎DEADLINE: <2026-11-20 Fri +1w>'],
    ['- [ ] a 🔁 every 2 days when done ⏳ 2026-11-20', 'TODO a⏎SCHEDULED: <2026-11-20 Fri .+2d>'],
    ['- [ ] a 🔁 every week on Friday 📅 2026-11-20', 'TODO a 🔁 every week on Friday⏎DEADLINE: <2026-11-20 Fri>'],
    ['- [ ] a 🔁 every week', 'TODO a 🔁 every week'],
    ['- [x] a 🛫 2026-11-18 📅 2026-11-20 ✅ 2026-11-19', 'DONE a 🛫 2026-11-18 ✅ 2026-11-19⏎DEADLINE: <2026-11-20 Fri>'],
    ['- [ ] a 🆔 ab1 ⛔ cd2 📅 2026-11-20', 'TODO a 🆔 ab1 ⛔ cd2⏎DEADLINE: <2026-11-20 Fri>'],
    ['- [ ] a 📅 2026-02-30', 'TODO a 📅 2026-02-30'],
    ['- [ ] a 📅 2026-11-20 📅 2026-11-21', 'TODO a 📅 2026-11-20⏎DEADLINE: <2026-11-21 Sat>'],
    ['- [ ] a 📅 2026-11-20 and more', 'TODO a 📅 2026-11-20 and more'],
    ['- a 📅 2026-11-20', 'a 📅 2026-11-20'],
    ['> - [ ] a 📅 2026-11-20', '> TODO a⏎DEADLINE: <2026-11-20 Fri>'],
    ['- [ ] a [due:: 2026-11-20] [priority:: high] [x:: y]', 'TODO [#A] a⏎x:: y⏎DEADLINE: <2026-11-20 Fri>'],
    ['- [ ] a [due:: 2026-11-20], [priority:: high]', 'TODO [#A] a⏎DEADLINE: <2026-11-20 Fri>'],
    ['- [ ] a [due:: 2026-11-20] , [repeat:: every week]', 'TODO a⏎DEADLINE: <2026-11-20 Fri +1w>'],
    ['- [ ] a [due:: 2026-11-20],', 'TODO a⏎DEADLINE: <2026-11-20 Fri>'],
    ['- [ ] a [x:: y], (due:: 2026-11-20), b', 'TODO a [x:: y], (due:: 2026-11-20), b⏎x:: y⏎due:: 2026-11-20'],
    ['- [ ] a (scheduled:: 2026-11-20) (repeat:: every month)', 'TODO a⏎SCHEDULED: <2026-11-20 Fri +1m>'],
  ])('%j', (text, expected) => expect(outline(text)).toBe(expected)) // prettier-ignore

  test.each(['TODO is a word', '# NOW or never', '> DONE with it', 'LATER', 'TODO\nbelow'])(
    '%j is no task',
    (text) => {
      const [content = ''] = outlineOf(note(text))
      expect(content.replaceAll('⏎', '\n')).toBe(
        text.replace(/ (?=is|or|with)|(?<=^(?:LATER|TODO))(?=\n|$)/u, '\u00A0'),
      )
      expect(parseBlock(content).marker).toBeUndefined()
    },
  )

  test('a task has its dates', () => {
    const [content = ''] = outlineOf(note('- [ ] a 🔁 every week ⏳ 2026-11-19 📅 2026-11-20'))
    const { scheduled, deadline } = parseBlock(content.replaceAll('⏎', '\n'))
    expect([scheduled, deadline]).toMatchObject([20_261_119, 20_261_120])
  })
})

describe('fields of Dataview', () => {
  test.each([
    ['a [rating:: 9]', 'a⏎rating:: 9'],
    ['a (rating:: 9)\nb', 'a⏎rating:: 9⏎b'],
    ['- [k:: v] [l:: [[N]], [[M]]]', 'k:: v⏎l:: [[N]], [[M]]'],
    ['- **Key**:: v\n- __key two__:: w', 'Key:: v¶key-two:: w'],
    ['Due date:: v\n- One or two words:: w', 'Due-date:: v¶One-or-two-words:: w'],
    ['- [ ] call me:: v\n- one two three four five:: w', 'TODO call me:: v¶one two three four five:: w'],
    ['a [k:: v] b', 'a [k:: v] b⏎k:: v'],
    ['a (k:: v), b (l:: w) #t ^x', 'a (k:: v), b #t ^x⏎k:: v⏎l:: w'],
    ['a\n[Due Date:: 1]\nb', 'a⏎Due-Date:: 1⏎b'],
    ['- a [k:: 1] [k:: 2]', 'a [k:: 1] [k:: 2]⏎k:: 1'],
    ['- a [k:: 1]\n  k:: 2', 'a [k:: 1]⏎k:: 2'],
    ['> a [k:: v]\n> b', '> a⏎> b⏎k:: v'],
    ['# a (k:: v)', '# a⏎k:: v'],
    ['`[k:: v]`', '`[k:: v]`'],
    ['```\n[k:: v]\n**k**:: v\n```', '```⏎[k:: v]⏎**k**:: v⏎```'],
    ['| [k:: v] |', '| [k:: v] |'],
    ['<!-- [k:: v] -->', '<!-- [k:: v] -->'],
    ['[k:: v](a) [[k:: v]] \\[k:: v] [id:: x] [k:: ]', '[k:: v](a) [[k:: v]] \\[k:: v] [id:: x] [k:: ]'],
    ['(std::x) a[std::x] a::b', '(std::x) a[std::x] a::b'],
    ['[rating::9]', 'rating:: 9'],
  ])('%j', (text, expected) => expect(outline(`x\n\n${text}`)).toBe(`x¶${expected}`)) // prettier-ignore

  test('fields before the first block belong to the page', () => {
    expect(note('**Author**:: A\nk:: v\n\n- x').props).toEqual([
      ['author', 'A'],
      ['k', 'v'],
    ])
  })

  test('a picture after added lines keeps its line number of the file', () => {
    const { missing } = note('- [ ] a 📅 2026-11-20 [k:: v]\n  b\n  ![c](c.png)')
    expect(missing).toEqual([{ file: 'N.md', line: 3, asset: 'c.png' }])
  })
})
