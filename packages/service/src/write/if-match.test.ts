/** @module-tag both-stores */
import { blockJson, pageJson } from '@notegraph/graph'
import { beforeEach, describe, expect, test } from 'vitest'
import { add, block, page } from '../../test/notes.ts'
import { desk, refused, type Desk } from '../../test/writes.ts'
import { etagOf, toErrorBody } from '../index.ts'
import { checkMatch } from './if-match.ts'

const JSON_TEXT = '{"content":"tea"}'
const TAG = etagOf(JSON_TEXT)

describe('If-Match: a list of tags', () => {
  test.each([
    [undefined, 'ok'],
    ['*', 'ok'],
    [' * ', 'ok'],
    [TAG, 'ok'],
    [` ${TAG} `, 'ok'],
    [`"other", ${TAG}`, 'ok'],
    [`${TAG},"other"`, 'ok'],
    [`,, ${TAG} ,`, 'ok'],
    ['"other"', 'conflict'],
    ['"a", "b"', 'conflict'],
    ['""', 'conflict'],
    [`W/${TAG}`, 'ok'], // [A13.3] a tag names a version, not bytes
    ['', 'bad_request'],
    [' ', 'bad_request'],
    [',', 'bad_request'],
    [TAG.slice(1, -1), 'bad_request'],
    [TAG.slice(0, -1), 'bad_request'],
    [`${TAG} ${TAG}`, 'bad_request'],
    [`${TAG};x`, 'bad_request'],
    [`*, ${TAG}`, 'bad_request'],
    [`w/${TAG}`, 'bad_request'],
  ])('%j is %s', (ifMatch, outcome) => {
    const result = checkMatch(ifMatch, { what: 'block', json: JSON_TEXT })
    expect(result.ok ? 'ok' : result.refusal.code).toBe(outcome)
  })

  test.each(['*', TAG])('%j is of nothing that is not there', (ifMatch) => {
    const result = checkMatch(ifMatch, { what: 'page', json: undefined })
    expect(refused(result)).toEqual({ code: 'conflict', why: 'moved', what: 'page' })
  })

  test('takes time linear in its length', () => {
    for (const long of [',', ' ', '"', '"a', '"a" ', 'W/', '"a",'])
      expect(checkMatch(long.repeat(50_000), { what: 'block', json: JSON_TEXT }).ok).toBe(false)
  })
})

test('a tag is of the JSON, in quotes, and nobody can make two alike', () => {
  expect(TAG).toMatch(/^"[\w-]{22}"$/)
  expect(etagOf('{"content":"tea" }')).not.toBe(TAG)
})

let it: Desk
const blockTag = async () => etagOf(blockJson((await it.graph.blocks.find('b1'))!, 'Ada'))
const pageTag = async () => etagOf(pageJson((await it.graph.pages.find('p1'))!))
beforeEach(async () => {
  it = await desk()
  await add(it.graph, page('p1', 'Ada', [['mood', 'glad']]), block('b1', 'p1', 'tea'))
})

describe('If-Match: a write', () => {
  test('of a block is held against the block, and answers with its new tag', async () => {
    const { writes, caller } = it
    const first = await writes.setTask(caller, 'b1', { state: 'todo' }, { ifMatch: await blockTag() })
    const etag = first.ok ? first.value.etag! : ''
    expect(etag).toBe(await blockTag())
    const second = await writes.updateBlock(caller, 'b1', { text: 'coffee' }, { ifMatch: etag })
    expect(second.ok).toBe(true)
    const third = await writes.updateBlock(caller, 'b1', { text: 'milk' }, { ifMatch: etag })
    expect(refused(third)).toEqual({ code: 'conflict', why: 'moved', what: 'block', text: 'TODO coffee' })
    expect(toErrorBody(refused(third)).error).toBe(
      'The block changed since the version in If-Match. Current block: TODO coffee',
    )
  })

  test('of a page is held against the page', async () => {
    const { writes, caller } = it
    const ifMatch = await pageTag()
    const first = await writes.setProperty(caller, 'Ada', 'mood', { value: 'grave' }, { ifMatch })
    expect(first.ok && first.value.etag).toBe(await pageTag())
    const moved = { code: 'conflict', why: 'moved', what: 'page', text: 'Ada\nmood:: grave' }
    expect(refused(await writes.setProperty(caller, 'Ada', 'mood', { value: 'x' }, { ifMatch }))).toEqual(
      moved,
    )
    expect(
      refused(await writes.setProperties(caller, 'Ada', { properties: { a: 'b' } }, { ifMatch })),
    ).toEqual(moved)
    expect(refused(await writes.addBlock(caller, 'Ada', { text: 'x' }, { ifMatch }))).toEqual(moved)
    expect(refused(await writes.createPage(caller, { name: 'Ada' }, { ifMatch }))).toEqual(moved)
    const added = await writes.addBlock(caller, 'Ada', { text: 'x' }, { ifMatch: await pageTag() })
    expect(added.ok).toBe(true)
  })

  test('of what is not there yet never matches', async () => {
    const { writes, caller } = it
    for (const result of [
      await writes.addBlock(caller, 'today', { text: 'x' }, { ifMatch: '*' }),
      await writes.createPage(caller, { name: 'New' }, { ifMatch: '*' }),
    ])
      expect(refused(result)).toEqual({ code: 'conflict', why: 'moved', what: 'page' })
    expect(await it.graph.commits.head()).toBe(1)
  })

  test('is refused for 404 and 400 before, for what is kept after, also where nothing would change', async () => {
    const { writes, caller } = it
    const how = { ifMatch: '"old"' }
    expect(refused(await writes.setTask(caller, 'nobody', { state: 'todo' }, how)).code).toBe('not_found')
    expect(refused(await writes.updateBlock(caller, 'b1', { text: '' }, how)).code).toBe('bad_request')
    expect(refused(await writes.updateBlock(caller, 'b1', { text: 'tea' }, how))).toMatchObject({
      why: 'moved',
    })
    await add(it.graph, block('b2', 'p1', '![x](/api/files/abc)'))
    expect(refused(await writes.updateBlock(caller, 'b2', { text: 'x' }, how))).toEqual({
      code: 'conflict',
      why: 'moved',
      what: 'block',
      text: '[file: unknown]', // [D2.8] a name, never an address
    })
    expect(refused(await writes.updateBlock(caller, 'b2', { text: 'x' }, { ifMatch: '*' }))).toMatchObject({
      why: 'file_kept',
    })
  })

  test('of fifty with one tag, one goes through', async () => {
    const how = { ifMatch: await blockTag() }
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, n) => it.writes.updateBlock(it.caller, 'b1', { text: `${n}` }, how)),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results.filter((one) => !one.ok && one.refusal.code === 'conflict')).toHaveLength(49)
  })
})

test('the words of a text that is long are cut', () => {
  const { error } = toErrorBody({ code: 'conflict', why: 'moved', what: 'block', text: '😀'.repeat(1_000) })
  expect(error.length).toBeLessThan(400)
  expect(error.isWellFormed()).toBe(true)
})
