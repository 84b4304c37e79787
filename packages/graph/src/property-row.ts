/**
 * Properties as search finds them: a key, and every value by which it is found.
 *
 * @see query, VALUE
 */
import { fold, linkedNames, listValues } from '@notegraph/block-text'

export interface PropertyRow {
  readonly key: string
  /** Folded, each once: the whole value first, then each comma-separated part and each name that the value links. */
  readonly values: readonly string[]
}

/** Without a comma, a link or a tag, a value has no part but itself. */
const HAS_PARTS = /[,，[#]/

export function propertyRow(key: string, value: string): PropertyRow {
  const whole = fold(value)
  if (!HAS_PARTS.test(value)) return { key, values: [whole] }
  const values = new Set([whole])
  for (const part of partsOf(value)) values.add(fold(part))
  for (const name of listValues(value)) values.add(fold(name))
  for (const name of linkedNames(value)) values.add(fold(name))
  return { key, values: [...values] }
}

/** The parts that hold words, between the commas outside link brackets. A mere link is found by its name. */
function partsOf(value: string): string[] {
  const parts: string[] = []
  let start = 0
  let depth = 0
  for (let i = 0; i <= value.length; i++) {
    if (value.startsWith('[[', i)) depth++
    else if (value.startsWith(']]', i)) depth = Math.max(0, depth - 1)
    const unit = value[i]
    if (unit === undefined || (depth === 0 && (unit === ',' || unit === '，'))) {
      parts.push(value.slice(start, i).trim())
      start = i + 1
    }
  }
  return parts.filter((part) => part !== '' && !/^#|^\[\[.*\]\]$/.test(part))
}
