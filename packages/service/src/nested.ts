/** The blocks nested under those of an answer. @see assistants 12.2 */
import { LIMITS } from '@notegraph/contract'
import { blockJson } from '@notegraph/graph'
import type { FoundBlock, GraphStore, NestedBlocks } from '@notegraph/store'

/** The blocks nested under others, by the ids of these. */
export type NestedById = ReadonlyMap<string, NestedBlocks>

/**
 * Reads what is nested under blocks. If it does not fit, the map lacks the last of the blocks.
 * @param most the blocks to read under each; they are counted anyway
 * @param bytes the bytes of all these
 * @example
 * (await readNested(graph, blocks, 3, 1_000_000)).get('b1')?.count // 12
 */
export async function readNested(
  graph: Pick<GraphStore, 'blocks'>,
  blocks: readonly Pick<FoundBlock, 'id'>[],
  most: number,
  bytes: number,
): Promise<NestedById> {
  if (blocks.length === 0) return new Map()
  const ids = blocks.map(({ id }) => id)
  const found = await graph.blocks.nested(ids, { ceiling: LIMITS.nestedCounted, most, bytes })
  return new Map(found.map((nested, i) => [ids[i]!, nested]))
}

/** The JSON of a found block, with what is nested under it if the map has that. */
export function foundJson(block: FoundBlock, nested?: NestedById): string {
  const json = blockJson(block, block.pageName)
  const under = nested?.get(block.id)
  if (!under) return json
  const blocks = under.blocks.map((one) => foundJson(one))
  return `${json.slice(0, -1)},"nestedCount":${under.count},"nested":[${blocks.join()}]}`
}
