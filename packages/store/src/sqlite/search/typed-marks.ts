/** Properties that a person typed in a text with one colon, as in front matter, or with a comment behind the value. */
import { fold, withoutPercentComments } from '@notegraph/block-text'

/** Code shows marks, and sets none. */
const CODE = /^[ \t]*(?:```|~~~)/m
const HTML_COMMENT = /<!--[^]*?(?:-->|$)/g
const LINE = /^[ \t]*([a-z][\w-]*)[ \t]*::?[ \t]*(\S.*)$/gim
/** A comment of YAML follows a blank. */
const COMMENT = /[ \t]#/

/**
 * Whether a line of a text sets one of some properties.
 * @param marks keys and folded values, each pair joined by a colon
 * @example
 * hasMark('---\npublish: False\n---', new Set(['publish:false'])) // true
 */
export function hasMark(text: string, marks: ReadonlySet<string>): boolean {
  if (!text.includes(':')) return false
  const [prose] = withoutPercentComments(text).replaceAll(HTML_COMMENT, '').split(CODE, 1)
  return Array.from(prose!.matchAll(LINE)).some(([, key, line]) => {
    const [value] = line!.split(COMMENT, 1)
    return marks.has(fold(`${key}:${value!.trimEnd()}`))
  })
}
