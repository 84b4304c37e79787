import { blockJson, deriveBlock, makeBlock, outline, type DeriveEnv } from '@notegraph/graph'

const now = Date.UTC(2026, 10, 20)
const place = { pageId: 'p1', parentId: null, now }
const blocks = [
  makeBlock({ id: 'b2', content: 'Bake at 240 degrees', rev: 'r2', order: 2, ...place }),
  makeBlock({ id: 'b1', content: 'TODO Buy [[Rye flour]] #bread', rev: 'r1', order: 1, ...place }),
]

/** An account without files. */
const env: DeriveEnv = { file: () => undefined }

export const answers = outline(blocks.map((record) => deriveBlock(record, env))).map(({ item }) =>
  blockJson(item, 'Bread'),
)
