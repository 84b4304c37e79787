/**
 * Regions whose lines are not Markdown of their own, so that a `- ` in them begins no block: fenced code, `#+BEGIN_X` to
 * `#+END_X`, drawers and displayed maths. A region counts only where its end stands further down. The places of all
 * ends are collected once, so that any number of openings costs one pass.
 */

const FENCE = /^(`{3,}|~{3,})([^\n]*)$/u
const BEGIN = /^#\+begin_(\S{1,64})/iu
/** Every line that closes something, and few others. */
const MAY_CLOSE = /^\s*(?:`{3}|~{3}|#\+end_|:end:)|\$\$/iu
const END = /^#\+end_(\S{1,64})/iu
/** Fences longer than this count as this long. */
const LONGEST_FENCE = 16
const BULLET = /^[-*+](?:\s|$)/u

/** Finds where regions of these lines end. */
export function regionFinder(
  lines: readonly string[],
): (index: number, opening: string) => number | undefined {
  const ends = new Map<string, number[]>()
  const note = (key: string, index: number): void => {
    const places = ends.get(key)
    if (places) places.push(index)
    else ends.set(key, [index])
  }
  lines.forEach((line, index) => {
    if (MAY_CLOSE.test(line)) for (const key of closes(line.trim())) note(key, index)
  })
  /** @param opening line `index` without bullet and indent; @returns the index of the region's last line. */
  return (index, opening) => {
    if (ends.size === 0) return undefined
    const key = opens(opening.trim())
    const places = key === undefined ? undefined : ends.get(key)
    return places && firstAfter(places, index)
  }
}

function opens(line: string): string | undefined {
  const fence = FENCE.exec(line)
  if (fence) {
    const [, run = '', info = ''] = fence
    return run.startsWith('`') && info.includes('`') ? undefined : fenceKey(run[0]!, run.length)
  }
  const begin = BEGIN.exec(line)
  if (begin) return `end_${begin[1]!.toLowerCase()}`
  if (/^:logbook:$/iu.test(line)) return ':end:'
  return line.startsWith('$$') && !line.includes('$$', 2) ? '$$' : undefined
}

function closes(line: string): string[] {
  const fence = FENCE.exec(line)
  if (fence) {
    const [, run = '', rest = ''] = fence
    if (rest.trim() !== '') return []
    const keys: string[] = []
    for (let length = 3; length <= Math.min(run.length, LONGEST_FENCE); length++)
      keys.push(fenceKey(run[0]!, length))
    return keys
  }
  const end = END.exec(line)
  if (end) return [`end_${end[1]!.toLowerCase()}`]
  if (/^:end:$/iu.test(line)) return [':end:']
  return line.includes('$$') && !BULLET.test(line) ? ['$$'] : []
}

const fenceKey = (sign: string, length: number): string => `${sign}${Math.min(length, LONGEST_FENCE)}`

function firstAfter(places: readonly number[], index: number): number | undefined {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (places[middle]! > index) high = middle
    else low = middle + 1
  }
  return places[low]
}
