import { describe, expect, test } from 'vitest'
import { logseq, outlineOf, planOf, read } from '../test/graph.ts'
import { fileText } from './read-markdown.ts'
import { planFolder } from './plan.ts'

describe('separators of lines and paragraphs inside a line', () => {
  test.each(['\u2028', '\u2029'])('%j is a character like any other', (mark) => {
    const note = logseq(`Motto:: a${mark}b\n\n- one${mark}two\n\t- key:: v${mark}w\n`)
    expect(note.props).toEqual([['motto', `a${mark}b`]])
    expect(outlineOf(note)).toEqual([`one${mark}two`, `\tkey:: v${mark}w`])
  })

  test('a value of front matter keeps them too', () => {
    expect(logseq('---\nmotto: "a\u2028b"\n---\n- x').props).toEqual([['motto', 'a\u2028b']])
  })
})

describe('NUL', () => {
  test('is removed and reported with its line; everything else is read', () => {
    const note = logseq('author:: Ada\n\n- one\n- t\0w\0o\n')
    expect(outlineOf(note)).toEqual(['one', 'two'])
    expect(note.props).toEqual([['author', 'Ada']])
    expect(note.unread).toEqual([{ file: 'pages/Page.md', line: 4, why: expect.stringContaining('NUL') }])
  })

  test('line numbers follow the line ends of the file', () => {
    const text = '\uFEFF- one\r\n- two\r\n- \0three\r\n'
    expect(logseq(text).unread).toMatchObject([{ line: 3 }])
    expect(fileText(text).split('\n')).toHaveLength(4)
  })
})

describe('anchors', () => {
  const PATHS = ['pages/Page.md', 'assets/x.pdf', 'assets/y#1.pdf']
  test.each([
    ['[a](../assets/x.pdf#page=3)', 'assets/x.pdf', '../assets/x.pdf'],
    ['[a](../assets/x.pdf?v=2#page=3)', 'assets/x.pdf', '../assets/x.pdf'],
    ['[a](../assets/y#1.pdf)', 'assets/y#1.pdf', '../assets/y#1.pdf'],
    ['![a](../assets/x.pdf)', 'assets/x.pdf', '../assets/x.pdf'],
  ])('%s names %s; the text after the file name stays', (text, path, address) => {
    const { blocks } = read(planFolder(PATHS), 'pages/Page.md', `- ${text}`)
    const { content, assets } = blocks[0]!
    expect(assets.map(({ start, end, path }) => [content.slice(start, end), path])).toEqual([[address, path]])
  })
})

describe('[D2.4] keys', () => {
  test('are stored in lower case, with their spelling beside them', () => {
    const note = logseq('---\nReading Status: now\n---\nDone-By:: me\nplain:: x\nAliases:: y\n\n- x')
    expect(note.props).toEqual([
      ['reading-status', 'now'],
      ['done-by', 'me'],
      ['plain', 'x'],
      ['aliases', 'y'],
    ])
    expect([...note.spelled!]).toEqual([
      ['reading-status', 'Reading-Status'],
      ['done-by', 'Done-By'],
      ['aliases', 'Aliases'],
    ])
  })

  test('the first spelling of a key counts', () => {
    expect([...logseq('Mood:: a\nMOOD:: a').spelled!]).toEqual([['mood', 'Mood']])
    expect(logseq('mood:: a').spelled).toBeUndefined()
  })

  test('an exported note has spelled keys too', () => {
    const plan = planOf(new Map([['pages/A.md', '']]))
    expect(read(plan, 'pages/A.md', 'Mood:: a\n').spelled?.get('mood')).toBe('Mood')
  })
})
