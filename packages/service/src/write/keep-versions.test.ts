/** @module-tag both-stores */
import { RevertAnswer } from '@notegraph/contract'
import { makeBlock, type BlockRecord, type Version } from '@notegraph/graph'
import { beforeEach, describe, expect, test } from 'vitest'
import { change, reworded } from '../../test/edits.ts'
import { outlineOf } from '../../test/memory.ts'
import { add, NOON, page } from '../../test/notes.ts'
import { desk, refused, taken, type Desk } from '../../test/writes.ts'

const at = (id: string, order: number, content: string, parentId: string | null = null): BlockRecord =>
  makeBlock({ id, content, rev: `rev-${id}`, pageId: 'p1', parentId, order, now: NOON })

let it: Desk
beforeEach(async () => {
  it = await desk()
  await add(it.graph, page('p1', 'Ada'), at('b1', 1, 'tea at nine'), at('b2', 2, 'last'))
})

const versionOf = (text: string, n = 1): Version => ({ text, rev: `laptop~${n}`, at: NOON, device: 'laptop' })
const clash = async (...texts: readonly string[]) =>
  change(it.graph, 'b1', ({ record }) => ({ ...record, versions: texts.map(versionOf) }))
const blockNow = async (id = 'b1') => (await it.graph.records.find(id))!.record as BlockRecord
const keep = async (id = 'b1') => it.writes.keepVersions(it.caller, id)

async function revertNewest() {
  const { changes } = (await it.changes.list('me', { limit: 1, offset: 0 })).value()
  return taken(RevertAnswer, await it.changes.revert(it.caller.account, changes[0]!.id))
}

describe('keeping both versions', () => {
  test.each<[readonly string[], readonly string[]]>([
    [['tea at ten'], ['tea at nine', 'tea at ten', 'last']],
    [
      ['tea at ten', 'no tea'],
      ['tea at nine', 'tea at ten', 'no tea', 'last'],
    ],
    [['tea at ten\nid:: b1'], ['tea at nine', 'tea at ten', 'last']],
    [[''], ['tea at nine', 'last']],
  ])('%j become blocks after it', async (texts, outline) => {
    await clash(...texts)
    expect(await keep()).toMatchObject({ ok: true })
    expect(await outlineOf(it.graph, 'Ada')).toEqual(outline)
    const { versions, hist, words } = await blockNow()
    expect([versions, words.text]).toEqual([undefined, 'tea at nine'])
    expect(hist).toEqual(expect.arrayContaining(texts.map((_, n) => `laptop~${n}`)))
    expect(await it.graph.maintenance.check()).toEqual([])
  })

  test('they follow the blocks nested under it, under the same parent', async () => {
    await add(it.graph, at('b3', 1, 'with milk', 'b1'))
    await clash('tea at ten')
    await keep()
    expect(await outlineOf(it.graph, 'Ada')).toEqual(['tea at nine', '\twith milk', 'tea at ten', 'last'])
  })

  test('without room between two siblings they come after all, and nothing else moves', async () => {
    const { place } = await blockNow()
    await change(it.graph, 'b2', ({ record }) => ({
      ...(record as BlockRecord),
      place: { ...place, order: place.order + 2 ** -40 },
    }))
    await clash('tea at ten', 'no tea')
    await keep()
    expect(await outlineOf(it.graph, 'Ada')).toEqual(['tea at nine', 'last', 'tea at ten', 'no tea'])
  })

  test('[D8.2] is one change, whose revert brings the conflict back', async () => {
    await clash('tea at ten', 'no tea')
    const { versions } = await blockNow()
    await keep()
    const { changes } = (await it.changes.list('me', { limit: 9, offset: 0 })).value()
    expect(changes).toMatchObject([{ action: 'keep_versions', page: 'Ada', blockId: 'b1', state: 'open' }])
    expect(await revertNewest()).toEqual({ ok: true, restored: 3, left: [] })
    expect(await outlineOf(it.graph, 'Ada')).toEqual(['tea at nine', 'last'])
    expect((await blockNow()).versions).toEqual(versions)
  })

  test('[D8.2] the versions conflict with words written since, and a changed block is left', async () => {
    await clash('tea at ten')
    await keep()
    await change(it.graph, 'b1', (held) => reworded(held, 'tea at eight', NOON + 9))
    const { blocks } = await it.graph.blocks.listByPage('p1', { limit: 9, offset: 0 })
    const made = blocks.find(({ content }) => content === 'tea at ten')!.id
    await change(it.graph, made, (held) => reworded(held, 'tea at eleven', NOON + 9))
    expect(await revertNewest()).toMatchObject({ restored: 1, left: [{ kind: 'block', id: made }] })
    expect(await blockNow()).toMatchObject({
      words: { text: 'tea at eight' },
      versions: [{ text: 'tea at ten', device: 'laptop' }],
    })
  })
})

describe('using one version', () => {
  const use = async (rev: string) => it.writes.useVersion(it.caller, 'b1', rev)

  test.each([
    ['laptop~0', 'tea at ten'],
    ['laptop~1', 'no tea'],
    ['rev-b1', 'tea at nine'],
  ])('%s is %s, the others are dropped, and the revert brings the conflict back', async (rev, text) => {
    await clash('tea at ten', 'no tea')
    const { versions } = await blockNow()
    expect(await use(rev)).toMatchObject({ ok: true })
    const used = await blockNow()
    expect([used.words.text, used.versions]).toEqual([text, undefined])
    expect(used.hist).toEqual(expect.arrayContaining(['laptop~0', 'laptop~1']))
    expect(await it.graph.maintenance.check()).toEqual([])
    expect(await revertNewest()).toEqual({ ok: true, restored: 1, left: [] })
    const back = await blockNow()
    expect([back.words.text, back.versions]).toEqual(['tea at nine', versions])
  })

  test('a version that the block does not have', async () => {
    await clash('tea at ten')
    expect(refused(await use('laptop~9'))).toEqual({ code: 'conflict', why: 'no_version' })
  })
})

test.each([
  ['nothing', { code: 'not_found', what: 'block', name: 'nothing' }],
  ['b1', { code: 'conflict', why: 'no_version' }],
])('%s has no versions', async (id, refusal) => {
  expect(refused(await keep(id))).toEqual(refusal)
})

test('it is a write: not for a reader, and not in grace', async () => {
  await clash('tea at ten')
  const { caller, writes } = it
  expect(refused(await writes.keepVersions({ ...caller, scope: 'read' }, 'b1'))).toMatchObject({
    code: 'read_only_token',
  })
  expect(refused(await writes.keepVersions({ ...caller, plan: 'grace' }, 'b1'))).toMatchObject({
    code: 'payment_required',
  })
})

test('a version of a block in a list of blocks far apart gets the middle', async () => {
  await add(it.graph, at('b9', 100, 'far'))
  await change(it.graph, 'b2', ({ record }) => ({ ...record, versions: [versionOf('first')] }))
  await keep('b2')
  expect(await outlineOf(it.graph, 'Ada')).toEqual(['tea at nine', 'last', 'first', 'far'])
})
