/**
 * JSON as a body holds it. `JSON.parse` takes the last of several members with one name in silence; here that is a
 * fault, at any depth, since whoever sent them meant one of them.
 * @see decisions 6.3
 */
import { quote } from '@notegraph/page-types'
import type { Checked } from './check.ts'
import { LIMITS } from './limits.ts'

/** The text that bytes are in UTF-8; nothing where they are not. */
export function readUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * Reads a text as JSON that nests within bounds and in which no object names a key twice.
 * @returns the value, or the fault in words
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
  const twice = keyGivenTwice(text)
  if (twice === undefined) return { ok: true, value }
  return { ok: false, error: `The body names the key ${quote(twice)} twice in one object; name it once.` }
}

const TOO_DEEP = `The body nests more than ${LIMITS.bodyNesting.toLocaleString('en')} levels of arrays and objects; send it flatter.`

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c]
const [ARRAY, ARRAY_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Where a string ends whose opening quote is at `start`; the end of the text where it never does. */
function stringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return end
  }
  return text.length
}

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

/** The keys of an open object: none yet, one, or several. `undefined` is an array. */
type Keys = null | string | Set<string> | undefined

/** @param text valid JSON */
function keyGivenTwice(text: string): string | undefined {
  const outer: Keys[] = []
  let keys: Keys
  let isKey = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) {
      const start = i
      i = stringEnd(text, start)
      if (!isKey) continue
      isKey = false
      // Two spellings of one key (`"a"`, `"\u0061"`) are one key.
      const key = JSON.parse(text.slice(start, i + 1)) as string
      if (keys === null) keys = key
      else if (typeof keys === 'string' && keys !== key) keys = new Set([keys, key])
      else if (typeof keys === 'object' && !keys.has(key)) keys.add(key)
      else return key
    } else if (code === ARRAY || code === OBJECT) {
      outer.push(keys)
      keys = code === OBJECT ? null : undefined
      isKey = code === OBJECT
    } else if (code === ARRAY_END || code === OBJECT_END) {
      keys = outer.pop()
      isKey = false
    } else if (code === COMMA) isKey = keys !== undefined
  }
  return undefined
}
