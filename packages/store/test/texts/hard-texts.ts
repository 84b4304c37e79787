/** Texts that databases, drivers and SQL change, cut or refuse. */

/** Letters without repetition, so that no database makes them shorter. */
function letters(count: number, first: number, kinds: number): string {
  let state = 1
  return String.fromCharCode(
    ...Array.from({ length: count }, () => {
      state = (state * 48_271) % 2_147_483_647
      return first + (state % kinds)
    }),
  )
}

/** The most bytes of a text by which a row is found. */
export const KEY_BYTES = 1_000
/** The same for an address. */
export const ADDRESS_BYTES = 2_048

/** Texts with their names. Some differ only as a database might confuse them: one is another in part, or in other bytes. */
export const HARD_TEXTS: readonly (readonly [name: string, text: string])[] = [
  ['empty', ''],
  ['blank', '   '],
  ['a letter', 'a'],
  ['a capital', 'A'],
  ['a number', '007'],
  ['NUL', '\0'],
  ['NUL behind a letter', 'a\0b'],
  ['other control characters', '\u0001\b\t\u001B\u007F\u0085'],
  ['the escape of NUL', '\u00100'],
  ['a lone high surrogate', 'a\uD800'],
  ['a lone low surrogate', '\uDC00\uD800\uDC00'],
  ['the character that replaces a lone surrogate', 'a\uFFFD'],
  ['letters of four bytes', '😀𠜎'],
  ['20,000 characters', letters(20_000, 0x4e00, 20_000)],
  ['the longest key', letters(KEY_BYTES, 0x30, 75)],
  ['a byte more', letters(KEY_BYTES + 1, 0x30, 75)],
  ['the longest address', letters(ADDRESS_BYTES, 0x30, 75)],
  ['marks and overrides of direction', '\u200Fab\u202Ec\u2066d'],
  ['a byte order mark', '\uFEFFa'],
  ['noncharacters', '\uFFFE\uFFFF'],
  ['a letter with its accent', 'caf\u00E9'],
  ['a letter and its accent', 'cafe\u0301'],
  ['quotes and backslashes', `'"\`''\\n\\u0000`],
  ['percent', '%'],
  ['underscore', '_'],
  ['placeholders', '$1 ? :a @a'],
  ['braces', '{}'],
  ['an array', '{a,NULL,"b"}'],
  ['NULL', 'NULL'],
  ['carriage return', 'a\rb'],
  ['line feed', 'a\nb\r\n'],
  ['a path', '../a/'],
  ['a member of every object', '__proto__'],
]
