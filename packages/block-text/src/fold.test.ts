import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold, foldsSimply } from './fold.ts'

test.each([
  ['Page', 'page'],
  ['  Page  ', 'page'],
  ['Straße', 'STRASSE'],
  ['straße', 'Strasse'],
  ['ẞ', 'ss'],
  ['ΟΔΟΣ', 'οδος'],
  ['οδός', 'ΟΔΌΣ'],
  ['ς', 'Σ'],
  ['É', 'e\u0301'],
  ['Å', 'Å'],
  ['ﬁn', 'FIN'],
  ['ЖИЗНЬ', 'жизнь'],
  ['İ', 'i\u0307'],
  ['\u00a0x\u3000', 'X'],
])('[D1.1] %j and %j are one name', (a, b) => {
  expect(fold(a)).toBe(fold(b))
})

test.each([
  ['ı', 'i'],
  ['ı', 'I'],
  ['ısı', 'isi'],
  ['a b', 'ab'],
  ['a-b', 'a b'],
  ['resume', 'résumé'],
  ['か', 'が'],
  ['Ａ', 'A'],
])('[D1.1] %j and %j are two names', (a, b) => {
  expect(fold(a)).not.toBe(fold(b))
})

test('[D1.1] a dotless i stays itself', () => expect(fold('ISPARTA ı')).toBe('isparta ı'))

test('[D1.1] folding a folded name changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(fold(fold(name))).toBe(fold(name))
    }),
    { numRuns: 2000 },
  )
})

test('[D1.1] upper and lower case are one name, and nothing throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      fc.pre(!name.includes('ı'))
      expect(fold(fold(name).toUpperCase())).toBe(fold(fold(name)))
    }),
    { numRuns: 2000 },
  )
})

test('[D1.1] simple text is trimmed, and its ASCII letters become lower case', () => {
  const lowered = (text: string) => text.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const simple = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit)).filter(foldsSimply)
  for (const unit of simple) expect(fold(`a${unit}B`)).toBe(lowered(`a${unit}B`))
  for (const text of [
    '面 A',
    'жизнь',
    'مرحبا؟',
    '한국',
    'カタカナ！',
    'ก',
    '“a” – b…',
    'न।',
    'où',
    '→ ✅',
    '👩‍💻 ❤️ 🇯🇵',
  ])
    expect(foldsSimply(text)).toBe(true)
  for (const text of [
    'Ж',
    'É',
    'e\u0301',
    'ß',
    'ÿ',
    '\u2329',
    'Ａ',
    '𐐀',
    'न\u093c',
    'か\u3099',
    'и\u0306',
    '\u1100\u1161',
    'ﬁ',
  ])
    expect(foldsSimply(text)).toBe(false)
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...simple), maxLength: 12 }), (text) => {
      expect(fold(text)).toBe(lowered(text))
    }),
    { numRuns: 5_000 },
  )
})
