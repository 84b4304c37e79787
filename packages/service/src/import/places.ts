/**
 * Orders for blocks that are added among siblings. Existing blocks keep their order. A run of new blocks directly
 * follows its predecessor in the file, and so is never mixed with blocks that others added after it.
 *
 * Among blocks with equal text, new ones come last. The next import matches blocks in order, so it matches each with
 * the block that this import created.
 */
import type { PageBlock, Siblings } from './page-blocks.ts'

/** A block of the file. */
export interface FileBlock {
  readonly words: string
  /** The order of the matching block; undefined for a new one. */
  readonly order: number | undefined
}

/**
 * @param there all existing siblings
 * @returns an order for each block of the file
 */
export function placesFor(wanted: readonly FileBlock[], there: Siblings): number[] {
  const added = new Map<string, number>()
  const lastOf = (words: string) => added.get(words) ?? there.withWords(words).at(-1)?.order
  const orders: number[] = []
  for (let i = 0; i < wanted.length;) {
    const here = wanted[i]!.order
    if (here !== undefined) {
      orders.push(here)
      i++
      continue
    }
    let end = i
    let before = orders.at(-1)
    for (; end < wanted.length && wanted[end]!.order === undefined; end++)
      before = latest(before, lastOf(wanted[end]!.words))
    const run = spread(before, wanted[end]?.order, there.all, end - i)
    for (const [k, order] of run.entries()) {
      added.set(wanted[i + k]!.words, order)
      orders.push(order)
    }
    i = end
  }
  return orders
}

const latest = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.max(a, b)

/** Orders for a run between its predecessor, if any, and its successor. */
function spread(
  before: number | undefined,
  next: number | undefined,
  taken: readonly Ordered[],
  count: number,
): number[] {
  const evenly = (from: number, to: number) =>
    Array.from({ length: count }, (_, k) => from + ((to - from) * (k + 1)) / (count + 1))
  if (before !== undefined) {
    const after = taken[firstWhere(taken, (order) => order > before)]
    return after === undefined ? following(before, count) : evenly(before, after.order)
  }
  if (next === undefined) return following(taken.at(-1)?.order ?? 0, count)
  const last = taken[firstWhere(taken, (order) => order >= next) - 1]
  return last === undefined ? following(next - count - 1, count) : evenly(last.order, next)
}

const following = (order: number, count: number): number[] =>
  Array.from({ length: count }, (_, k) => order + k + 1)

type Ordered = Pick<PageBlock, 'order'>

/** The index of the first order past a point, by binary search. */
function firstWhere(sorted: readonly Ordered[], isPast: (order: number) => boolean): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isPast(sorted[middle]!.order)) high = middle
    else low = middle + 1
  }
  return low
}
