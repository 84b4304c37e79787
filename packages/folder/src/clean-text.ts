import { normalizeLines } from '@notegraph/block-text'

/**
 * Text out of JSON or XML, whose escapes can name characters that no file of text holds: without NUL, without lone
 * surrogates, with `\n` alone as the end of a line.
 */
export const cleanText = (text: string): string =>
  normalizeLines(text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed()
