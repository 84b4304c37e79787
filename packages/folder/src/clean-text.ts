import { normalizeLines } from '@notegraph/block-text'

/**
 * Text out of JSON or XML, whose escapes can name characters that no file of text holds: without NUL, without lone
 * surrogates, with `\n` alone as the end of a line.
 */
export const cleanText = (text: string): string =>
  normalizeLines(text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed()

const BAD_ESCAPE = /\\u(?:0000|000d|d[89a-f])|\\r/iu

/** JSON whose strings are clean text. @throws SyntaxError */
export const parseClean = (json: string): unknown =>
  JSON.parse(
    json,
    BAD_ESCAPE.test(json)
      ? (_, value: unknown) => (typeof value === 'string' ? cleanText(value) : value)
      : undefined,
  )
