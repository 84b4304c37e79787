/**
 * The order in which the owner first wrote the keys of a page's properties. JavaScript objects move keys that look like
 * integers to the front (`3`, `20`), and so does any program that parses the record. A page whose order would change
 * keeps its keys in a prop of its own. This prop merges like any other. Devices that ignore the prop lose nothing: keys
 * that it does not name come last.
 *
 * @see decisions 3.4
 */
import { isOwnersKey, PAGE_ORDER, type PageRecord, type Prop } from './record.ts'

type Props = PageRecord['props']

/**
 * Lists the keys of a page's props: first the keys in its `:order`, then the others in the record's order.
 *
 * @example
 * keysInOrder({ '3': { v: 'c', at: 1 }, b: { v: 'b', at: 1 }, ':order': { v: ['b', '3'], at: 1 } }) // ['b', '3', ':order']
 */
export function keysInOrder(props: Props): readonly string[] {
  const keys = Object.keys(props)
  const order = props[PAGE_ORDER]?.v
  if (!Array.isArray(order)) return keys
  const named = new Set(order.filter((key): key is string => typeof key === 'string'))
  const first = [...named].filter((key) => Object.hasOwn(props, key))
  return [...first, ...keys.filter((key) => !named.has(key))]
}

/**
 * Returns props with some set. New keys come last, in the given order.
 *
 * @param entries each key at most once
 * @example
 * Object.keys(setInOrder({}, [['mood', { v: 'calm', at: 1 }]])) // ['mood']
 */
export function setInOrder(props: Props, entries: readonly (readonly [key: string, prop: Prop])[]): Props {
  // `fromEntries` and the spread define each key, so the key `__proto__` is safe.
  const set: Props = { ...props, ...Object.fromEntries(entries) }
  const added = entries.filter(([key]) => isOwnersKey(key) && !Object.hasOwn(props, key))
  if (added.length === 0) return set
  const wanted = [...keysInOrder(props).filter(isOwnersKey), ...added.map(([key]) => key)]
  if (!wanted.some(looksLikeInteger)) return set
  const has = keysInOrder(set).filter(isOwnersKey)
  if (has.every((key, i) => key === wanted[i])) return set
  const at = Math.max((props[PAGE_ORDER]?.at ?? -1) + 1, ...added.map(([, prop]) => prop.at))
  return { ...set, [PAGE_ORDER]: { v: wanted, at } }
}

/**
 * Whether JavaScript may move a key to the front of its object.
 *
 * @example
 * looksLikeInteger('2026') // true
 */
export const looksLikeInteger = (key: string): boolean => /^\d{1,10}$/.test(key)
