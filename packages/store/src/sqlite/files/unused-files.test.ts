import { expect, test } from 'vitest'
import { add, block, T0 } from '../../../test/builder.ts'
import { openSqlite } from '../index.ts'

const MONTH = 30 * 86_400_000
const file = { id: 'f1', hash: 'h1', name: 'a.png', type: 'image/png', size: 1, createdAt: T0 }

test.each([
  ['delays the deletion to the next call', 'another', [file]],
  ['keeps the file that it names', '/api/files/f1', []],
])('a commit during the scan of the records %s', async (_, words, cleared) => {
  const store = openSqlite(':memory:')
  const graph = store.graph('one')
  await graph.commits.commit({ puts: [], files: [file] })
  const clear = async () => graph.files.clearUnused(T0 + MONTH, T0)
  await graph.files.clearUnused(T0, T0 - 1)
  const clearing = clear()
  await add(graph, block('b1', 'gone', words))
  expect(await clearing).toEqual([])
  expect(await clear()).toEqual(cleared)
  await store.close()
})
