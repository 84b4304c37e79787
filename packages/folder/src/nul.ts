/**
 * The NUL character in files of a folder. No store accepts it, because it ends a text in many programs. Readers drop
 * and report it.
 */
import { normalizeLines } from '@notegraph/block-text'

/** The message about NUL. */
export const NUL = 'NUL characters were removed.'

/** A preceding backslash would escape the backslash of the escape itself. */
const ESCAPED = /\0|(?<!\\)(?:\\\\)*(?:\\u0000)+/gu
const ESCAPE_LENGTH = String.raw`\u0000`.length

/** The NUL characters of a text. */
export interface Nuls {
  readonly count: number
  /** The line of the first one, from 1. */
  readonly line: number
}

/**
 * Counts the NUL characters of a text.
 *
 * @param isJson whether JSON escapes count too
 */
export function nulsIn(text: string, isJson: boolean): Nuls | undefined {
  const isEscaped = isJson && text.includes(String.raw`\u0000`)
  if (!isEscaped && !text.includes('\0')) return undefined
  let first: number | undefined
  let count = 0
  for (const { 0: found, index } of text.matchAll(isEscaped ? ESCAPED : /\0/gu)) {
    first ??= index
    count += found === '\0' ? 1 : found.replace(/^(?:\\\\)*/u, '').length / ESCAPE_LENGTH
  }
  if (first === undefined) return undefined
  return { count, line: normalizeLines(text.slice(0, first)).split('\n').length }
}
