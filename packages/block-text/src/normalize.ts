/** Line breaks: text from anywhere is brought to `\n`. */

/** `\r\n` and `\r` become `\n`. @see decisions 2.1 */
export function normalizeLines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}
