/**
 * The head of a file: front matter, and `key:: value` lines before the first block. Both contain the page's properties.
 * Any other front matter stays as words.
 */
import { readDrawer } from './drawer.ts'
import { looksLikeFront, readFrontMatter, type FrontMatter } from './front-matter.ts'
import type { Habit } from './habit.ts'
import { readProperty } from './head-property.ts'
import { plainKey } from './inline-fields.ts'

/** The head of a file. */
export interface PageHead extends FrontMatter {
  /** Present if there is front matter that stays as words. */
  readonly isFrontText?: true
}

/** Reads the head of a file. */
export function readHead(lines: readonly string[], habit: Habit): PageHead {
  const front = readFrontMatter(lines, habit)
  const properties = [...(front?.properties ?? [])]
  let end = front?.end ?? 0
  for (let at = end; at < lines.length; at++) {
    const line = lines[at]!
    if (line.trim() === '') continue
    const drawer = habit === 'logseq' ? readDrawer(lines, at) : undefined
    if (drawer) {
      properties.push(...drawer.properties)
      at = drawer.end
      end = at + 1
      continue
    }
    const property = readProperty(habit === 'notes' ? plainKey(line) : line)
    if (!property) break
    properties.push({ ...property, at })
    end = at + 1
  }
  const isFrontText = front === undefined && looksLikeFront(lines)
  return { ...front, properties, end, ...(isFrontText && { isFrontText }) }
}
