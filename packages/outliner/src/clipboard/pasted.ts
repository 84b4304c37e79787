/** Blocks that a paste brings, without ids, and the limits that they keep. */
import { SYNC_LIMITS } from '@notegraph/sync'

/** A block to add, with the blocks nested under it. */
export interface PastedBlock {
  readonly content: string
  readonly children: readonly PastedBlock[]
}

/** The most blocks that one paste adds. */
export const MOST_PASTED = 10_000

/**
 * The blocks with texts that a block can have: a longer text becomes several blocks. It is cut at a line break, else at a
 * blank.
 *
 * @see outliner 3.3
 * @example
 * withinLimits([{ content: 'tea', children: [] }]) // [{ content: 'tea', children: [] }]
 */
export const withinLimits = (blocks: readonly PastedBlock[]): PastedBlock[] =>
  blocks.flatMap(({ content, children }) => {
    const [first = '', ...more] = pieces(content)
    const rest = more.map((piece): PastedBlock => ({ content: piece, children: [] }))
    if (children.length === 0) return [{ content: first, children }, ...rest]
    return [{ content: first, children: [...rest, ...withinLimits(children)] }]
  })

/** The pieces of a long text. */
function pieces(text: string): string[] {
  const most = SYNC_LIMITS.text
  const found: string[] = []
  let from = 0
  while (text.length - from > most) {
    const part = text.slice(from, from + most + 1)
    const at = [part.lastIndexOf('\n'), part.lastIndexOf(' ')].find((place) => place > most / 2)
    if (at !== undefined) {
      found.push(part.slice(0, at))
      from += at + 1
      continue
    }
    const isInside = /[\uD800-\uDBFF]/.test(part[most - 1]!)
    found.push(part.slice(0, isInside ? most - 1 : most))
    from += isInside ? most - 1 : most
  }
  return [...found, text.slice(from)]
}

/** The number of blocks, and of their levels. */
export function measure(blocks: readonly PastedBlock[]): { readonly count: number; readonly levels: number } {
  let count = 0
  let levels = 0
  for (let row = blocks; row.length > 0; row = row.flatMap(({ children }) => children)) {
    count += row.length
    levels++
  }
  return { count, levels }
}

/**
 * Nests a flat list of blocks by their depths.
 *
 * @example
 * nested([{ content: 'a', depth: 0 }, { content: 'b', depth: 1 }]) // [{ content: 'a', children: [{ content: 'b', … }] }]
 */
export function nested(rows: readonly { readonly content: string; readonly depth: number }[]): PastedBlock[] {
  const top: PastedBlock[] = []
  const path: PastedBlock[][] = []
  for (const { content, depth } of rows) {
    path.length = Math.min(depth, path.length)
    const children: PastedBlock[] = []
    ;(path.at(-1) ?? top).push({ content, children })
    path.push(children)
  }
  return top
}
