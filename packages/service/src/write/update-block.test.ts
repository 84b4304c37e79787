/** @module-tag both-stores */
import { BlockWritten } from '@notegraph/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { add, block, page } from '../../test/notes.ts'
import { desk, ORIGIN, refused, taken, type Desk } from '../../test/writes.ts'

let it: Desk
beforeEach(async () => {
  it = await desk()
  await add(it.graph, page('p1', 'List'), block('under', 'p1', 'under', 9))
})

const holds = (content: string) => add(it.graph, block('b1', 'p1', content))
const rewrites = async (text: string) =>
  taken(BlockWritten, await it.writes.updateBlock(it.caller, 'b1', { text }))

describe('[11] [D2.9] a rewrite', () => {
  test.each([
    ['old', 'new', 'new'],
    ['TODO [#A] old', 'new', 'TODO [#A] new'],
    ['TODO old', 'DONE new', 'DONE new'],
    [
      '> # old\nSCHEDULED: <2026-11-20 Fri>\nKey:: value',
      'new',
      '> # new\nSCHEDULED: <2026-11-20 Fri>\nKey:: value',
    ],
    ['old', 'key:: value', 'old\nkey:: value'],
    ['old', 'SCHEDULED: 2026-11-21', 'old\nSCHEDULED: <2026-11-21 Sat>'],
    ['old', ' new \n', 'new'],
    ['old\nid:: b1', 'new', 'new\nid:: b1'],
    ['old', 'new\nid:: b1', 'new\nid:: b1'],
    ['old', 'new\nid:: other', 'new'],
  ])('of %j with %j is %j', async (old, text, content) => {
    await holds(old)
    const answer = await rewrites(text)
    expect(answer).toMatchObject({ ok: true, changed: true, ids: { pageId: 'p1', blockId: 'b1' } })
    expect(answer.block).toMatchObject({ id: 'b1', content, parentId: null, order: 1 })
    expect(await it.graph.changes.countOpen(0)).toBe(1)
  })

  test.each([
    ['old', 'old'],
    ['old', ' old\n'],
    ['TODO old', 'old'],
    ['old\nkey:: value', 'old'],
    ['x\nSCHEDULED: <2026-11-20 Fri>', 'x\nSCHEDULED: 2026-11-20'],
    ['# x', '# x\nkey::'],
  ])('of %j with %j says nothing new', async (old, text) => {
    await holds(old)
    expect(await rewrites(text)).toMatchObject({ ok: true, changed: false, block: { content: old } })
    expect([await it.graph.changes.countOpen(0), await it.graph.commits.head()]).toEqual([0, 2])
  })
})

describe('[11] a block that holds a file or a picture is 409', () => {
  test.each([
    '![x](/api/files/abc)',
    'see [x](/api/files/abc) there',
    '`/api/files/abc`',
    'file:: /api/files/abc',
    `${ORIGIN}/api/files/abc`,
  ])('%j', async (content) => {
    await holds(content)
    for (const text of ['new', 'key:: value', 'SCHEDULED: 2026-11-20', 'key::'])
      expect(refused(await it.writes.updateBlock(it.caller, 'b1', { text }))).toEqual({
        code: 'conflict',
        why: 'file_kept',
      })
    // A fault of the text comes first.
    expect(refused(await it.writes.updateBlock(it.caller, 'b1', { text: content })).code).toBe('bad_request')
    expect(await it.graph.changes.countOpen(0)).toBe(0)
  })

  test.each(['https://other.example/api/files/abc', '[picture: abc.png]'])(
    '%j holds none',
    async (content) => {
      await holds(content)
      expect((await rewrites('new')).block.content).toBe('new')
    },
  )
})

describe('[11] refuses with 400 and writes nothing', () => {
  test.each([
    ['', /^text is empty/],
    ['id:: other', /^text is empty/],
    ['a\u0000', /U\+0000 at position 1/],
    ['![x](/api/files/abc)', /names a file/],
    ['[file: abc]', /names a file/],
    ['x\nDEADLINE: <2026-02-30>', /"2026-02-30"/],
    ['x'.repeat(20_001), /at most 20000 characters, not 20007\.$/],
  ])('%j', async (text, words) => {
    await holds('k:: 1')
    const refusal = refused(await it.writes.updateBlock(it.caller, 'b1', { text }))
    expect(refusal).toMatchObject({ code: 'bad_request', error: expect.stringMatching(words) })
    expect(await it.graph.commits.head()).toBe(2)
  })

  test('the measured text is the result, not the request', async () => {
    await holds('k:: 1')
    expect((await rewrites('x'.repeat(19_994))).block.content).toHaveLength(20_000)
    const refusal = refused(await it.writes.updateBlock(it.caller, 'b1', { text: 'x'.repeat(19_995) }))
    expect(refusal).toMatchObject({ error: expect.stringMatching(/not 20001\.$/) })
  })

  test('a block that is not there, before its text', async () => {
    const refusal = refused(await it.writes.updateBlock(it.caller, 'nobody', { text: '' }))
    expect(refusal).toEqual({ code: 'not_found', what: 'block', name: 'nobody' })
  })
})

describe('a text that a person sets is the whole text', () => {
  test.each([
    ['TODO [#A] old\nDEADLINE: <2026-11-22 Sun>\ncolour:: red', 'old', 'old'],
    ['old', 'TODO new\ncolour:: red', 'TODO new\ncolour:: red'],
    ['old', 'new\r\nSCHEDULED: 2026-11-21', 'new\nSCHEDULED: <2026-11-21 Sat>'],
  ])('%j becomes %j', async (old, text, content) => {
    await holds(old)
    const answer = taken(BlockWritten, await it.writes.setText(it.caller, 'b1', { text }))
    expect(answer).toMatchObject({ changed: true, block: { id: 'b1', content } })
  })

  test('the same text changes nothing, and a block with a file stays', async () => {
    await holds('old')
    expect(taken(BlockWritten, await it.writes.setText(it.caller, 'b1', { text: 'old' })).changed).toBe(false)
    expect(refused(await it.writes.setText(it.caller, 'b1', { text: ' ' })).code).toBe('bad_request')
    await add(it.graph, block('b2', 'p1', '![x](/api/files/abc)'))
    expect(refused(await it.writes.setText(it.caller, 'b2', { text: 'x' })).code).toBe('conflict')
  })
})
