/** Reads the blocks of a page once for many views, such as tasks of one page in a list. */
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
