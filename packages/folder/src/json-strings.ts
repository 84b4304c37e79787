/** Changes every string inside a JSON value and keeps its keys and structure. */
import type { Json } from '@notegraph/graph'

/** Strings nested deeper than this stay. */
const DEEPEST = 64

/** Returns the value with changed strings. */
export function mapStrings(value: Json, change: (text: string) => string, depth = 0): Json {
  if (typeof value === 'string') return change(value)
  if (value === null || typeof value !== 'object' || depth >= DEEPEST) return value
  if (Array.isArray(value)) return value.map((item: Json) => mapStrings(item, change, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapStrings(item, change, depth + 1)]),
  )
}
