import { normalizeLines } from '@notegraph/block-text'

/**
 * Cleans text from JSON or XML, whose escapes can name characters that a text file cannot contain. Removes NUL,
 * replaces lone surrogates, and ends lines with `\n`.
 */
export const cleanText = (text: string): string =>
  normalizeLines(text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed()

const BAD_ESCAPE = /\\u(?:0000|000d|d[89a-f])|\\r/iu

/**
 * Parses JSON and cleans its strings. @throws SyntaxError
 */
export const parseClean = (json: string): unknown =>
  JSON.parse(
    json,
    BAD_ESCAPE.test(json)
      ? (_, value: unknown) => (typeof value === 'string' ? cleanText(value) : value)
      : undefined,
  )
