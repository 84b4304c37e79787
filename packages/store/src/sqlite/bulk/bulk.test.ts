/**
 * The thread that commits very many records: when it may end, and what becomes of the batches behind one that failed.
 *
 * @module-tag threads
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { GraphRecord } from '@notegraph/graph'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { add, block, page } from '../../../test/builder.ts'
import type { CommitResult } from '../../graph/commits.ts'
import type { Store } from '../../store.ts'
import { openSqlite } from '../index.ts'

/** Every commit in the thread takes longer than this, so an idle timer that runs meanwhile ends a busy thread. */
const IDLE = 1

let folder: string
let store: Store
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-bulk-'))
  store = openSqlite(folder, { bulkIdle: IDLE })
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

const puts = (records: readonly GraphRecord[]) => records.map((record) => ({ record, from: 0 }))
const many = (prefix: string, pageId: string, count: number, characters = 10) =>
  Array.from({ length: count }, (_, n) =>
    block(`${prefix}${n}`, pageId, `${n} `.padEnd(characters, 'x'), { order: n }),
  )

describe('a thread with work is never ended', () => {
  test.each([500, 1_000, 1_999])('when %d records come while it commits', async (count) => {
    const graph = store.graph('one')
    await add(graph, page('p', 'Ada'))
    const large = graph.commits.commitAll([{ puts: puts(many('a', 'p', 4_000, 500)) }])
    await setImmediate() // it is sent by now
    const small = graph.commits.commitAll([{ puts: puts(many('b', 'p', count)) }])
    const behind = graph.commits.commitAll([{ puts: puts(many('c', 'p', 2_000)) }])
    expect(await Promise.all([large, small, behind])).toMatchObject([
      { ok: true },
      { ok: true },
      { ok: true },
    ])
    expect(await graph.maintenance.check()).toEqual([])
  })
})

describe('a batch that rests on another', () => {
  const first = (): GraphRecord[] => [page('p', 'Ada'), ...many('a', 'p', 2_500)]

  test.each([20, 600, 2_500])('of %d records is committed after it', async (count) => {
    const graph = store.graph('one')
    const before = graph.commits.commitAll([{ puts: puts(first()) }])
    expect(await graph.commits.commitAll([{ puts: puts(many('b', 'p', count)) }], before)).toEqual({
      ok: true,
      seq: 2,
    })
  })

  test.each([20, 600, 2_500])('of %d records fails with it, for the same reason', async (count) => {
    const graph = store.graph('one')
    const before = graph.commits.commitAll([{ puts: puts(first()), quota: 9 }])
    const behind = graph.commits.commitAll([{ puts: puts(many('b', 'p', count)) }], before)
    const last = graph.commits.commitAll([{ puts: puts(many('c', 'p', 1)) }], behind)
    expect(await Promise.all([before, behind, last])).toEqual(
      Array.from({ length: 3 }, (): CommitResult => ({ ok: false, why: 'quota_full' })),
    )
    expect(await graph.commits.head()).toBe(0)
    expect(await graph.maintenance.check()).toEqual([])
  })

  test.each([20, 2_500])('of %d records is not committed when the other broke off', async (count) => {
    const graph = store.graph('one')
    const before = Promise.reject<CommitResult>(new Error('out of memory'))
    const behind = graph.commits.commitAll([{ puts: puts(many('b', 'p', count)) }], before)
    await expect(behind).rejects.toThrow('out of memory')
    expect(await graph.commits.head()).toBe(0)
  })
})
