/** @module-tag both-stores */
import { blockJson, makeBlock, pageJson } from '@notegraph/graph'
import { beforeEach, describe, expect, test } from 'vitest'
import { add, block, NOON, page } from '../../test/notes.ts'
import { desk, refused, type Desk } from '../../test/writes.ts'
import { etagOf, toErrorBody, versionOf } from '../index.ts'

test('[A8.2] a version is the beginning of the ETag', () => {
  expect(etagOf('{"a":1}')).toContain(versionOf('{"a":1}'))
  expect(versionOf('{"a":1}')).toMatch(/^[\w-]{8}$/)
})

let it: Desk
const pageVersion = async () => versionOf(pageJson((await it.graph.pages.find('p1'))!))
const blockVersion = async () => versionOf(blockJson((await it.graph.blocks.find('b1'))!, 'Ada'))
beforeEach(async () => {
  it = await desk()
  await add(
    it.graph,
    page('p1', 'Ada', [['mood', 'glad']]),
    block('b1', 'p1', 'tea'),
    makeBlock({ id: 'b2', content: 'green', rev: 'r', pageId: 'p1', parentId: 'b1', order: 1, now: NOON }),
  )
})

describe('[A8.2] if_unchanged', () => {
  const OLD = 'aaaaaaaa'
  const writes = {
    'add_block compares the page': (if_unchanged: string) =>
      it.writes.addBlock(it.caller, 'Ada', { text: 'x', if_unchanged }),
    'add_outline compares the page': (if_unchanged: string) =>
      it.writes.addOutline(it.caller, 'Ada', { text: '- x', if_unchanged }),
    'create_page compares the page': (if_unchanged: string) =>
      it.writes.createPage(it.caller, { name: 'Ada', if_unchanged }),
    'set_property compares the page': (if_unchanged: string) =>
      it.writes.setProperty(it.caller, 'Ada', 'mood', { value: 'x', if_unchanged }),
    'set_properties compares the page': (if_unchanged: string) =>
      it.writes.setProperties(it.caller, 'Ada', { properties: { a: 'b' }, if_unchanged }),
    'set_task compares the block': (if_unchanged: string) =>
      it.writes.setTask(it.caller, 'b1', { state: 'todo', if_unchanged }),
    'update_block compares the block': (if_unchanged: string) =>
      it.writes.updateBlock(it.caller, 'b1', { text: 'coffee', if_unchanged }),
    'set_block_properties compares the block': (if_unchanged: string) =>
      it.writes.setBlockProperties(it.caller, 'b1', { properties: { a: 'b' }, if_unchanged }),
  }

  test.each(Object.entries(writes))('%s', async (name, write) => {
    const current = name.endsWith('block') ? await blockVersion() : await pageVersion()
    const head = await it.graph.commits.head()
    expect(refused(await write(OLD))).toMatchObject({
      why: 'outdated',
      current: { id: name.endsWith('block') ? 'b1' : 'p1', version: current },
    })
    expect(await it.graph.commits.head()).toBe(head)
    expect((await write(current)).ok).toBe(true)
  })

  test('a refusal shows a block as it is now', async () => {
    const refusal = refused(await it.writes.updateBlock(it.caller, 'b1', { text: 'milk', if_unchanged: OLD }))
    const { error, hint } = toErrorBody(refusal)
    const version = await blockVersion()
    expect(error).toBe(
      `The block changed since the version in if_unchanged, so nothing was written. Current block, version ${version}: tea`,
    )
    expect(hint).toBe(`If the write still fits, repeat it with if_unchanged ${version}.`)
  })

  test('a refusal shows a page with its properties and first blocks', async () => {
    const refusal = refused(await it.writes.addBlock(it.caller, 'Ada', { text: 'x', if_unchanged: OLD }))
    expect(refusal).toMatchObject({ current: { text: 'Ada\nmood:: glad\n- tea\n\t- green' } })
  })

  test('a refusal is short, whatever the length of the block', async () => {
    await add(it.graph, block('b3', 'p1', '😀'.repeat(9_000)))
    const refusal = refused(await it.writes.updateBlock(it.caller, 'b3', { text: 'milk', if_unchanged: OLD }))
    const { error } = toErrorBody(refusal)
    expect(error.length).toBeLessThan(2_200)
    expect(error.isWellFormed()).toBe(true)
  })

  test('nothing has no version', async () => {
    for (const result of [
      await it.writes.addBlock(it.caller, 'today', { text: 'x', if_unchanged: OLD }),
      await it.writes.createPage(it.caller, { name: 'New', if_unchanged: OLD }),
    ])
      expect(refused(result)).toEqual({ code: 'conflict', why: 'outdated', what: 'page' })
  })

  test('holds beside If-Match, and a write that changes nothing is refused too', async () => {
    const if_unchanged = await blockVersion()
    const both = { text: 'tea', if_unchanged }
    expect(refused(await it.writes.updateBlock(it.caller, 'b1', both, { ifMatch: '"old"' }))).toMatchObject({
      why: 'moved',
    })
    expect(
      refused(await it.writes.updateBlock(it.caller, 'b1', { text: 'tea', if_unchanged: OLD })),
    ).toMatchObject({ why: 'outdated' })
  })

  test('of fifty writes with one version, one succeeds', async () => {
    const if_unchanged = await pageVersion()
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        it.writes.addBlock(it.caller, 'Ada', { text: `${n}`, if_unchanged }),
      ),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  })
})
