/**
 * Logseq's own syntax in a block, converted to Markdown. Drawers of old versions become property lines, and `heading::
 * true` becomes the marks of a heading.
 */
import { readDrawer } from './drawer.ts'
import type { TextBlock } from './outline-text.ts'
import { readProperty } from './head-property.ts'

/** A line of a block; `undefined` for a line that is dropped. */
export type CurrentLine = string | undefined

/** Converts each line of an old drawer to a property line and drops the lines around the drawer. */
export function withoutDrawers({ lines, inRegion }: TextBlock): readonly CurrentLine[] {
  if (!lines.some((line) => /^\s*:properties:/iu.test(line))) return lines
  const current: CurrentLine[] = [...lines]
  for (let at = 0; at < lines.length; at++) {
    const drawer = inRegion[at] ? undefined : readDrawer(lines, at)
    if (!drawer) continue
    for (let inside = at; inside <= drawer.end; inside++) current[inside] = undefined
    for (const { written, value, at: line } of drawer.properties)
      current[line] = `${written}:: ${value}`.trimEnd()
    at = drawer.end
  }
  return current
}

const HEADING_LINE = /^[ \t]*heading::[ \t]+(true|[1-6])[ \t]*$/iu
/**
 * First lines that allow no mark before them, or that have one already. @see decisions 2.9
 */
const UNMARKABLE =
  /^\s*$|^\s*(?:`{3}|~{3}|\$\$|#{1,6}(?:[ \t]|$)|#\+|:[a-z]+:|<!--|\||>|[-*+](?:[ \t]|$)|\d+[.)][ \t])|^\s*(?:scheduled|deadline):/iu
const DEEPEST = 6

/**
 * Returns the level of a `heading::` line. `true` means a level by the block's depth (from 0), because Logseq shows the
 * page's name as the first level.
 */
export function headingLevel(line: string, depth: number): number | undefined {
  const said = HEADING_LINE.exec(line)?.[1]
  if (said === undefined) return undefined
  return said.toLowerCase() === 'true' ? Math.min(depth + 2, DEEPEST) : Number(said)
}

/** Whether the block's first line allows a mark before it. */
export const bearsMark = (first: string): boolean =>
  !UNMARKABLE.test(first) && readProperty(first) === undefined
