/** Groups items by key. Keys and items keep their order. Node 20 has no `Map.groupBy`. */
/**
 * Groups items by the key that `keyOf` returns.
 *
 * @returns the items of each key, in order
 * @example
 * groupBy([1, 2, 3], (n) => n % 2 === 0).get(false) // [1, 3]
 */
export function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
