/** Line breaks: all text uses `\n`. */

/**
 * Converts `\r\n` and `\r` to `\n`.
 *
 * @see decisions 2.1
 * @example
 * normalizeLines('a\r\nb') // 'a\nb'
 */
export function normalizeLines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}
