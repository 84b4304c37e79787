/**
 * Properties as search finds them: a key, and every value by which it is found.
 *
 * @see query, VALUE
 */
import { fold, linkedNames, listValues } from '@notegraph/block-text'
import { linkName } from './name.ts'

export interface PropertyRow {
  readonly key: string
  /**
   * Folded, each once: the whole value first, then each comma-separated part and each name that the value links; a day
   * in its ISO form too.
   */
  readonly values: readonly string[]
}

/** Without a comma, a link or a tag, a value has no part but itself. */
const HAS_PARTS = /[,，[#]/

export function propertyRow(key: string, value: string): PropertyRow {
  const values = new Set<string>()
  const add = (one: string) => values.add(fold(one)).add(linkName(one))
  add(value)
  if (HAS_PARTS.test(value)) {
    partsOf(value).forEach(add)
    listValues(value).forEach(add)
    linkedNames(value).forEach(add)
  }
  return { key, values: [...values] }
}

/** The parts that are not blank, between the commas outside link brackets. */
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
  return parts.filter((part) => part !== '')
}
