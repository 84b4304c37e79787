import { fold } from '@notegraph/block-text'
import { blockJson, makeBlock, makePage } from '@notegraph/graph'
import { openSqlite } from '@notegraph/store/sqlite'

const now = Date.UTC(2026, 10, 20)
const store = openSqlite(':memory:') // or a folder
const graph = store.graph('ada')

const page = makePage({ id: 'p1', name: 'Analytical Engine', now })
const block = makeBlock({
  id: 'b1',
  content: 'TODO see [[Mill]]',
  rev: 'r1',
  pageId: 'p1',
  parentId: null,
  order: 1,
  now,
})
await graph.commits.commit({ puts: [page, block].map((record) => ({ record, from: 0 })) })

const found = await graph.pages.findByName(fold('ANALYTICAL engine'))
const { blocks } = await graph.blocks.listByPage(found!.id, { limit: 100, offset: 0 })
export const answer: unknown = JSON.parse(blockJson(blocks[0]!, found!.name))
await store.close()
