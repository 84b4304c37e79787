import { closeSync, cpSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, block, page } from '../../../test/builder.ts'
import { graphFile } from '../graph/graph-files.ts'
import { openSqlite } from '../index.ts'

const COMMITS = 20
const NAMES = Array.from({ length: COMMITS }, (_, n) => `b${n}`)

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-log-'))
  const whole = join(folder, 'whole')
  const before = openSqlite(whole)
  await add(before.graph('me'), page('p1', 'Ada'))
  await before.close() // so that the page is in the database, and the log begins with the blocks
  const store = openSqlite(whole)
  for (const [order, name] of NAMES.entries())
    await add(store.graph('me'), block(name, 'p1', 'hello', { order }))
  cpSync(whole, join(folder, 'killed'), { recursive: true })
  await store.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('[operations] a write-ahead log ends where it is damaged', () => {
  test.each([0, 0.1, 0.3, 0.5, 0.7, 0.9])('at %d of its length', async (share) => {
    const damaged = join(folder, `damaged-${share}`)
    cpSync(join(folder, 'killed'), damaged, { recursive: true })
    overwrite(`${graphFile(damaged, 'me')}-wal`, share)
    const store = openSqlite(damaged)
    const graph = store.graph('me')
    const { blocks } = await graph.blocks.listByPage('p1', { limit: COMMITS, offset: 0 })
    const there = blocks.map(({ id }) => id)
    expect(there).toEqual(NAMES.slice(0, there.length))
    expect(there.length).toBeGreaterThanOrEqual(Math.floor(share * COMMITS) - 1)
    expect(there.length).toBeLessThan(COMMITS)
    expect(await graph.maintenance.check()).toEqual([])
    await add(graph, block('later', 'p1', 'hello'))
    expect(await graph.blocks.find('later')).toBeDefined()
    await store.close()
  })
})

function overwrite(path: string, share: number): void {
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(64, 0xa5), 0, 64, Math.floor(statSync(path).size * share))
  closeSync(file)
}
