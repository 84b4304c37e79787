/** The app on a graph in which a search may match more blocks than are counted, and one rare block. */
import { makeBlock, makePage } from '@notegraph/graph'
import { openApi, type Api } from './api.ts'
import { NOON } from './notes.ts'

/** One more than is counted. */
export const HAY: readonly string[] = Array.from({ length: 10_001 }, (_, i) =>
  i === 0 ? 'hay, needle' : 'hay',
)

export async function openHay(): Promise<Api> {
  const api = await openApi()
  const page = makePage({ id: 'stack', name: 'Stack', now: NOON })
  const blocks = HAY.map((content, i) => {
    const place = { pageId: page.id, parentId: null, order: i }
    return makeBlock({ id: `hay-${i}`, content, rev: `rev-${i}`, ...place, now: NOON + i })
  })
  const committed = await api.graph.commits.commit({
    puts: [page, ...blocks].map((record) => ({ record, from: 0 })),
  })
  if (!committed.ok) throw new Error(committed.why)
  return api
}
