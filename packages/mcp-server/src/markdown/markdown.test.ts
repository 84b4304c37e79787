import { describe, expect, test } from 'vitest'
import { counted } from '@notegraph/service'
import { bullet, noteText, shownOf, type Words } from './block.ts'
import { awayWords, dayBeside, dayWords } from './day.ts'
import { excerpt, searchExcerpt } from './excerpt.ts'
import { BoundedText } from './bounded-text.ts'
import { callWords } from './words.ts'

const words = (content: string, more: Partial<Words> = {}): Words => ({ id: 'b1', content, ...more })

describe('a bullet', () => {
  test.each([
    ['words', 0, '- words ^c0a2f6de'],
    ['words', 2, '\t\t- words ^c0a2f6de'],
    ['', 0, '- ^c0a2f6de'],
    ['a\nb', 1, '\t- a ^c0a2f6de\n\t  b'],
    ['a\n\nb', 1, '\t- a ^c0a2f6de\n\n\t  b'], // an empty line stays empty
    ['\na', 0, '- ^c0a2f6de\n  a'],
    ['x', 10_000, `${'\t'.repeat(64)}- x ^c0a2f6de`],
  ])('%j, %i deep', (text, depth, line) => expect(bullet({ text, depth, shortId: 'c0a2f6de' })).toBe(line))

  test("the service's words follow the id", () => {
    expect(bullet({ text: 'a\nb', depth: 0, shortId: 'c0a2f6de', after: '(above)' })).toBe(
      '- a ^c0a2f6de (above)\n  b',
    )
  })

  test.each([
    ['a\nid:: b1\nb', {}, 'a\nb'],
    ['a\n  ID:: b1 ', {}, 'a'],
    ['a\nid:: b2', {}, 'a\nid:: b2'], // words about another
    ['a\ncollapsed:: true', { more: '"collapsed":true' }, 'a'],
    ['a\ncollapsed:: true', {}, 'a\ncollapsed:: true'],
    ['a\nkey:: value', {}, 'a\nkey:: value'],
  ])("the outliner's own lines of %j are left out", (content, more, text) =>
    expect(noteText(words(content, more))).toBe(text),
  )
})

describe('a block shows the words of its references, and no more of their blocks', () => {
  const more = '"refs":[],"tags":[],"blockRefs":["x"]'
  test.each([
    ['see ((x)) there', 'see the words there', 'reads: "the words"'],
    ['((x)): a reference', 'Some tips: a reference', 'reads: "Some tips:"'],
    ['a ((x)) and ((y)) b', 'a one and two b', 'reads: "one and two"'],
    ['see ((x))\nkey:: value', 'see the words', 'reads: "the words"'],
    ['un((x))able', 'unbearable', 'reads: "unbearable"'],
    ['見る((x))の本', '見る赤い花の本', 'reads: "見る赤い花の本"'],
    [`${'長'.repeat(50)}((x))`, `${'長'.repeat(50)}花`, `reads: "${'長'.repeat(20)}花"`],
    ['a ((x))', 'a \u{1F600}\u200B', 'reads: "\u{1F600}<U+200B>"'],
    [`${'\u{1F600}'.repeat(30)}x((x))`, `${'\u{1F600}'.repeat(30)}xy`, `reads: "${'\u{1F600}'.repeat(9)}xy"`],
    ['a ((x))', `a ${'b '.repeat(150)}`, `reads: "${'b '.repeat(100)}…"`],
    ['a ((x))', 'a "b" ^deadbeef (above)', String.raw`reads: "\"b\" \\^deadbeef (above)"`],
    ['gone ((x))', 'gone ((x))', ''],
  ])('%j, shown as %j', (content, text, after) =>
    expect(shownOf(words(content, { text, more })).after).toBe(after),
  )
})

describe('a long block among others', () => {
  const long = `${'a'.repeat(700)} needle ${'b'.repeat(700)}`
  const around = (...searched: string[]) => searchExcerpt(words(long), 'c0a2f6de', searched)

  test('is cut, with the call for all of it', () => {
    expect(excerpt(words(long), 'c0a2f6de')).toEqual({
      text: `${'a'.repeat(600)}…`,
      after: '(cut: 1408 characters in all, read_block {"block_id":"c0a2f6de"})',
    })
  })

  test('[A5.2] in a search, around the words, with the call for all of it', () => {
    const { text, after } = around('NEEDLE')
    expect(text).toMatch(/^…a+ needle b+…$/)
    expect(text.length).toBe(402)
    expect(after).toBe('(cut: 1408 characters in all, read_block {"block_id":"c0a2f6de"})')
  })

  test('[A5.2] from its beginning if that has the words, or nothing has', () => {
    expect(around('aaa').text.startsWith('aaa')).toBe(true)
    expect(around().text).toBe(`${'a'.repeat(400)}…`)
  })

  test('[A5.2] a block of 400 characters is whole', () => {
    const block = words('x'.repeat(400))
    expect(searchExcerpt(block, 'c0a2f6de', ['x'])).toEqual({ text: 'x'.repeat(400), after: '' })
  })

  test('a short one is whole, with what its references read as', () => {
    const short = words('see ((x))', { text: 'see the plan', more: '"blockRefs":["x"]' })
    expect(excerpt(short, 'c0a2f6de')).toEqual({ text: 'see ((x))', after: 'reads: "the plan"' })
  })
})

describe('days', () => {
  test.each([
    [20261120, '2026-11-20 Fri', 'today'],
    [20261121, '2026-11-21 Sat', 'tomorrow'],
    [20261119, '2026-11-19 Thu', 'yesterday'],
    [20261125, '2026-11-25 Wed', 'in 5 days'],
    [20261018, '2026-10-18 Sun', '33 days ago'],
    [20280229, '2028-02-29 Tue', 'in 466 days'],
  ])('%i', (day, words, away) => {
    expect(dayWords(day)).toBe(words)
    expect(awayWords(day, 20261120)).toBe(away)
  })

  test('beside a name that says it, the weekday is enough', () => {
    expect(dayBeside('2026-11-20', 20261120)).toBe('Fri')
    expect(dayBeside('Nov 20th, 2026', 20261120)).toBe('2026-11-20 Fri')
  })
})

describe('words', () => {
  test.each([
    [0, '0 blocks'],
    [1, '1 block'],
    [1_204, '1,204 blocks'],
  ])('%i', (count, words) => expect(counted(count, 'block')).toBe(words))

  test('a call is JSON that can be made as it is, and seen', () => {
    const words = callWords('read_page', { name: 'a"\u202Eb\u200B\u{E0041}', offset: 3 })
    expect(words).toBe(String.raw`read_page {"name":"a\"\u202eb\u200b\udb40\udc41","offset":3}`)
    expect(JSON.parse(words.slice('read_page '.length))).toEqual({
      name: 'a"\u202Eb\u200B\u{E0041}',
      offset: 3,
    })
  })
})

describe('[D10.5] an answer of bounded length', () => {
  test('takes what fits, whole, and keeps room for the last lines', () => {
    const sheet = new BoundedText(4_010)
    expect([sheet.add('12345'), sheet.add('123456'), sheet.add('123')]).toEqual([true, false, true])
    expect(sheet.end('last')).toBe('12345\n123\n\nlast')
  })

  test.each([
    ['', 'a'],
    ['last', 'a\n\nlast'],
  ])('and ends with %j', (last, text) => {
    const sheet = new BoundedText()
    sheet.add('a')
    expect(sheet.end(last)).toBe(text)
  })

  test('is never longer than it may be', () => {
    const sheet = new BoundedText(5_000)
    while (sheet.add('x'));
    const text = sheet.end('y'.repeat(9_000))
    expect(text.length).toBeLessThanOrEqual(5_000)
    expect(text).toMatch(/y… \(cut: too long for the answer\)$/)
  })
})
