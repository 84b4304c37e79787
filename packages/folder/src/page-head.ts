/**
 * The head of a file: front matter, and `key:: value` lines before the first block. Both contain the page's properties.
 * Front matter that is not a YAML mapping stays as words.
 */
import { readDrawer } from './drawer.ts'
import { frontEnd, readFrontMatter, type FrontMatter } from './front-matter.ts'
import type { Habit } from './habit.ts'
import { readProperty } from './head-property.ts'
import { plainKey } from './inline-fields.ts'

/** The head of a file. */
export interface PageHead extends FrontMatter {
  /** Present if the front matter is not a YAML mapping and stays as words. */
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
  const isFrontText = front === undefined && frontEnd(lines) > 0
  return { ...front, properties, end, ...(isFrontText && { isFrontText }) }
}
