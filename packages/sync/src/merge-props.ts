/**
 * Props: each key has its own stamp, and the later value wins.
 *
 * @see sync, The server's rules 4
 */
import type { GraphRecord, Json, Prop } from '@notegraph/graph'

/** The text that decides between two values with the same stamp, compared by code units. */
const orderOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Whether two JSON values are equal. */
export const isSameValue = (a: Json | undefined, b: Json | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && JSON.stringify(a) === JSON.stringify(b))

/** Returns a record's own prop, and no property that every object inherits. */
export const ownProp = (record: GraphRecord, key: string): Prop | undefined =>
  Object.hasOwn(record.props, key) ? record.props[key] : undefined

function wins(pushed: Prop, held: Prop): boolean {
  if (pushed.at !== held.at) return pushed.at > held.at
  return orderOf(pushed.v) > orderOf(held.v)
}

/**
 * Merges props of a pushed record.
 *
 * @param keys the keys to merge, which the pushed record has
 * @param limit the latest stamp that the server accepts
 * @param now the current time: a stamp after it is limited on each try, and is not a change by itself
 */
export function mergeProps<R extends GraphRecord>(
  held: R,
  pushed: GraphRecord,
  keys: readonly string[],
  limit: number = Infinity,
  now: number = Infinity,
): R {
  const taken: [key: string, prop: Prop][] = []
  for (const key of keys) {
    const { v, at: said } = ownProp(pushed, key)!
    const before = ownProp(held, key)
    const at = Math.min(said, limit)
    if (before && (!wins({ v, at }, before) || (said > now && isSameValue(v, before.v)))) continue
    taken.push([key, { v, at }])
  }
  return taken.length === 0 ? held : withProps(held, taken)
}

/** Returns the record with some props replaced. `fromEntries` defines each key, so the key `__proto__` is safe. */
export const withProps = <R extends GraphRecord>(
  record: R,
  props: readonly (readonly [string, Prop])[],
): R => ({
  ...record,
  props: { ...record.props, ...Object.fromEntries(props) },
})
