/**
 * Kinds of letters, for the cut of a text into words. It looks at each UTF-16 unit alone, so a part of a text is cut as
 * the whole text is.
 */

/** White space, or a control character. */
export const SPACE = 0
/** A letter or digit of a word. */
export const WORD = 1
/** A letter of a script that does not separate words, such as Chinese, Japanese or Thai. */
export const DENSE = 2
/** A punctuation mark or a symbol. */
export const MARK = 3
/** One of the four kinds. */
export type LetterKind = typeof SPACE | typeof WORD | typeof DENSE | typeof MARK

/**
 * Whether a letter separates words, belongs to one, is of a script that does not separate them, or is a mark.
 * @param code a UTF-16 unit of folded text
 * @example
 * letterKind('a'.charCodeAt(0)) // 1
 */
export function letterKind(code: number): LetterKind {
  if (code < 0x80) return ASCII[code] ?? SPACE
  if (code < 0x0e00) return code < 0xc0 ? (code <= 0xa0 ? SPACE : MARK) : WORD
  if (code < 0x1100) return DENSE
  if (code < 0x2e80) {
    if (code >= 0x1780 && code < 0x1800) return DENSE
    if (code < 0x2000) return WORD
    return code <= 0x200a || code === 0x2028 || code === 0x2029 ? SPACE : MARK
  }
  return code === 0x3000 || code === 0xfeff ? SPACE : DENSE
}

const ASCII: readonly LetterKind[] = /* @__PURE__ */ Array.from({ length: 0x80 }, (_, code) => {
  if (code <= 0x20 || code === 0x7f) return SPACE
  return /[a-z0-9]/i.test(String.fromCharCode(code)) ? WORD : MARK
})
