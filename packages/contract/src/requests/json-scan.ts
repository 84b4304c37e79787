/** A scan of JSON text for the keys that `JSON.parse` hides. */

export const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c]
export const [ARRAY, ARRAY_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d]

/** The end of the string whose opening quote is at `start`; the end of the text for an unclosed string. */
export function stringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return end
  }
  return text.length
}

/**
 * The keys of each object in the order of the text, with repeats. Objects come in the order in which they open.
 * @param text valid JSON
 */
export function keysOfObjects(text: string): string[][] {
  const objects: string[][] = []
  const outer: (string[] | undefined)[] = []
  // The keys of the open object; `undefined` in an array.
  let keys: string[] | undefined
  let isKey = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) {
      const start = i
      i = stringEnd(text, start)
      // Two spellings of one key (`"a"`, `"\u0061"`) are one key.
      if (isKey) keys?.push(JSON.parse(text.slice(start, i + 1)) as string)
      isKey = false
    } else if (code === ARRAY || code === OBJECT) {
      outer.push(keys)
      keys = code === OBJECT ? [] : undefined
      if (keys) objects.push(keys)
      isKey = keys !== undefined
    } else if (code === ARRAY_END || code === OBJECT_END) {
      keys = outer.pop()
      isKey = false
    } else if (code === COMMA) isKey = keys !== undefined
  }
  return objects
}
