/**
 * A block's content without some of its property lines: what search looks through, and what a text sent by a program
 * may say.
 *
 * @see decisions 2.4, 5.1
 */
import type { BlockText } from './block.ts'
import { propertyColons, readProperty } from './property-line.ts'

/** The content without `id::` and `collapsed::` lines; not folded, files not named. */
export function searchText(block: BlockText): string {
  return withoutLines(block, (key) => key === 'id' || key === 'collapsed')
}

/** The content without `id::` lines, but for those of the value `own`. */
export function withoutIdLines(block: BlockText, own?: string): string {
  return withoutLines(block, (key, value) => key === 'id' && value !== own)
}

/** The content without property lines that hold no value. */
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
  // The last line takes the line break before it along.
  return out.endsWith('\n') ? out.slice(0, -1) : out
}
