/** The strings inside a JSON value, changed one by one; keys and the form stay. */
import type { Json } from '@notegraph/graph'

/** What lies deeper stays as it is. */
const DEEPEST = 64

export function mapStrings(value: Json, change: (text: string) => string, depth = 0): Json {
  if (typeof value === 'string') return change(value)
  if (value === null || typeof value !== 'object' || depth >= DEEPEST) return value
  if (Array.isArray(value)) return value.map((item: Json) => mapStrings(item, change, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapStrings(item, change, depth + 1)]),
  )
}
