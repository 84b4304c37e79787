/** JSON objects of unknown shape, as files of other apps contain them. */
import { parseClean } from './clean-text.ts'

/** A JSON object whose members are unchecked. */
export type JsonObject<T = unknown> = { readonly [key: string]: T }

/** Whether a JSON value is an object, neither an array nor `null`. */
export const isObject = <T = unknown>(value: unknown): value is JsonObject<T> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the objects in a list; empty for any other value. */
export const objectsIn = <T = unknown>(value: unknown): JsonObject<T>[] =>
  Array.isArray(value) ? value.filter((one) => isObject<T>(one)) : []

/** Parses an object and cleans its strings. Returns `undefined` for any other text. */
export function parseObject<T = unknown>(text: string): JsonObject<T> | undefined {
  try {
    const value = parseClean(text)
    return isObject<T>(value) ? value : undefined
  } catch {
    return undefined
  }
}
