/**
 * Relations: the pages that a `ref` field names. The stored form is `[[Name]], [[Other]]`, so that each name is a
 * link. Bare names are valid input too. A comma inside brackets belongs to the name.
 */
import { fold, linkedNames } from '@notegraph/block-text'

/**
 * Removes the link brackets and the outer white space of a name.
 * @example
 * unbracket(' [[Ada Lovelace]] ') // 'Ada Lovelace'
 */
export function unbracket(written: string): string {
  const text = written.trim()
  return text.length >= 4 && text.startsWith('[[') && text.endsWith(']]') ? text.slice(2, -2).trim() : text
}

/** The parts of a value: between commas outside brackets, and from one closed link to the next. Trimmed. */
export function relationParts(value: string): string[] {
  const parts: string[] = []
  let start = 0
  let depth = 0
  let closed = false
  const cut = (end: number): void => {
    parts.push(value.slice(start, end).trim())
    closed = false
  }
  for (let at = 0; at < value.length; at++) {
    const pair = value.slice(at, at + 2)
    if (pair === '[[') {
      if (depth === 0 && closed) {
        cut(at)
        start = at
      }
      depth++
      at++
    } else if (pair === ']]' && depth > 0) {
      depth--
      closed = depth === 0
      at++
    } else if (depth === 0 && value[at] === ',') {
      cut(at)
      start = at + 1
    } else if (value[at] !== ' ') closed = false
  }
  cut(value.length)
  return parts
}

/**
 * Whether a link with this name reads as exactly this name. A blank name does not.
 * @example
 * isLinkable('Ada Lovelace') // true
 */
export function isLinkable(name: string): boolean {
  if (name.includes('[[') || name.includes(']]')) return false
  const read = linkedNames(`[[${name}]]`)
  return read.length === 1 && read[0] === name
}

/** The names, one entry for each folded name, spelled as first written. */
export function distinct(names: readonly string[]): string[] {
  const byFold = new Map<string, string>()
  for (const name of names) if (!byFold.has(fold(name))) byFold.set(fold(name), name)
  return [...byFold.values()]
}
