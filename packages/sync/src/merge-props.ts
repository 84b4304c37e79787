/**
 * Props: each key has its own time of change, and the later one wins.
 *
 * @see sync, The server's rules 4
 */
import type { GraphRecord, Json, Prop } from '@notegraph/graph'

/** The text by which two values of one time are compared, in code units. */
const orderOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

export const isSameValue = (a: Json | undefined, b: Json | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && JSON.stringify(a) === JSON.stringify(b))

/** A prop of the record's own; never one that every object has. */
export const ownProp = (record: GraphRecord, key: string): Prop | undefined =>
  Object.hasOwn(record.props, key) ? record.props[key] : undefined

function wins(pushed: Prop, held: Prop): boolean {
  if (pushed.at !== held.at) return pushed.at > held.at
  return orderOf(pushed.v) > orderOf(held.v)
}

/**
 * @param keys of the pushed record's props
 * @param limit the latest stamp that is taken
 * @param now what is stamped later than this is of the future: its stamp is cut at each try, and is no change by itself
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

/** The record with these props in place of its own. Each is defined, so that `__proto__` is a key like any other. */
export const withProps = <R extends GraphRecord>(
  record: R,
  props: readonly (readonly [string, Prop])[],
): R => ({
  ...record,
  props: { ...record.props, ...Object.fromEntries(props) },
})
