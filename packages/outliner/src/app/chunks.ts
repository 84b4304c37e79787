/** Runs of siblings that the browser lays out and paints together, or leaves out while they are far from the screen. */

/** Rows of a new run. Later it has up to twice as many. */
const SIZE = 25

export interface Chunk {
  /** Stays while the run stays. */
  readonly key: string
  readonly ids: readonly string[]
}

/** Whether a list is so long that runs are worth their element. */
export const isLong = (ids: readonly string[]): boolean => ids.length > 2 * SIZE

/**
 * Cuts siblings into runs. Rows stay in the run that they were in. One that goes to another run is drawn from the start, and
 * its field would lose its keys meanwhile.
 *
 * @param before the runs that are drawn now
 */
export function chunksOf(ids: readonly string[], before: readonly Chunk[]): readonly Chunk[] {
  const most = before.length === 0 ? SIZE : 2 * SIZE
  const keyOf = new Map(before.flatMap((chunk) => chunk.ids.map((id) => [id, chunk.key] as const)))
  const used = new Set<string>()
  const chunks: { readonly key: string; readonly ids: string[] }[] = []
  for (const id of ids) {
    const last = chunks.at(-1)
    const old = keyOf.get(id)
    const isNext = old !== undefined && !used.has(old)
    if (last && !isNext && last.ids.length < most) last.ids.push(id)
    else {
      let key = isNext ? old : id
      while (used.has(key)) key += '+'
      used.add(key)
      chunks.push({ key, ids: [id] })
    }
  }
  return chunks
}
