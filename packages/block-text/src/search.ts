/**
 * A block's content without some of its property lines: for the search index, and for the check of a text as sent.
 *
 * @see decisions 2.4, 5.1
 */
import type { BlockText } from './block.ts'
import { replaceData } from './data-address.ts'
import { propertyColons, readProperty } from './property-line.ts'

/**
 * Returns the text that search looks through: the content without `id::` and `collapsed::` lines, and without the bytes of
 * files in the text. The text is not folded, and files are not named.
 *
 * @example
 * searchText(parseBlock('a\ncollapsed:: true')) // 'a'
 */
export function searchText(block: BlockText): string {
  const text = withoutLines(block, (key) => key === 'id' || key === 'collapsed')
  return replaceData(text, ({ written, type, bytes }) => (bytes.length < LEAST ? written : `data:${type}`))
}

/** Bytes that search leaves out. Indexes hold the text of smaller files. */
const LEAST = 100

/**
 * Returns the content without `id::` lines, except those with the value `own`.
 *
 * @example
 * withoutIdLines(parseBlock('a\nid:: b1')) // 'a'
 */
export function withoutIdLines(block: BlockText, own?: string): string {
  return withoutLines(block, (key, value) => key === 'id' && value !== own)
}

/** Returns the content without property lines that have no value. */
export function withoutEmptyLines(block: BlockText): string {
  return withoutLines(block, (_key, value) => value === '')
}

function withoutLines(block: BlockText, drop: (key: string, value: string) => boolean): string {
  const { content, layout } = block
  let out = ''
  let at = 0
  for (const cut of layout.cuts) {
    if (cut.kind !== 'property') continue
    const colons = propertyColons(content, cut.start, cut.end)
    const { key, value } = readProperty(content, cut.start, colons, cut.end)
    if (!drop(key, value)) continue
    out += content.slice(at, cut.start)
    at = cut.end + 1
  }
  if (at <= content.length) return out + content.slice(at)
  // Without a last line, the line break before it goes too.
  return out.endsWith('\n') ? out.slice(0, -1) : out
}
