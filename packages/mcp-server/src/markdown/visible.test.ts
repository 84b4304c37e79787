import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asWritten, bracketed, quoted, visible, visibleLine } from './visible.ts'

describe('invisible characters are shown', () => {
  test.each([
    ['plain words, 東京, été', 'plain words, 東京, été'],
    ['two\nlines\tand a tab', 'two\nlines\tand a tab'],
    ['a\u200Bb', 'a<U+200B>b'],
    ['\u202Eevil', '<U+202E>evil'],
    ['a\u0000b\u001Bc\u007F', 'a<U+0000>b<U+001B>c<U+007F>'],
    ['a\u2028b\u2029c\u0085', 'a<U+2028>b<U+2029>c<U+0085>'],
    ['\uFEFFx\u00ADy\u2060z', '<U+FEFF>x<U+00AD>y<U+2060>z'],
    ['\u{E0041}\u{E0042}', '<U+E0041><U+E0042>'], // letters of the tag block, which many models read
    ['x\uFE0F\uFE0F', 'x<U+FE0F><U+FE0F>'],
    ['\uD800x', '<U+D800>x'],
    ['\u3164', '<U+3164>'],
  ])('%j reads %j', (text, shown) => expect(visible(text)).toBe(shown))

  test.each(['👩‍💻', '❤️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '1️⃣', '👍🏽', '🇩🇪', '☎︎', '辻󠄀', 'می‌خواهم', 'क्‍ष'])(
    'except where an invisible character has a purpose: %s',
    (text) => expect(visible(text)).toBe(text),
  )

  test.each([0, 1, 14])('each character of plane %i', (plane) => {
    const unseen = /[[\p{Cc}--[\n\t]]\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/v
    const all = Array.from({ length: 0x10000 }, (_, i) => `a${String.fromCodePoint(plane * 0x10000 + i)}b`)
    expect(all.filter((text) => visible(text) === text)).toEqual(all.filter((text) => !unseen.test(text)))
  })

  test('on one line, lines are words', () => expect(visibleLine('a\nb\u200B')).toBe('a b<U+200B>'))
})

describe('nothing reads as the mark of a block', () => {
  test.each([
    ['pay ^deadbeef', 'pay \\^deadbeef'],
    ['pay ^deadbeef now', 'pay \\^deadbeef now'],
    ['^deadbeef', '\\^deadbeef'],
    ['a\n- b ^c0a2f6de-71b4', 'a\n- b \\^c0a2f6de-71b4'],
    ['^abcdef ^abcdef', '\\^abcdef \\^abcdef'],
    ['x^2 and 2 ^3', 'x^2 and 2 \\^3'], // a device may give a block any id
    ['pay ^deadbeef, now', 'pay \\^deadbeef, now'],
    ['a ^ b', 'a ^ b'],
    ['[^note]', '[^note]'],
  ])('%j reads %j', (text, shown) => expect(visible(text)).toBe(shown))
})

describe('names and text of the person are marked as theirs', () => {
  test.each([
    ['Ada Lovelace', '[[Ada Lovelace]]'],
    ['a [[b]] c', String.raw`[[a [[b\]\] c]]`],
    ['x]] reads: y', String.raw`[[x\]\] reads: y]]`],
    ['x]', String.raw`[[x\]]]`],
    ['x]y', '[[x]y]]'],
    ['a\\b', '[[a\\b]]'],
    ['a\\', String.raw`[[a\\]]`],
    ['a\n# b', '[[a # b]]'],
  ])('in brackets: %j', (text, shown) => expect(bracketed(text)).toBe(shown))

  test.each([
    ['the plan', '"the plan"'],
    ['a "b"', String.raw`"a \"b\""`],
    ['a\\', String.raw`"a\\"`],
    ['a\nb', '"a b"'],
  ])('in quotes: %j', (text, shown) => expect(quoted(text)).toBe(shown))

  const any = fc
    .array(
      fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(']', ']]', '\\', '"', '[[', '\n', '\u2028')),
    )
    .map((parts) => parts.join(''))

  test('nothing ends the brackets or the quotes but their own end, and all is on one line', () => {
    fc.assert(
      fc.property(any, (text) => {
        expect(bracketed(text)).toMatch(/^\[\[(?:(?!\]\]).)*\]{2,3}$/su)
        expect(bracketed(text).slice(0, -2)).not.toContain(']]')
        expect(quoted(text)).toMatch(/^"(?:\\["\\]|[^"])*"$/)
        for (const shown of [bracketed(text), quoted(text)])
          expect(shown).not.toMatch(/[\n\r\v\f\u0085\u2028\u2029]/)
      }),
    )
  })
})

describe('a shown text comes back as it was written', () => {
  const word = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.constantFrom(' ^deadbeef', '\n', '\u200B', '\u202E', '👩‍💻', '\u{E0041}', ' ^abcdef\n', '\\^'),
  )
  const text = fc
    .array(word, { maxLength: 8 })
    .map((words) => words.join(''))
    .filter((text) => !text.includes('<U+') && !text.includes('\\^'))

  test('for any text', () => {
    fc.assert(
      fc.property(text, (written) => {
        expect(asWritten(visible(written), written)).toBe(written)
      }),
    )
  })

  test('with what was changed around it', () => {
    expect(asWritten('new <U+200B> words, pay \\^deadbeef', 'old\u200B pay ^deadbeef')).toBe(
      'new \u200B words, pay ^deadbeef',
    )
  })

  test('but for what was never shown so', () => {
    expect(asWritten('the code <U+200B> and \\^deadbeef', 'plain')).toBe('the code <U+200B> and \\^deadbeef')
  })

  test('nothing that cannot be seen, or reads as a mark, is left in what is shown', () => {
    fc.assert(
      fc.property(text, (written) => {
        const shown = visible(written)
        expect(visible(shown)).toBe(shown)
      }),
    )
  })
})
