/** @module-tag both-stores */
import { ChangeList, RevertAnswer } from '@notegraph/contract'
import {
  makeShape,
  remove,
  setProps,
  type BlockRecord,
  type GraphRecord,
  type PageRecord,
} from '@notegraph/graph'
import { beforeEach, describe, expect, test } from 'vitest'
import { change, deleted, reworded } from '../../test/edits.ts'
import { outlineOf } from '../../test/memory.ts'
import { add, block, NOON, page } from '../../test/notes.ts'
import { desk, ORIGIN, refused, taken, type Desk } from '../../test/writes.ts'

const DAY = 86_400_000
const ALL = { limit: 1_000, offset: 0 }

let it: Desk
beforeEach(async () => {
  it = await desk()
  await add(it.graph, page('p1', 'Ada', [['mood', 'glad']]), block('b1', 'p1', 'TODO tea'))
})

const listed = async (query: object = {}) =>
  taken(ChangeList, { ok: true, value: await it.changes.list('me', { ...ALL, ...query }) })
const newest = async () => (await listed()).changes[0]!.id
const reverts = async (id: string) => taken(RevertAnswer, await it.changes.revert(it.caller.account, id))
const revertsNewest = async () => reverts(await newest())

/** The id of the newest change. */
async function made(result: ReturnType<Desk['writes']['addBlock']>): Promise<string> {
  const done = await result
  if (!done.ok) throw new Error(JSON.stringify(done.refusal))
  return done.value.value().ids.blockId
}

describe('[D8.1] the list', () => {
  test('names what was written, with which token, where and when', async () => {
    const { writes, caller } = it
    await writes.addBlock(caller, 'Ada', { text: 'x' })
    it.clock.now += 1
    await writes.createPage(caller, { name: 'New', blocks: ['a', 'b'] })
    await writes.setTask(caller, 'b1', { state: 'done' })
    await writes.updateBlock(caller, 'b1', { text: 'coffee' })
    await writes.setProperty({ ...caller, tokenName: 'Phone' }, 'ada', 'Mood', { value: null })
    await writes.setProperties(caller, 'Ada', {
      properties: { type: 'person', Birthday: '1815-12-10', Knows: 'Mary' },
    })
    await writes.addBlock(caller, 'today', { text: 'y' })
    const { changes, total, next } = await listed()
    expect([total, next]).toEqual([7, null])
    expect(changes.map(({ action, summary, page, blockId }) => [action, summary, page, blockId])).toEqual([
      ['add_block', 'Added a block to 2026-11-20', '2026-11-20', expect.any(String)],
      ['set_properties', 'Set Type, Birthday and 1 more of Ada', 'Ada', undefined],
      ['set_property', 'Took mood off Ada', 'Ada', undefined],
      ['update_block', 'Rewrote a block on Ada', 'Ada', 'b1'],
      ['set_task', 'Set a task on Ada to DONE', 'Ada', 'b1'],
      ['create_page', 'Made the page New with 2 blocks', 'New', undefined],
      ['add_block', 'Added a block to Ada', 'Ada', expect.any(String)],
    ])
    expect(changes.map(({ at, token, via, pageId, state }) => [at, token, via, pageId, state])).toEqual([
      [NOON + 1, 'Test', 'over the API', 'journal-20261120', 'open'],
      [NOON + 1, 'Test', 'over the API', 'p1', 'open'],
      [NOON + 1, 'Phone', 'over the API', 'p1', 'open'],
      [NOON + 1, 'Test', 'over the API', 'p1', 'open'],
      [NOON + 1, 'Test', 'over the API', 'p1', 'open'],
      [NOON + 1, 'Test', 'over the API', expect.any(String), 'open'],
      [NOON, 'Test', 'over the API', 'p1', 'open'],
    ])
  })

  test('is answered in windows, by token and by page', async () => {
    for (let n = 0; n < 3; n++) await it.writes.addBlock(it.caller, 'Ada', { text: `${n}` })
    await it.writes.addBlock({ ...it.caller, tokenName: 'Phone' }, 'today', { text: 'x' })
    expect(await listed({ limit: 2 })).toMatchObject({ changes: [{}, {}], total: 4, next: 2 })
    expect(await listed({ limit: 2, offset: 2 })).toMatchObject({ changes: [{}, {}], total: 4, next: null })
    expect(await listed({ offset: 9 })).toEqual({ changes: [], open: 4, total: 4, next: null })
    expect((await listed({ token: 'Phone' })).total).toBe(1)
    expect((await listed({ token: 'Nobody' })).total).toBe(0)
    for (const name of ['ADA', 'p1']) expect((await listed({ page: name })).total).toBe(3)
    for (const name of ['2026-11-20', 'Nov 20th, 2026', 'journal-20261120'])
      expect((await listed({ page: name, token: 'Phone' })).total).toBe(1)
    for (const name of ['Nobody', '2026-02-30', '']) expect((await listed({ page: name })).total).toBe(0)
  })

  test('holds no more than 200 characters in a summary, and none that cannot be seen', async () => {
    const long = '\u202e' + '😀'.repeat(99)
    await it.writes.createPage(it.caller, { name: long, type: 'person', blocks: ['x'] })
    const properties = Object.fromEntries(['a', 'b', 'c'].map((key) => [key.repeat(64), 'x']))
    await it.writes.setProperties(it.caller, long, { properties })
    await it.writes.setProperty(it.caller, long, 'd'.repeat(64), { value: 'x' })
    for (const { summary } of (await listed()).changes) {
      expect(summary.length).toBeLessThanOrEqual(200)
      expect(summary.isWellFormed()).toBe(true)
      expect(summary).not.toContain('\u202e')
    }
  })

  test('[D2.8] names files, at an address of the own server too', async () => {
    const file = { id: 'f1secret', hash: 'h', name: 'cat.png', type: 'image/png', size: 1, createdAt: NOON }
    await it.graph.commits.commit({ puts: [], files: [file] })
    await add(it.graph, block('b2', 'p1', `TODO ![a](/api/files/f1secret) ${ORIGIN}/api/files/f1secret`))
    await it.writes.setTask(it.caller, 'b2', { state: 'done' })
    const named = '[picture: cat.png] [picture: cat.png]'
    const touched = [{ before: `TODO ${named}`, after: `DONE ${named}` }]
    const { changes } = await listed({ touched: 'true' })
    expect(changes).toMatchObject([{ touched }])
    expect(JSON.stringify(await it.changes.lookAt('me', changes[0]!.id))).not.toContain('secret')
    const own = await it.changes.listOwn(it.caller, ALL)
    expect(own.ok && own.value.value().changes).toMatchObject([{ touched }])
  })

  test("is an account's own", async () => {
    await it.writes.addBlock(it.caller, 'Ada', { text: 'x' })
    const id = await newest()
    await it.operators.createAccount('other', {})
    expect((await it.changes.list('other', ALL)).value().total).toBe(0)
    const result = await it.changes.revert(await it.operators.account('other'), id)
    expect(refused(result)).toEqual({ code: 'not_found', what: 'change', name: id })
  })
})

describe('[D8.2] a revert puts back', () => {
  test('a block added', async () => {
    const id = await made(it.writes.addBlock(it.caller, 'Ada', { text: 'x' }))
    expect(await revertsNewest()).toEqual({ ok: true, restored: 1, left: [] })
    expect(await outlineOf(it.graph, 'Ada')).toEqual(['TODO tea'])
    expect(await it.graph.blocks.find(id)).toBeUndefined()
  })

  test('[sync server 8] the words of before, under a revision that nobody has', async () => {
    const revisions = async () => {
      const record = (await it.graph.records.find('b1'))!.record as BlockRecord
      return { rev: record.words.rev, hist: record.hist }
    }
    const first = await revisions()
    await it.writes.updateBlock(it.caller, 'b1', { text: 'coffee' })
    const second = await revisions()
    await revertsNewest()
    const third = await revisions()
    expect(await outlineOf(it.graph, 'Ada')).toEqual(['TODO tea'])
    expect([first.rev, second.rev]).not.toContain(third.rev)
    expect(third.hist).toEqual([second.rev, first.rev])
  })

  test('a block added with the day that it started', async () => {
    await it.writes.addBlock(it.caller, 'tomorrow', { text: 'x' })
    expect(await revertsNewest()).toEqual({ ok: true, restored: 2, left: [] })
    expect(await it.graph.pages.find('journal-20261121')).toBeUndefined()
  })

  test('a day that was deleted before, to being deleted', async () => {
    await add(it.graph, page('journal-20261121', 'Saturday', [['mood', 'glad']]))
    await change(it.graph, 'journal-20261121', (held) => deleted(held, NOON + 9))
    await it.writes.addBlock(it.caller, 'tomorrow', { text: 'x' })
    expect(await revertsNewest()).toEqual({ ok: true, restored: 2, left: [] })
    expect(await it.graph.pages.find('journal-20261121')).toBeUndefined()
  })

  test('a page made, with its blocks', async () => {
    await it.writes.createPage(it.caller, { name: 'New', type: 'person', blocks: ['a', 'b'] })
    expect(await revertsNewest()).toEqual({ ok: true, restored: 3, left: [] })
    expect(await it.graph.pages.findByName('new')).toBeUndefined()
    expect((await it.writes.createPage(it.caller, { name: 'New' })).ok).toBe(true)
  })

  test('[D3.4] a page whose keys have an order of their own', async () => {
    await it.writes.createPage(it.caller, { name: 'New', properties: { beta: 'b' } })
    await it.writes.setProperty(it.caller, 'New', '3', { value: 'x' })
    for (const { id } of (await listed()).changes)
      expect(await reverts(id)).toEqual({ ok: true, restored: 1, left: [] })
    expect(await it.graph.pages.findByName('new')).toBeUndefined()
  })

  test('a task and a rewrite, as new words of the block', async () => {
    await it.writes.setTask(it.caller, 'b1', { state: 'done' })
    await it.writes.updateBlock(it.caller, 'b1', { text: 'coffee\nkey:: value' })
    expect(await revertsNewest()).toEqual({ ok: true, restored: 1, left: [] })
    expect(await outlineOf(it.graph, 'Ada')).toEqual(['DONE tea'])
    const { changes } = await listed()
    expect(await reverts(changes[1]!.id)).toEqual({ ok: true, restored: 1, left: [] })
    const { record } = (await it.graph.records.find('b1'))!
    expect(record).toMatchObject({ words: { text: 'TODO tea' } })
    expect(record.hist).toHaveLength(4)
    expect(record.hist[3]).toBe('rev-b1')
  })

  test('properties, one by one', async () => {
    const properties = { mood: null, type: 'person', Birthday: '1815-12-10' }
    await it.writes.setProperties(it.caller, 'Ada', { properties })
    expect(await revertsNewest()).toEqual({ ok: true, restored: 3, left: [] })
    const { props } = (await it.graph.records.find('p1'))!.record
    expect(Object.entries(props).map(([key, { v }]) => [key, v])).toEqual([
      ['name', 'Ada'],
      ['mood', 'glad'],
      ['type', null],
      ['birthday', null],
    ])
  })

  test('in one new edit, with later stamps, and the graph is whole', async () => {
    await it.writes.createPage(it.caller, { name: 'New', blocks: ['a', 'b'] })
    const head = await it.graph.commits.head()
    await revertsNewest()
    expect(await it.graph.commits.head()).toBe(head + 1)
    expect(await it.graph.maintenance.check()).toEqual([])
  })
})

const edit = async (id: string, to: (record: GraphRecord) => GraphRecord) =>
  change(it.graph, id, ({ record }) => to(record))
const moved =
  (place: Partial<BlockRecord['place']>) =>
  (record: GraphRecord): GraphRecord => ({
    ...(record as BlockRecord),
    place: { ...(record as BlockRecord).place, ...place },
  })

describe('[D8.2] a block that was changed since is left', () => {
  test.each<[string, (id: string) => Promise<unknown>, string]>([
    [
      'reworded',
      (id) => change(it.graph, id, (held) => reworded(held, 'other', NOON + 9)),
      'Changed again after this change.',
    ],
    ['moved', (id) => edit(id, moved({ order: 77 })), 'Moved after this change.'],
    ['moved under another', (id) => edit(id, moved({ parentId: 'b1' })), 'Moved after this change.'],
    ['moved to another page', (id) => edit(id, moved({ pageId: 'p2' })), 'Moved after this change.'],
    [
      'deleted',
      (id) => change(it.graph, id, (held) => deleted(held, NOON + 9)),
      'Deleted after this change.',
    ],
    [
      'written under',
      (id) => it.writes.addBlock(it.caller, 'Ada', { text: 'y', parentId: id }),
      'Other blocks are nested under this block.',
    ],
    [
      'written at the same time elsewhere',
      (id) => edit(id, (record) => ({ ...record, versions: [{ text: 'y', rev: 'v', at: 1, device: 'd' }] })),
      'This block has conflicting versions.',
    ],
  ])('made, then %s', async (_, meanwhile, why) => {
    await add(it.graph, page('p2', 'Other'))
    const id = await made(it.writes.addBlock(it.caller, 'Ada', { text: 'x' }))
    const changeId = await newest()
    await meanwhile(id)
    const before = (await it.graph.records.find(id))!.record
    expect(await reverts(changeId)).toEqual({ ok: true, restored: 0, left: [{ kind: 'block', id, why }] })
    expect((await it.graph.records.find(id))!.record).toEqual(before)
  })

  test('rewritten, then reworded, moved or deleted', async () => {
    for (const to of [
      (record: GraphRecord) => reworded({ record, seq: 0 }, 'other', NOON + 99),
      moved({ order: 77 }),
      (record: GraphRecord) => remove(record, NOON + 99),
    ]) {
      await add(it.graph, block('b2', 'p1', 'a'))
      await it.writes.updateBlock(it.caller, 'b2', { text: 'b' })
      await edit('b2', to)
      expect(await revertsNewest()).toMatchObject({ restored: 0, left: [{ kind: 'block', id: 'b2' }] })
      it = await desk()
      await add(it.graph, page('p1', 'Ada'))
    }
  })

  test('a block with the same content again is restored: content counts, not stamps', async () => {
    await it.writes.updateBlock(it.caller, 'b1', { text: 'coffee' })
    await change(it.graph, 'b1', (held) => reworded(held, 'milk', NOON + 50))
    await change(it.graph, 'b1', (held) => reworded(held, 'TODO coffee', NOON + 60))
    await edit('b1', moved({ order: 1, at: NOON + 70 }))
    expect(await revertsNewest()).toEqual({ ok: true, restored: 1, left: [] })
    expect(await outlineOf(it.graph, 'Ada')).toEqual(['TODO tea'])
  })
})

describe('[D8.2] a page that was made is left', () => {
  const makes = async () => {
    const result = await it.writes.createPage(it.caller, {
      name: 'New',
      properties: { mood: 'glad' },
      blocks: ['a', 'b'],
    })
    return result.ok ? result.value.value().ids : { pageId: '', blockIds: [] }
  }

  test('while a block stays on it, and the rest is restored', async () => {
    const { pageId, blockIds } = await makes()
    const changeId = await newest()
    await it.writes.updateBlock(it.caller, blockIds[1]!, { text: 'c' })
    expect(await reverts(changeId)).toEqual({
      ok: true,
      restored: 1,
      left: [
        { kind: 'block', id: blockIds[1], why: 'Changed again after this change.' },
        { kind: 'page', id: pageId, why: 'The page still has blocks.' },
      ],
    })
    expect(await outlineOf(it.graph, 'New')).toEqual(['c'])
  })

  test('while a block that came later or a shape stays on it', async () => {
    const { pageId } = await makes()
    const changeId = await newest()
    const shape = makeShape({ id: 's', text: '', rev: 'r', pageId, order: 1, props: {}, now: NOON })
    await it.graph.commits.commit({ puts: [{ record: shape, from: 0 }] })
    expect(await reverts(changeId)).toMatchObject({
      restored: 2,
      left: [{ kind: 'page', why: 'The page still has blocks.' }],
    })
  })

  test.each<[string, (page: PageRecord) => GraphRecord, string]>([
    [
      'another property',
      (page) => setProps(page, [['tea', 'green']], NOON + 9),
      'Changed again after this change.',
    ],
    [
      'another value',
      (page) => setProps(page, [['mood', 'grave']], NOON + 9),
      'Changed again after this change.',
    ],
    [
      'a property less',
      (page) => setProps(page, [['mood', null]], NOON + 9),
      'Changed again after this change.',
    ],
    [
      'another name',
      (page) => setProps(page, [['name', 'Newer']], NOON + 9),
      'Changed again after this change.',
    ],
    ['a star', (page) => setProps(page, [[':favorite', true]], NOON + 9), 'Changed again after this change.'],
    ['its end', (page) => remove(page, NOON + 9), 'Deleted after this change.'],
  ])('if it got %s', async (_, to, why) => {
    const { pageId } = await makes()
    await edit(pageId, (record) => to(record as PageRecord))
    expect(await revertsNewest()).toEqual({
      ok: true,
      restored: 2,
      left: [{ kind: 'page', id: pageId, why }],
    })
  })

  test('but not for a property that came and went', async () => {
    const { pageId } = await makes()
    await edit(pageId, (record) => setProps(record as PageRecord, [['tea', 'green']], NOON + 9))
    await edit(pageId, (record) => setProps(record as PageRecord, [['tea', null]], NOON + 10))
    expect(await revertsNewest()).toEqual({ ok: true, restored: 3, left: [] })
  })
})

describe('[D8.2] a property that was changed since is left', () => {
  test('each apart', async () => {
    await it.writes.setProperties(it.caller, 'Ada', { properties: { mood: 'grave', tea: 'green' } })
    const changeId = await newest()
    await it.writes.setProperty(it.caller, 'Ada', 'mood', { value: 'calm' })
    expect(await reverts(changeId)).toEqual({
      ok: true,
      restored: 1,
      left: [{ kind: 'property', id: 'p1', key: 'mood', why: 'Changed again after this change.' }],
    })
    const { props } = (await it.graph.records.find('p1'))!.record
    expect([props['mood']!.v, props['tea']!.v]).toEqual(['calm', null])
  })

  test('with its page', async () => {
    await it.writes.setProperty(it.caller, 'Ada', 'mood', { value: 'grave' })
    await edit('p1', (record) => remove(record, NOON + 9))
    const left = [{ kind: 'property', id: 'p1', key: 'mood', why: 'The page was deleted after this change.' }]
    expect(await revertsNewest()).toEqual({ ok: true, restored: 0, left })
  })

  test('but for what a device set beside it', async () => {
    await it.writes.setProperty(it.caller, 'Ada', 'mood', { value: 'grave' })
    await edit('p1', (record) => setProps(record as PageRecord, [['tea', 'green']], NOON + 9))
    expect(await revertsNewest()).toEqual({ ok: true, restored: 1, left: [] })
    const { props } = (await it.graph.records.find('p1'))!.record
    expect([props['mood']!.v, props['tea']!.v]).toEqual(['glad', 'green'])
  })
})

describe('[D8.3] [D8.4] a change is reverted once, within 30 days', () => {
  test('twice is 409, also where nothing was put back', async () => {
    await it.writes.setProperty(it.caller, 'Ada', 'mood', { value: 'grave' })
    const changeId = await newest()
    await it.writes.setProperty(it.caller, 'Ada', 'mood', { value: 'calm' })
    expect(await reverts(changeId)).toMatchObject({ restored: 0 })
    expect(refused(await it.changes.revert(it.caller.account, changeId))).toEqual({
      code: 'conflict',
      why: 'reverted',
    })
    expect((await listed()).changes.map(({ state }) => state)).toEqual(['open', 'reverted'])
    expect(await it.graph.changes.countOpen(0)).toBe(1)
  })

  test('at once, one goes through', async () => {
    await it.writes.setTask(it.caller, 'b1', { state: 'done' })
    const changeId = await newest()
    const results = await Promise.all(
      Array.from({ length: 20 }, () => it.changes.revert(it.caller.account, changeId)),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await outlineOf(it.graph, 'Ada')).toEqual(['TODO tea'])
  })

  test.each([
    [30 * DAY, 1, { ok: true }],
    [30 * DAY + 1, 0, { ok: false, refusal: { code: 'conflict', why: 'expired' } }],
  ])('%i ms later %i is listed, and a revert is %j', async (later, total, outcome) => {
    await it.writes.setTask(it.caller, 'b1', { state: 'done' })
    const changeId = await newest()
    it.clock.now += later
    expect((await listed()).total).toBe(total)
    expect(await it.changes.revert(it.caller.account, changeId)).toMatchObject(outcome)
  })

  test('an id that is none is 404', async () => {
    for (const id of ['', 'x', 'b1'])
      expect(refused(await it.changes.revert(it.caller.account, id))).toEqual({
        code: 'not_found',
        what: 'change',
        name: id,
      })
  })

  test('it is a write: not in grace, and not without a plan', async () => {
    await it.writes.setTask(it.caller, 'b1', { state: 'done' })
    const changeId = await newest()
    const account = { ...it.caller.account, plan: 'grace', endedAt: NOON - DAY } as const
    const inGrace = { code: 'payment_required', why: 'grace' }
    expect(refused(await it.changes.revert(account, changeId))).toEqual(inGrace)
    const over = { ...account, endedAt: NOON - 31 * DAY }
    expect(refused(await it.changes.revert(over, changeId))).toEqual({ code: 'payment_required' })
    expect((await it.changes.revert(it.caller.account, changeId)).ok).toBe(true)
  })

  test('it needs no room, in the list or in storage', async () => {
    it = await desk(1)
    await add(it.graph, page('p1', 'Ada'), block('b1', 'p1', 'much more than tea'))
    await it.writes.updateBlock(it.caller, 'b1', { text: 'x' })
    const account = { ...it.caller.account, quota: 1 }
    expect(await it.changes.revert(account, await newest())).toMatchObject({ ok: true })
    expect(await outlineOf(it.graph, 'Ada')).toEqual(['much more than tea'])
  })
})
