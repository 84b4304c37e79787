/**
 * The order in which a JSON text names the members of an object. An object of the language puts keys that look like
 * integers first, so that the order of the text is kept beside the object that was read from it.
 * @see decisions 3.4
 */
import { isObject } from './check.ts'
import { keysOfObjects } from './json-scan.ts'

const ORDERS = new WeakMap<object, readonly string[]>()

const looksLikeInteger = (key: string): boolean => /^\d{1,10}$/.test(key)
/** A key of digits, escaped or not. */
const INTEGER_KEY = /"(?:\d|\\u003\d){1,10}"\s*:/

/**
 * `JSON.parse` whose objects keep the order of the text for `entriesInOrder`.
 * @throws SyntaxError for a text that is no JSON
 */
export function parseInOrder(text: string): unknown {
  const value: unknown = JSON.parse(text)
  return INTEGER_KEY.test(text) ? withOrder(value, keysOfObjects(text)) : value
}

/** The members of an object in the order of the text that it was read from; as the object has them where none is known. */
export function entriesInOrder<T>(object: Readonly<Record<string, T>>): [key: string, value: T][] {
  const keys = ORDERS.get(object)
  return keys ? keys.map((key) => [key, object[key]!]) : Object.entries(object)
}

/** @param objects the keys of each object in the value, as `keysOfObjects` gives them */
export function withOrder(value: unknown, objects: readonly (readonly string[])[]): unknown {
  if (objects.some((keys) => keys.some(looksLikeInteger))) keep(value, objects.values())
  return value
}

/** Visits the objects in the order in which the text opens them. No key is given twice. */
function keep(value: unknown, objects: Iterator<readonly string[]>): void {
  if (Array.isArray(value)) for (const item of value as unknown[]) keep(item, objects)
  if (!isObject(value)) return
  const keys = objects.next().value as readonly string[]
  if (keys.some(looksLikeInteger)) ORDERS.set(value, keys)
  for (const key of keys) keep(value[key], objects)
}
