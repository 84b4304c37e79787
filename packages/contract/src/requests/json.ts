/**
 * JSON of a body. `JSON.parse` silently keeps the last of several members with one name. Here a repeated name is a
 * fault at any depth, because the caller meant only one of them.
 * @see decisions 6.3
 */
import { numbered } from '@notegraph/graph'
import { quote } from '@notegraph/page-types'
import type { Checked } from './check.ts'
import { ARRAY, ARRAY_END, keysOfObjects, OBJECT, OBJECT_END, QUOTE, stringEnd } from './json-scan.ts'
import { withOrder } from './key-order.ts'
import { LIMITS } from '../limits.ts'

/**
 * Decodes UTF-8.
 * @returns `undefined` if the bytes are not valid UTF-8
 * @example
 * readUtf8(new Uint8Array([104, 105])) // 'hi'
 * readUtf8(new Uint8Array([255])) // undefined
 */
export function readUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * Parses JSON with bounded nesting and without repeated keys.
 * @returns the value, or a message about the fault
 * @example
 * readJson('{"a":1}') // { ok: true, value: { a: 1 } }
 * readJson('{').ok // false
 */
export function readJson(text: string): Checked<unknown> {
  // Parsing very deep JSON takes a hundred times as long as refusing it.
  if (nestsTooDeep(text)) return { ok: false, error: TOO_DEEP }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, error: 'The body is not JSON.' }
  }
  const objects = keysOfObjects(text)
  const twice = keyGivenTwice(objects)
  if (twice === undefined) return { ok: true, value: withOrder(value, objects) }
  return {
    ok: false,
    error: `The body names the key ${quote(twice)} twice in one object. Send each key once.`,
  }
}

const TOO_DEEP = `The body nests more than ${numbered(LIMITS.bodyNesting)} levels of arrays and objects. Send a flatter body.`

/** @param text anything, JSON or not */
function nestsTooDeep(text: string): boolean {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) i = stringEnd(text, i)
    else if (code === ARRAY || code === OBJECT) {
      if (++depth > LIMITS.bodyNesting) return true
    } else if (code === ARRAY_END || code === OBJECT_END) depth--
  }
  return false
}

function keyGivenTwice(objects: readonly (readonly string[])[]): string | undefined {
  for (const keys of objects) {
    if (keys.length < 2) continue
    const known = new Set<string>()
    for (const key of keys) if (known.size === known.add(key).size) return key
  }
  return undefined
}
