/**
 * Words about what was sent. A refusal quotes the value it refuses, and a value may be long or hold what no terminal
 * should print; here it is made fit to be read.
 */

/** What ends a line or changes how the words around it read, and is not seen itself. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu
/** The longest quotation, in UTF-16 units. */
const QUOTED = 40

/**
 * A value in double quotes, cut short with `…` after 40 characters; control characters, line separators, lone surrogates
 * and marks that turn the direction of what follows read as `�`. Where the value holds quotes, they are escaped, so that
 * nothing in it ends the quotation. The text may be of any length.
 */
export function quote(text: string): string {
  const cut = text.length > QUOTED
  const head = cut ? text.slice(0, QUOTED).replace(/[\uD800-\uDBFF]$/, '') : text
  return `"${escaped(head.toWellFormed().replaceAll(UNSEEN, '\uFFFD'))}${cut ? '…' : ''}"`
}

/** What would end a quotation, or escape its end. */
const MAY_END = /"|\\$/

/** A text that nothing in it ends, once it stands in double quotes. */
export const escaped = (text: string): string =>
  MAY_END.test(text) ? text.replaceAll(/["\\]/g, '\\$&') : text

/** `a, b or c`. */
export function either(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${last}` : last
}
