/**
 * Names of files in the history, and the size of its answers. @see decisions 2.8, 6.1
 *
 * @module-tag both-stores
 */
import { randomUUID } from 'node:crypto'
import { LIMITS } from '@notegraph/contract'
import { remove, type GraphRecord } from '@notegraph/graph'
import { beforeEach, expect, test } from 'vitest'
import { block, NOON, page } from '../../test/notes.ts'
import { desk, ORIGIN, type Desk } from '../../test/writes.ts'
import { historyService, type HistoryService } from './service.ts'

const WINDOW = { limit: 100, offset: 0 }
const ADDRESS = `${ORIGIN}/api/files/f1secret`
const NAMED = '[picture: cat.png]'

let it: Desk
let history: HistoryService
beforeEach(async () => {
  it = await desk()
  const clock = () => it.clock.now
  history = historyService(it.store, { clock, newId: randomUUID, atOnce: 2, origin: ORIGIN })
  const file = { id: 'f1secret', hash: 'h', name: 'cat.png', type: 'image/png', size: 1, createdAt: NOON }
  await it.graph.commits.commit({ puts: [], files: [file] })
})

/** Writes as a device does. @returns the number of the commit */
async function write(...records: readonly GraphRecord[]): Promise<number> {
  const held = await it.graph.records.findMany(records.map(({ id }) => id))
  const seqs = new Map(held.map((one) => [one.record.id, one.seq]))
  const puts = records.map((record) => ({ record, from: seqs.get(record.id) ?? 0 }))
  const by = { kind: 'device', id: 'd', name: 'Phone', at: NOON } as const
  const done = await it.graph.commits.commit({ puts, by })
  if (!done.ok) throw new Error(done.why)
  return done.seq
}

test('[D2.8] a page as it was names files in its name, properties and blocks, and in what changed', async () => {
  const props: [string, string][] = [
    ['cover', '/api/files/f1secret'],
    [ADDRESS, 'x'],
  ]
  const line = block('b1', 'p1', ADDRESS)
  const seq = await write(page('p1', `See ${ADDRESS}`, props), line)
  const later = await write(remove(line, NOON + 2))
  const { account } = it.caller
  expect(await history.readPage(account, 'p1', seq, WINDOW)).toMatchObject({
    ok: true,
    value: {
      name: `See ${NAMED}`,
      properties: { cover: NAMED, [NAMED]: 'x' },
      blocks: [{ text: NAMED }],
      changes: [{ after: `See ${NAMED}\ncover:: ${NAMED}\n${NAMED}:: x` }, { after: NAMED }],
    },
  })
  expect(await history.readPage(account, 'p1', later, WINDOW)).toMatchObject({
    ok: true,
    value: { properties: { cover: NAMED }, changes: [{ id: 'b1', before: NAMED }] },
  })
})

test('[D6.1] names longer than their addresses count in the size of a page as it was', async () => {
  const name = `${'n'.repeat(200)}.png`
  const file = { id: 'f2long', hash: 'h2', name, type: 'image/png', size: 1, createdAt: NOON }
  await it.graph.commits.commit({ puts: [], files: [file] })
  const lines = Array.from({ length: 40 }, (_, n) =>
    block(`b${n}`, 'p1', '/api/files/f2long\n'.repeat(1_100)),
  )
  const seq = await write(page('p1', 'Home'), ...lines)
  const read = await history.readPage(it.caller.account, 'p1', seq, WINDOW)
  if (!read.ok) throw new Error(read.refusal.code)
  expect(Buffer.byteLength(JSON.stringify(read.value))).toBeLessThanOrEqual(LIMITS.answerBytes)
  expect(read.value).toMatchObject({ total: 40, next: read.value.blocks.length })
  expect(read.value.blocks.length).toBeGreaterThan(0)
})

test.each([
  ['a page', { page: 'p1' }, `Restored “See ${NAMED}” as it was`],
  ['a block', { block: 'b1' }, `Restored a block on “See ${NAMED}” as it was`],
  ['the graph', {}, 'Restored the graph as it was'],
])(
  '[D2.8] the entry of a restore of %s names files in the name of the page',
  async (what, scope, summary) => {
    const home = page('p1', `See ${ADDRESS}`)
    const lines = [block('b1', 'p1', 'tea'), block('b2', 'p1', 'rye')]
    const seq = await write(home, ...lines)
    await write(...(what === 'a block' ? lines : [...lines, home]).map((one) => remove(one, NOON + 2)))
    expect(await history.restore(it.caller.account, { ...scope, seq })).toMatchObject({ ok: true })
    await history.stop()
    const { changes } = (await it.changes.list('me', WINDOW)).value()
    expect(changes).toMatchObject([{ action: 'restore', summary, page: `See ${NAMED}`, pageId: 'p1' }])
  },
)
