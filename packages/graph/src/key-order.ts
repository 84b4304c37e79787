/**
 * The order in which the keys of a page's properties were first written. An object of the language puts keys that look
 * like integers first (`3`, `20`), and so does whoever reads a record as JSON. Where that changes the order, the page
 * keeps its keys in a prop of its own, which merges like any other. A device that does not know the prop loses nothing:
 * keys that the prop does not name come last.
 *
 * @see decisions 3.4
 */
import { isOwnersKey, PAGE_ORDER, type PageRecord, type Prop } from './record.ts'

type Props = PageRecord['props']

/** The keys of a page's props: those that the page names in its order first, then the others as the record has them. */
export function keysInOrder(props: Props): readonly string[] {
  const keys = Object.keys(props)
  const order = props[PAGE_ORDER]?.v
  if (!Array.isArray(order)) return keys
  const named = new Set(order.filter((key): key is string => typeof key === 'string'))
  const first = [...named].filter((key) => Object.hasOwn(props, key))
  return [...first, ...keys.filter((key) => !named.has(key))]
}

/**
 * The props with others set. Keys that were not there come last, in the order given.
 * @param entries no key twice
 */
export function setInOrder(props: Props, entries: readonly (readonly [key: string, prop: Prop])[]): Props {
  // `fromEntries` and the spread define each key, so that one called `__proto__` is like any other.
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

const looksLikeInteger = (key: string): boolean => /^\d{1,10}$/.test(key)
