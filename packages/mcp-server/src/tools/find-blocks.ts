/** Blocks by their ids, which may be short ones. */
import { findBlock, ok, type Refusal, type Result } from '@notegraph/service'
import type { FoundBlock, GraphStore } from '@notegraph/store'

/**
 * The whole ids in their order, each once. An unknown id stays as it is: a retry under its key gets the first
 * answer, and any other call is refused.
 * @returns 404 for a beginning that several blocks share
 */
export async function idsOf(
  graph: Pick<GraphStore, 'blocks'>,
  ids: readonly string[],
): Promise<Result<string[]>> {
  const whole = new Set<string>()
  for (const id of ids) {
    const found = await findBlock(graph, id)
    if (!found.ok && !isUnknown(found.refusal)) return found
    whole.add(found.ok ? found.value.id : id)
  }
  return ok([...whole])
}

/** The blocks as they are now, in the order of the ids; without those that are gone. */
export async function blocksNow(
  graph: Pick<GraphStore, 'blocks'>,
  ids: readonly string[],
): Promise<FoundBlock[]> {
  const found = new Map((await graph.blocks.findMany(ids)).map((block) => [block.id, block]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

const isUnknown = (refusal: Refusal): boolean =>
  refusal.code === 'not_found' && refusal.what === 'block' && !refusal.shared
