/**
 * Parts of error messages. A message quotes the invalid value, which may be long or contain characters that a
 * terminal should not print. This module makes such values readable.
 */

/** Invisible characters that end a line or change the direction of text. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu
/** The longest quotation, in UTF-16 units. */
const QUOTED = 40

/**
 * A value in double quotes, cut with `…` after 40 characters. Invisible characters and lone surrogates become `�`.
 * Quotes in the value are escaped, so that nothing ends the quotation. The text may have any length.
 * @example
 * quote('say "hi"') // '"say \\"hi\\""'
 */
export function quote(text: string): string {
  const cut = text.length > QUOTED
  const head = cut ? text.slice(0, QUOTED).replace(/[\uD800-\uDBFF]$/, '') : text
  return `"${escaped(head.toWellFormed().replaceAll(UNSEEN, '\uFFFD'))}${cut ? '…' : ''}"`
}

/** Text that would end a quotation, or escape its end. */
const MAY_END = /"|\\$/

/**
 * Escapes a text for double quotes.
 * @example
 * escaped('plain') // 'plain'
 */
export const escaped = (text: string): string =>
  MAY_END.test(text) ? text.replaceAll(/["\\]/g, '\\$&') : text

/**
 * Joins words as alternatives.
 * @example
 * either(['a', 'b', 'c']) // 'a, b or c'
 */
export function either(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${last}` : last
}
