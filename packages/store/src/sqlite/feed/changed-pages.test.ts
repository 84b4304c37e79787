import { expect, test } from 'vitest'
import { add, change, deleted, page, T0 } from '../../../test/builder.ts'
import { openSqlite } from '../index.ts'

test('[D2.8] a deleted page names files at an address of the own server in its name', async () => {
  const store = openSqlite(':memory:', { origin: 'https://notes.example' })
  const graph = store.graph('one')
  const name = (host: string) => `${host}/api/files/f1secret`
  await add(graph, page('p1', name('https://notes.example')), page('p2', name('https://other.example')))
  for (const id of ['p1', 'p2']) await change(graph, id, (held) => deleted(held, T0 + 2))
  const { pages } = await graph.feed.changedPages({ seq: 0, n: 0 }, { pages: 10, records: 10 })
  expect(pages.map((one) => one.name)).toEqual(['[file: unknown]', name('https://other.example')])
  await store.close()
})
