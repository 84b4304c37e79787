/**
 * Another write commits while a write is decided. The write is decided again or refused, and never uses outdated
 * records.
 *
 * @module-tag both-stores
 */
import { randomUUID } from 'node:crypto'
import { blockJson, remove, setProps, type BlockRecord, type PageRecord } from '@notegraph/graph'
import type { GraphStore } from '@notegraph/store'
import { beforeEach, describe, expect, test } from 'vitest'
import { change, reworded } from '../../test/edits.ts'
import { meanwhile } from '../../test/meanwhile.ts'
import { outlineOf } from '../../test/memory.ts'
import { add, block, NOON, page } from '../../test/notes.ts'
import { desk, refused, type Desk } from '../../test/writes.ts'
import { changesService, etagOf, writeService } from '../index.ts'

let it: Desk
beforeEach(async () => {
  it = await desk()
  await add(it.graph, page('p1', 'Ada'), block('b1', 'p1', 'TODO tea', 1))
})

type Moment = Parameters<typeof meanwhile>[1]
type Act = Parameters<typeof meanwhile>[2]

/** The services over a store in which this happens. */
const over = (moment: Moment, act: Act) => {
  const store = meanwhile(it.store, moment, act)
  const deps = { clock: () => it.clock.now, newId: randomUUID }
  return {
    writes: writeService(store, { ...deps, revertibleChanges: 500 }),
    changes: changesService(store, deps),
  }
}
/** It happens only the first time. */
const once =
  (act: (graph: GraphStore) => Promise<unknown>): Act =>
  async (graph, times) =>
    times === 0 && act(graph)

const reword = (text: string) => (graph: GraphStore) =>
  change(graph, 'b1', (held) => reworded(held, text, NOON + 9))

describe('one write path: a write sees each commit in between', () => {
  test('a last place that was taken', async () => {
    const { writes } = over(
      'commit',
      once((graph) => add(graph, block('b2', 'p1', 'milk', 2))),
    )
    expect(await writes.addBlock(it.caller, 'Ada', { text: 'bread' })).toMatchObject({ ok: true })
    expect(await outlineOf(it.graph, 'Ada')).toEqual(['TODO tea', 'milk', 'bread'])
  })

  test('a name that was taken', async () => {
    const { writes } = over(
      'commit',
      once((graph) => add(graph, page('p2', 'New'))),
    )
    const done = await writes.createPage(it.caller, { name: 'new', blocks: ['x'] })
    expect(done.ok && done.value.value()).toMatchObject({
      existed: true,
      ids: { pageId: 'p2', blockIds: [] },
    })
  })

  test('a day that was started', async () => {
    const { writes } = over(
      'commit',
      once((graph) => add(graph, page('journal-20261120', 'Friday'))),
    )
    const done = await writes.addBlock(it.caller, 'today', { text: 'x' })
    expect(done.ok && done.value.value().block.page).toBe('Friday')
  })

  test('other words', async () => {
    const { writes } = over('commit', once(reword('LATER milk')))
    await writes.setTask(it.caller, 'b1', { state: 'done' })
    expect(await outlineOf(it.graph, 'Ada')).toEqual(['DONE milk'])
  })

  test('other words that If-Match does not name, and another name of the page', async () => {
    const held = (await it.graph.blocks.find('b1'))!
    const how = { ifMatch: etagOf(blockJson(held, held.pageName)) }
    const rename = (graph: GraphStore) =>
      change(graph, 'p1', ({ record }) => setProps(record as PageRecord, [['name', 'Lady Ada']], NOON))
    const { writes } = over('commit', once(rename))
    const moved = { code: 'conflict', why: 'moved', what: 'block', text: 'TODO tea' }
    expect(refused(await writes.setTask(it.caller, 'b1', { state: 'done' }, how))).toEqual(moved)
  })

  test.each([
    ['head', undefined, 1],
    ['commit', { key: { key: 'k', request: 'r' } }, 0],
  ] as const)('by a write that had nothing to change, at %s', async (moment, how, at) => {
    const act: Act = async (graph, times) => times === at && reword('LATER tea')(graph)
    const { writes } = over(moment, act)
    const done = await writes.setTask(it.caller, 'b1', { state: 'todo' }, how)
    expect(done.ok && done.value.value()).toMatchObject({ changed: true, block: { content: 'TODO tea' } })
    expect(await it.graph.changes.countOpen(0)).toBe(1)
  })

  test('an answer that was kept under the same key', async () => {
    const how = { key: { key: 'k', request: 'r' } }
    const other = once(() => it.writes.addBlock(it.caller, 'Ada', { text: 'x' }, how))
    const done = await over('commit', other).writes.addBlock(it.caller, 'Ada', { text: 'x' }, how)
    expect(done).toMatchObject({ ok: true, value: { replayed: true } })
    expect(await outlineOf(it.graph, 'Ada')).toEqual(['TODO tea', 'x'])
  })
})

describe('one write path: a page that goes at the same moment', () => {
  const removePage = once((graph) => change(graph, 'p1', ({ record }) => remove(record, NOON + 9)))

  test.each([undefined, { key: { key: 'k', request: 'r' } }])('makes its block 404, with %j', async (how) => {
    const { writes } = over('commit', removePage)
    expect(refused(await writes.setTask(it.caller, 'b1', { state: 'done' }, how))).toEqual({
      code: 'not_found',
      what: 'block',
      name: 'b1',
    })
    if (!how) return
    expect(await it.graph.commits.findIdempotencyRecord('t k')).toBeUndefined()
    expect((await it.graph.records.find('b1'))!.record).toMatchObject({ words: { text: 'TODO tea' } })
  })

  test('takes no block any more', async () => {
    const { writes } = over('commit', removePage)
    expect(refused(await writes.addBlock(it.caller, 'Ada', { text: 'x' })).code).toBe('not_found')
    expect(await it.graph.maintenance.check()).toEqual(['block b1: its page p1 is not there'])
  })
})

describe('[D8.2] a revert sees each commit in between', () => {
  const makes = async () => {
    await it.writes.addBlock(it.caller, 'Ada', { text: 'x' })
    const [entry] = (await it.changes.list('me', { limit: 1, offset: 0 })).value().changes
    return entry!
  }

  test('a block that came under another', async () => {
    const { id, blockId = '' } = await makes()
    const under: BlockRecord = block('b2', 'p1', 'under', 9)
    const child = { ...under, place: { ...under.place, parentId: blockId } }
    const { changes } = over(
      'commit',
      once((graph) => add(graph, child)),
    )
    const done = await changes.revert(it.caller.account, id)
    expect(done.ok && done.value.value().left).toEqual([
      { kind: 'block', id: blockId, why: 'Other blocks are nested under this block.' },
    ])
    expect(await outlineOf(it.graph, 'Ada')).toEqual(['TODO tea', 'x', '\tunder'])
  })

  test('the same revert', async () => {
    const { id } = await makes()
    const { changes } = over(
      'commit',
      once(() => it.changes.revert(it.caller.account, id)),
    )
    expect(refused(await changes.revert(it.caller.account, id))).toEqual({
      code: 'conflict',
      why: 'reverted',
    })
  })
})

test('one write path: if another commit comes in between each time, it is 409 and nothing is written', async () => {
  const always: Act = (graph, times) => add(graph, page(`other-${times}`, `Other ${times}`))
  const { writes, changes } = over('commit', always)
  const meanwhileRefusal = { code: 'conflict', why: 'meanwhile' }
  expect(refused(await writes.addBlock(it.caller, 'Ada', { text: 'x' }))).toEqual(meanwhileRefusal)
  await it.writes.setTask(it.caller, 'b1', { state: 'done' })
  const [entry] = (await it.changes.list('me', { limit: 1, offset: 0 })).value().changes
  expect(refused(await changes.revert(it.caller.account, entry!.id))).toEqual(meanwhileRefusal)
  expect(await outlineOf(it.graph, 'Ada')).toEqual(['DONE tea'])
  // A write that depends on one block does not conflict with the rest of the graph.
  expect(await writes.setTask(it.caller, 'b1', { state: 'now' })).toMatchObject({ ok: true })
})
