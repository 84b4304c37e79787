/**
 * The nearest name to a mistyped one. The distance counts letters that were added, left out, changed, or swapped with
 * their neighbour.
 */

/** The longest name that is compared, in UTF-16 units; no operator is as long. */
const LONGEST = 20

/**
 * The name with the fewest letters to correct: one in a word of up to five letters, then one for every three.
 * @returns `undefined` if no name is that near, or if `written` is longer than 20 UTF-16 units
 * @example
 * nearest('tdoo', ['todo', 'done']) // 'todo'
 * nearest('recipes', ['todo', 'done']) // undefined
 */
export function nearest(written: string, names: readonly string[]): string | undefined {
  if (written.length > LONGEST) return undefined
  let found: string | undefined
  let fewest = Math.max(1, Math.floor(written.length / 3)) + 1
  for (const name of names) {
    const count = distance(written, name)
    if (count >= fewest) continue
    fewest = count
    found = name
  }
  return found
}

/**
 * The number of letters to correct to get from one word to the other; a swap of neighbours counts as one.
 * @example
 * distance('todo', 'tdoo') // 1
 */
export function distance(from: string, to: string): number {
  let before: number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      next[j] = Math.min(
        row[j]! + 1,
        next[j - 1]! + 1,
        row[j - 1]! + same,
        swapped ? before[j - 2]! + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = row
    row = next
  }
  return row[to.length]!
}
