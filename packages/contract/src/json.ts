/**
 * JSON as a body holds it. `JSON.parse` takes the last of several members with one name in silence; here that is a
 * fault, at any depth, since whoever sent them meant one of them.
 * @see decisions 6.3
 */
import { quote } from '@notegraph/page-types'
import type { Checked } from './check.ts'

/** The text that bytes are in UTF-8; nothing where they are not. */
export function readUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * Reads a text as JSON in which no object names a key twice.
 * @returns the value, or the fault in words
 */
export function readJson(text: string): Checked<unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, error: 'The body is not JSON.' }
  }
  const twice = keyGivenTwice(text)
  if (twice === undefined) return { ok: true, value }
  return { ok: false, error: `The body names the key ${quote(twice)} twice in one object; name it once.` }
}

/** What the structure of a JSON text is made of: its strings, and the marks between them. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/g

/** @param text valid JSON; read once, with no recursion, since it may nest as deep as it is long */
function keyGivenTwice(text: string): string | undefined {
  /** The keys of each object that is open, innermost last; `undefined` for an array. */
  const open: (Set<string> | undefined)[] = []
  let isKey = false
  for (const [token] of text.matchAll(TOKENS)) {
    const keys = open.at(-1)
    if (token === '{' || token === '[') {
      open.push(token === '{' ? new Set() : undefined)
      isKey = token === '{'
    } else if (token === '}' || token === ']') {
      open.pop()
      isKey = false
    } else if (token === ',') {
      isKey = keys !== undefined
    } else if (isKey && keys) {
      // Two spellings of one key (`"a"`, `"\u0061"`) are one key.
      const key: unknown = JSON.parse(token)
      if (keys.has(String(key))) return String(key)
      keys.add(String(key))
      isKey = false
    }
  }
  return undefined
}
