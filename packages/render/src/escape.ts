/** Text as HTML. All text of a note passes through here, or through the escaping of the Markdown library. */

const SPECIAL = /[&<>"]/
const EVERY = /[&<>"]/g
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * Escapes a text for an element or for an attribute in double quotes.
 *
 * @example
 * escapeHtml('a < "b"') // 'a &lt; &quot;b&quot;'
 */
export const escapeHtml = (text: string): string =>
  SPECIAL.test(text) ? text.replace(EVERY, (mark) => ENTITIES[mark] ?? mark) : text
