import { expect, test } from 'vitest'
import { add, block, T0 } from '../../../test/builder.ts'
import { openSqlite } from '../index.ts'

const MONTH = 30 * 86_400_000
const file = { id: 'f1', hash: 'h1', name: 'a.png', type: 'image/png', size: 1, createdAt: T0 }

test('a commit during the scan of the records delays the deletion to the next call', async () => {
  const store = openSqlite(':memory:')
  const graph = store.graph('one')
  await graph.commits.commit({ puts: [], files: [file] })
  const clear = async () => graph.files.clearUnused(T0 + MONTH, T0)
  await graph.files.clearUnused(T0, T0 - 1)
  const clearing = clear()
  await add(graph, block('b1', 'gone', 'another'))
  expect(await clearing).toEqual([])
  expect(await clear()).toEqual([file])
  await store.close()
})
