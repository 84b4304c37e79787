/**
 * The order of the members of an object in its JSON text. JavaScript puts keys that look like integers first, so this
 * module keeps the order of the text beside the object.
 * @see decisions 3.4
 */
import { looksLikeInteger } from '@notegraph/graph'
import { isObject } from './check.ts'
import { keysOfObjects } from './json-scan.ts'

const ORDERS = new WeakMap<object, readonly string[]>()

/** A key of digits, escaped or not. */
const INTEGER_KEY = /"(?:\d|\\u003\d){1,10}"\s*:/

/**
 * `JSON.parse` that keeps the order of the text for `entriesInOrder`.
 * @throws SyntaxError for a text that is not JSON
 * @example
 * entriesInOrder(parseInOrder('{"b":1,"2":0}')) // [['b', 1], ['2', 0]]
 */
export function parseInOrder(text: string): unknown {
  const value: unknown = JSON.parse(text)
  return INTEGER_KEY.test(text) ? withOrder(value, keysOfObjects(text)) : value
}

/**
 * The members of an object in the order of its JSON text; in the order of the object if the text is unknown.
 * @example
 * entriesInOrder({ b: 1, a: 2 }) // [['b', 1], ['a', 2]]
 */
export function entriesInOrder<T>(object: Readonly<Record<string, T>>): [key: string, value: T][] {
  const keys = ORDERS.get(object)
  return keys ? keys.map((key) => [key, object[key]!]) : Object.entries(object)
}

/**
 * The object with each value replaced, its members in the same order.
 * @example
 * entriesInOrder(mapInOrder(parseInOrder('{"b":1,"2":0}'), String)) // [['b', '1'], ['2', '0']]
 */
export function mapInOrder<T, U>(
  object: Readonly<Record<string, T>>,
  of: (value: T) => U,
): Record<string, U> {
  const mapped: Record<string, U> = Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, of(value)]),
  )
  const keys = ORDERS.get(object)
  if (keys) ORDERS.set(mapped, keys)
  return mapped
}

/** @param objects the keys of each object in the value, as `keysOfObjects` gives them */
export function withOrder(value: unknown, objects: readonly (readonly string[])[]): unknown {
  if (objects.some((keys) => keys.some(looksLikeInteger))) keep(value, objects.values())
  return value
}

/** Visits the objects in the order in which the text opens them. No key repeats. */
function keep(value: unknown, objects: Iterator<readonly string[]>): void {
  if (Array.isArray(value)) for (const item of value as unknown[]) keep(item, objects)
  if (!isObject(value)) return
  const keys = objects.next().value as readonly string[]
  if (keys.some(looksLikeInteger)) ORDERS.set(value, keys)
  for (const key of keys) keep(value[key], objects)
}
