/** Asks the device once for many views, such as a thousand references in a list. */
import type { RemoteEngine, ShownBlock } from '@notegraph/sync'

export type BlocksOf = (pageId: string) => Promise<readonly ShownBlock[]>

/**
 * Views that ask in one turn of the window share an answer. A later question is asked again, because an edit can be between
 * them.
 */
export function blocksAtOnce(engine: Pick<RemoteEngine, 'blocks'>): BlocksOf {
  const asked = new Map<string, Promise<readonly ShownBlock[]>>()
  return async (pageId) => {
    let blocks = asked.get(pageId)
    if (!blocks) {
      asked.set(pageId, (blocks = engine.blocks(pageId)))
      queueMicrotask(() => asked.delete(pageId))
    }
    return blocks
  }
}

export type CountsOf = (blockIds: readonly string[]) => Promise<readonly number[]>

/** Milliseconds in which the questions of many views are gathered. */
const GATHER = 50

/** Counts what refers to blocks. Views that ask at about the same moment share a question, which is asked after all of them. */
export function countsAtOnce(engine: Pick<RemoteEngine, 'referenceCounts'>): CountsOf {
  const wanted = new Set<string>()
  let asked: Promise<ReadonlyMap<string, number>> | undefined

  async function ask(): Promise<ReadonlyMap<string, number>> {
    await new Promise((done) => void setTimeout(done, GATHER))
    asked = undefined
    const ids = [...wanted]
    wanted.clear()
    const counts = await engine.referenceCounts(ids)
    return new Map(ids.map((id, n) => [id, counts[n]!]))
  }

  return async (blockIds) => {
    for (const id of blockIds) wanted.add(id)
    const counts = await (asked ??= ask())
    return blockIds.map((id) => counts.get(id)!)
  }
}
