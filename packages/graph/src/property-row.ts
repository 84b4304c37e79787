/**
 * Properties as search finds them: a key, and every value that finds it.
 *
 * @see query, VALUE
 */
import { fold, linkedNames, listValues } from '@notegraph/block-text'
import { linkName } from './name.ts'

/** The values under which search finds one property. */
export interface PropertyRow {
  readonly key: string
  /**
   * Folded values, each once: the whole value first, then each comma-separated part and each name that the value links.
   * A value that is a day is here in its ISO format too.
   */
  readonly values: readonly string[]
}

/** A value without a comma, a link or a tag has no other parts. */
const HAS_PARTS = /[,，[#]/

/**
 * Derives the row of one property.
 *
 * @example
 * propertyRow('with', '[[Ann]], Bob').values // ['[[ann]], bob', '[[ann]]', 'bob', 'ann']
 */
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

/** Splits a value at commas outside link brackets and drops blank parts. */
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
