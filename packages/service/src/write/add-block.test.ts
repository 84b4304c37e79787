import { AddBlockAnswer } from '@notegraph/contract'
import { makeBlock, remove, type PageRecord } from '@notegraph/graph'
import { beforeEach, describe, expect, test } from 'vitest'
import { change } from '../../test/edits.ts'
import { outlineOf } from '../../test/memory.ts'
import { add, block, NOON, page } from '../../test/notes.ts'
import { desk, ORIGIN, refused, taken, type Desk } from '../../test/writes.ts'

let it: Desk
beforeEach(async () => {
  it = await desk()
  await add(
    it.graph,
    page('p1', 'List', [['alias', 'Rota']]),
    block('b1', 'p1', 'one', 1),
    block('b2', 'p1', 'two', 2),
  )
})

const adds = async (name: string, body: Parameters<Desk['writes']['addBlock']>[2]) =>
  taken(AddBlockAnswer, await it.writes.addBlock(it.caller, name, body))

describe('[8] a new block', () => {
  test.each(['List', 'list', '  LIST ', 'Rota'])('is added to the page %j', async (name) => {
    const { ids, block } = await adds(name, { text: 'three' })
    expect(ids.pageId).toBe('p1')
    expect(block).toMatchObject({ id: ids.blockId, page: 'List', content: 'three', parentId: null })
    expect(block).toMatchObject({ createdAt: NOON, updatedAt: NOON })
    expect(ids.blockId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
    expect(await outlineOf(it.graph, 'List')).toEqual(['one', 'two', 'three'])
  })

  test.each([
    [{}, ['one', 'two', 'new']],
    [{ position: 'end' }, ['one', 'two', 'new']],
    [{ position: 'start' }, ['new', 'one', 'two']],
    [{ parentId: null }, ['one', 'two', 'new']],
    [{ parentId: 'b1' }, ['one', '\tnew', 'two']],
    [{ parentId: 'b1', position: 'start' }, ['one', '\tnew', 'two']],
  ] as const)('with %j gets this place: %j', async (where, outline) => {
    await adds('List', { text: 'new', ...where })
    expect(await outlineOf(it.graph, 'List')).toEqual(outline)
  })

  test('becomes first or last among its siblings, each time', async () => {
    for (const text of ['a', 'b']) await adds('List', { text, parentId: 'b1' })
    for (const text of ['c', 'd']) await adds('List', { text, parentId: 'b1', position: 'start' })
    expect(await outlineOf(it.graph, 'List')).toEqual(['one', '\td', '\tc', '\ta', '\tb', 'two'])
  })

  test('is made each time, also of the same text', async () => {
    const made = [await adds('List', { text: 'same' }), await adds('List', { text: 'same' })]
    expect(new Set(made.map(({ ids }) => ids.blockId)).size).toBe(2)
  })

  test.each([2 ** 53, -(2 ** 53), 1e300, -1e300, Number.MAX_VALUE, -Number.MAX_VALUE])(
    'beside an order of %d has one of its own or the utmost',
    async (order) => {
      await add(it.graph, page('p2', 'Far'), makeBlock({ ...far, order }))
      const last = (await adds('Far', { text: 'last' })).block.order
      const first = (await adds('Far', { text: 'first', position: 'start' })).block.order
      expect(Math.abs(order) === Number.MAX_VALUE ? first <= order : first < order).toBe(true)
      expect(Math.abs(order) === Number.MAX_VALUE ? last >= order : last > order).toBe(true)
    },
  )

  test('can be on a whiteboard too', async () => {
    await add(it.graph, {
      ...page('w', 'Board'),
      props: { ...page('w', 'Board').props, ':kind': { v: 'whiteboard', at: NOON } },
    })
    expect((await adds('Board', { text: 'x' })).ids.pageId).toBe('w')
  })
})

const far = { id: 'far', content: 'far', rev: 'r', pageId: 'p2', parentId: null, now: NOON }

describe('[D1.5] a day', () => {
  const DAYS: [name: string, zone: string, date: string, relative: boolean][] = [
    ['today', 'UTC', '2026-11-20', true],
    ['yesterday', 'UTC', '2026-11-19', true],
    ['tomorrow', 'UTC', '2026-11-21', true],
    ['today', 'Pacific/Kiritimati', '2026-11-21', true],
    ['tomorrow', 'Pacific/Kiritimati', '2026-11-22', true],
    ['2026-11-20', 'UTC', '2026-11-20', false],
    ['1815-12-10', 'UTC', '1815-12-10', false],
  ]
  test.each(DAYS)('%s in %s is started as %s', async (name, zone, date, relative) => {
    const caller = { ...it.caller, zone }
    const answer = taken(AddBlockAnswer, await it.writes.addBlock(caller, name, { text: 'tea' }))
    expect(answer.ids.pageId).toBe(`journal-${date.replaceAll('-', '')}`)
    expect(answer.block.page).toBe(date) // [D1.3]
    expect(answer.day).toEqual(relative ? { date, zone } : undefined)
    expect(await outlineOf(it.graph, date)).toEqual(['tea'])
  })

  test('that is there is written on, by any form, under the name that it has', async () => {
    await add(it.graph, page('journal-20261120', 'November 20th, 2026'))
    for (const name of ['today', '2026-11-20', '2026_11_20', 'nov 20th, 2026', 'November 20th, 2026'])
      expect((await adds(name, { text: name })).block.page).toBe('November 20th, 2026')
  })

  test.each(['Nov 20th, 2026', '2026_11_20', ' today', 'Nobody', '', 'p1'])(
    '%j starts none: 404',
    async (name) => {
      const result = await it.writes.addBlock(it.caller, name, { text: 'x' })
      expect(refused(result)).toMatchObject({ code: 'not_found', what: 'page', name: name.trim() })
      expect(await it.graph.commits.head()).toBe(1)
    },
  )

  test.each(['2026-02-30', '2026-13-01', '0999-01-01'])('%j is not on the calendar: 400', async (name) => {
    expect(refused(await it.writes.addBlock(it.caller, name, { text: 'x' })).code).toBe('bad_request')
  })

  test('that was deleted starts again, without its old content', async () => {
    const day = { ...page('journal-20261120', 'Friday', [['mood', 'glad']]) }
    await add(it.graph, day)
    await change(it.graph, day.id, ({ record }) => remove(record, NOON + 5))
    const { block } = await adds('today', { text: 'tea' })
    expect(block.page).toBe('2026-11-20')
    const held = (await it.graph.records.find(day.id))!.record as PageRecord
    expect(held).not.toHaveProperty('deleted')
    expect(held.props['mood']?.v).toBeNull()
    expect(await it.graph.maintenance.check()).toEqual([])
  })
})

describe('[8] refuses with 400 and writes nothing', () => {
  test.each<[string, Parameters<Desk['writes']['addBlock']>[2], RegExp]>([
    ['List', { text: '' }, /^text is empty/],
    ['List', { text: ' \n\t' }, /^text is empty/],
    ['List', { text: 'id:: 7' }, /^text is empty/],
    ['List', { text: 'a\u0007b' }, /^text contains the character U\+0007 at position 1:/],
    ['List', { text: 'a\ud800' }, /^text contains the character U\+D800/],
    ['List', { text: '\u000b- a' }, /^text contains the character U\+000B at position 0:/],
    ['List', { text: '\n\f\n* a' }, /^text contains the character U\+000C at position 1:/],
    ['List', { text: '- \u000ba' }, /^text contains the character U\+000B at position 2:/],
    ['List', { text: '- a\u0007b' }, /^text contains the character U\+0007 at position 3:/],
    ['List', { text: '- see /api/files/abc' }, /^text names a file/],
    ['List', { text: '- x\nSCHEDULED: 2026-02-30' }, /"2026-02-30", which is not on the calendar/],
    ['List', { text: 'see /api/files/abc' }, /^text names a file/],
    ['List', { text: `see ${ORIGIN}/api/files/abc` }, /^text names a file/],
    ['List', { text: '`[picture: a.png]`' }, /^text names a file/],
    ['List', { text: 'x\nSCHEDULED: 2026-02-30' }, /"2026-02-30", which is not on the calendar/],
    ['List', { text: 'x'.repeat(20_001) }, /^text takes at most 20000 characters, not 20001\.$/],
    ['List', { text: 'x', parentId: 'nobody' }, /^The parent "nobody" is not a block on "List"\.$/],
    ['List', { text: 'x', parentId: '' }, /^The parent ".*" is not a block on "List"\.$/],
    ['List', { text: 'x', parentId: 'p1' }, /^The parent ".*" is not a block on "List"\.$/],
    ['List', { text: 'x', parentId: 'other' }, /^The parent ".*" is not a block on "List"\.$/],
    ['today', { text: 'x', parentId: 'b1' }, /^The parent "b1" is not a block on "2026-11-20"\.$/],
  ])('%s, %j', async (name, body, words) => {
    await add(it.graph, page('p2', 'Other'), block('other', 'p2', 'x'))
    const refusal = refused(await it.writes.addBlock(it.caller, name, body))
    expect(refusal).toMatchObject({ code: 'bad_request', error: expect.stringMatching(words) })
    expect(await it.graph.commits.head()).toBe(2)
    expect(await it.graph.changes.countOpen(0)).toBe(0)
  })

  test('a name that is none, before the text', async () => {
    expect(refused(await it.writes.addBlock(it.caller, 'Nobody', { text: '' })).code).toBe('not_found')
  })
})

describe('[D2.11] the text is stored', () => {
  test.each([
    ['  x  ', 'x'],
    ['\n\nx\ny \n', 'x\ny'],
    ['a\r\nb\rc', 'a\nb\nc'],
    ['x\nSCHEDULED: 2026-11-20', 'x\nSCHEDULED: <2026-11-20 Fri>'],
    ['x\nid:: 7\ny', 'x\ny'],
    ['x'.repeat(20_000), 'x'.repeat(20_000)],
    [` ${'x'.repeat(20_000)} `, 'x'.repeat(20_000)],
    ['图'.repeat(20_000), '图'.repeat(20_000)],
  ])('%j', async (text, content) => {
    expect((await adds('List', { text })).block.content).toBe(content)
  })
})
