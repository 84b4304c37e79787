/**
 * The nearest of some names, for those who mistype one: by the number of letters put in, left out, changed, or swapped
 * with their neighbour.
 */

/** The longest name that is compared, in UTF-16 units; no operator is as long. */
const LONGEST = 20

/**
 * The name with the fewest letters to mend: one at most in a word of up to five letters, then one for every three.
 * @returns nothing where none is that near
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

/** Letters to mend to get from one word to the other. */
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
