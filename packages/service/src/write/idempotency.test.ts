/** @module-tag both-stores */
import { beforeEach, describe, expect, test } from 'vitest'
import { outlineOf } from '../../test/memory.ts'
import { add, block, NOON, page } from '../../test/notes.ts'
import { desk, refused, type Desk } from '../../test/writes.ts'
import type { WriteAnswer } from '../index.ts'

const DAY = 86_400_000

let it: Desk
beforeEach(async () => {
  it = await desk()
  await add(it.graph, page('p1', 'Ada'), block('b1', 'p1', 'TODO tea'))
})

const keyed = (key: string, request = key) => ({ key: { key, request } })
const adds = (how: object, caller = it.caller) => it.writes.addBlock(caller, 'Ada', { text: 'new' }, how)

async function ok(result: ReturnType<typeof adds>): Promise<WriteAnswer<unknown>> {
  const done = await result
  if (!done.ok) throw new Error(JSON.stringify(done.refusal))
  return done.value
}

describe('idempotency: the same key and request', () => {
  test('get the first answer again, and write nothing', async () => {
    const first = await ok(adds(keyed('k')))
    it.clock.now += 1_000
    await it.writes.setProperty(it.caller, 'Ada', 'mood', { value: 'glad' })
    const again = await ok(adds(keyed('k')))
    expect([first.replayed, again.replayed]).toEqual([false, true])
    expect([again.json, again.etag, again.changeId]).toEqual([first.json, first.etag, first.changeId])
    expect(again.value()).toEqual(first.value())
    expect(await outlineOf(it.graph, 'Ada')).toEqual(['TODO tea', 'new'])
    expect(await it.graph.changes.countOpen(0)).toBe(2)
  })

  test.each([
    [DAY, true],
    [DAY + 1, false],
  ])('%i ms later: replayed %j', async (later, replayed) => {
    await adds(keyed('k'))
    it.clock.now = NOON + later
    expect((await ok(adds(keyed('k')))).replayed).toBe(replayed)
    expect((await ok(adds(keyed('k')))).replayed).toBe(true)
  })

  test('are kept where nothing changed too', async () => {
    const how = keyed('k')
    const first = await it.writes.setTask(it.caller, 'b1', { state: 'todo' }, how)
    expect(first).toMatchObject({ ok: true, value: { replayed: false } })
    await it.writes.setTask(it.caller, 'b1', { state: 'done' })
    const again = await it.writes.setTask(it.caller, 'b1', { state: 'todo' }, how)
    expect(again).toMatchObject({ ok: true, value: { replayed: true, json: first.ok && first.value.json } })
    expect((await it.graph.blocks.find('b1'))!.content).toBe('DONE tea')
  })

  test('come before all else that a write is refused for but the caller', async () => {
    await adds(keyed('k'))
    expect((await ok(adds({ ...keyed('k'), ifMatch: '"old"' }))).replayed).toBe(true)
    expect(refused(await adds(keyed('k'), { ...it.caller, scope: 'read' })).code).toBe('read_only_token')
  })

  test('at once, fifty times, write once', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => ok(adds(keyed('k')))))
    expect(new Set(all.map(({ json }) => json)).size).toBe(1)
    expect(all.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(await outlineOf(it.graph, 'Ada')).toEqual(['TODO tea', 'new'])
  })
})

test('idempotency: the same key with another request is 409', async () => {
  await adds(keyed('k', 'one'))
  expect(refused(await adds(keyed('k', 'two')))).toEqual({ code: 'conflict', why: 'key_reused' })
  expect(await outlineOf(it.graph, 'Ada')).toEqual(['TODO tea', 'new'])
})

test("idempotency: a key is its token's own", async () => {
  await adds(keyed('k', 'one'))
  const other = await ok(adds(keyed('k', 'two'), { ...it.caller, tokenId: 'other' }))
  expect(other.replayed).toBe(false)
})

test('idempotency: a refusal is not kept', async () => {
  const how = keyed('k')
  expect(refused(await it.writes.setTask(it.caller, 'b2', { state: 'done' }, how)).code).toBe('not_found')
  await add(it.graph, block('b2', 'p1', 'x'))
  expect(await it.writes.setTask(it.caller, 'b2', { state: 'done' }, how)).toMatchObject({ ok: true })
})
