/**
 * Restores of a block, a page or the whole graph, with a device session. @see history 4
 *
 * @module-tag both-stores
 */
import { LIMITS } from '@notegraph/contract'
import { makePage } from '@notegraph/graph'
import { describe, expect, test } from 'vitest'
import { EDITED, HOUR, useHistory } from './history.ts'
import { says } from './settings.ts'

const { it, head, edit, drop, move, text, moments, state, restore } = useHistory()
const NONE = { changed: 0, back: 0, gone: 0 }

describe('[H4] a restore', () => {
  test('is listed as made by the device whose session asks', async () => {
    const then = await head()
    await edit('late', 'other words')
    await restore({ block: 'late', seq: then })
    const { changes } = (await it.list('/changes?limit=1')).body as { changes: object[] }
    expect(changes).toMatchObject([{ action: 'restore', token: 'Phone', via: 'over the API' }])
    expect((await moments()).body['history'][0]).toMatchObject({ by: { kind: 'device', name: 'Phone' } })
  })

  test('of a block brings back its page, which was deleted since', async () => {
    const then = await head()
    const { blocks } = (await state(then)).body as { blocks: { id: string }[] }
    await drop('plans', ...blocks.map(({ id }) => id))
    expect((await restore({ block: 'late', seq: then })).body).toMatchObject({
      pages: { ...NONE, back: 1 },
      blocks: { back: expect.any(Number) },
    })
    expect(await text('late')).toMatch(/^TODO/)
    expect((await it.api.get('/pages/Plans')).status).toBe(200)
  })

  test('of a block brings its words back, and those that were under it', async () => {
    const then = await head()
    await edit('ada-1', 'other words')
    expect((await restore({ block: 'ada-1', seq: then })).body).toMatchObject({
      blocks: { ...NONE, changed: 1 },
    })
    expect(await text('ada-1')).toMatch(/^wrote the first program/)
    await drop('ada-1', 'ada-2')
    const { body } = await restore({ block: 'ada-1', seq: then })
    expect(body).toMatchObject({ blocks: { ...NONE, back: 2 }, pages: NONE })
    expect(await text('ada-2')).toBe('with a table of operations')
  })

  test('of a block puts it at the top level if the block above has moved to another page', async () => {
    const then = await head()
    await drop('ada-2')
    await move('ada-1', { pageId: 'plans' })
    expect((await restore({ block: 'ada-2', seq: then })).body).toMatchObject({
      blocks: { ...NONE, back: 1 },
    })
    const { record } = (await it.api.graph.records.find('ada-2'))!
    expect(record).toMatchObject({ place: { pageId: 'ada', parentId: null } })
    expect(await it.api.graph.maintenance.check()).toEqual([])
  })

  test('of a page counts in a preview, writes one change, and one revert takes it back', async () => {
    const then = await head()
    await edit('late', 'other words')
    await drop('soon', 'linked')
    await it.api.post('/pages/Plans/blocks', { text: 'added later' })
    const before = await head()
    const counts = { seq: then, pages: NONE, blocks: { changed: 1, back: 2, gone: 1 }, kept: 0 }
    expect((await restore({ page: 'plans', seq: then, preview: true })).body).toEqual({
      ...counts,
      preview: true,
    })
    expect(await head()).toBe(before)
    const { body } = await restore({ page: 'plans', seq: then })
    expect(body).toEqual({ ...counts, preview: false, changeId: expect.any(String) })
    expect(await text('late')).toMatch(/^TODO \[#A\] oil the mill/)
    expect(await text('soon')).toMatch(/^DOING read/)
    const [entry] = (await it.list('/changes')).body['changes']
    expect(entry).toMatchObject({ id: body['changeId'], action: 'restore', page: 'Plans', state: 'open' })
    const reverted = await it.post(`/changes/${body['changeId']}/revert`)
    expect(reverted.body).toEqual({ ok: true, restored: 4, left: [] })
    expect([await text('late'), await text('soon')]).toEqual([EDITED, undefined])
    expect(await it.api.graph.maintenance.check()).toEqual([])
  })

  describe('[H3] a deleted page with blocks that are still on it', () => {
    const blocksOf = async (seq: number) => (await state(seq)).body['blocks']
    const added = async () => {
      const then = await head()
      it.api.clock.now += HOUR
      await it.api.post('/pages/Plans/blocks', { text: 'added later' })
      return then
    }

    test('has them in its history', async () => {
      await added()
      const then = await head()
      const before = [(await moments()).body['history'], await blocksOf(then)]
      await drop('plans')
      const [deletion, ...history] = (await moments()).body['history']
      expect(deletion).toMatchObject({ page: true, added: 0, removed: 0 })
      expect([history, await blocksOf(then)]).toEqual(before)
    })

    test('comes back with them', async () => {
      const then = await head()
      const page = await it.api.get('/pages/Plans')
      await drop('plans')
      const { body } = await restore({ page: 'plans', seq: then })
      expect(body).toMatchObject({ pages: { ...NONE, back: 1 }, blocks: NONE })
      expect((await it.api.get('/pages/Plans')).body['blocks']).toEqual(page.body['blocks'])
    })

    test('loses those that are newer than the restored state', async () => {
      const then = await added()
      await drop('plans')
      const { body } = await restore({ page: 'plans', seq: then })
      expect(body).toMatchObject({ pages: { ...NONE, back: 1 }, blocks: { ...NONE, gone: 1 } })
      expect(await it.api.graph.records.listMisplaced()).toEqual([])
    })

    test('comes back with one of them that is restored', async () => {
      const then = await head()
      await edit('late', 'other words')
      await drop('plans')
      const { body } = await restore({ block: 'late', seq: then })
      expect(body).toMatchObject({ pages: { ...NONE, back: 1 }, blocks: { ...NONE, changed: 1 } })
      expect((await it.api.get('/blocks/late')).body).toMatchObject({ block: { page: 'Plans' } })
      expect(await it.api.graph.maintenance.check()).toEqual([])
    })
  })

  test('of a deleted page brings it back with its properties', async () => {
    const then = await head()
    const before = (await it.api.get('/pages/Ada%20Lovelace')).body
    await drop('ada', 'ada-1', 'ada-2', 'ada-3')
    expect((await restore({ page: 'ada', seq: then })).body).toMatchObject({
      pages: { ...NONE, back: 1 },
      blocks: { ...NONE, back: 3 },
    })
    const after = (await it.api.get('/pages/Ada%20Lovelace')).body
    expect(after).toMatchObject({ page: { name: 'Ada Lovelace' } })
    expect(after['blocks'].map(({ id }: { id: string }) => id)).toEqual(
      before['blocks'].map(({ id }: { id: string }) => id),
    )
    expect(await it.api.graph.maintenance.check()).toEqual([])
  })

  describe('that brought a page back is reverted', () => {
    const THE_PAGE = ['ada', 'ada-1', 'ada-2', 'ada-3']
    const NESTED = 'Other blocks are nested under this block.'
    const HAS_BLOCKS = 'The page still has blocks.'
    const CHANGED = 'Changed again after this change.'
    /** Deletes the page and restores it. @returns the id of the change */
    async function restored(): Promise<string> {
      const then = await head()
      await drop(...THE_PAGE)
      return (await restore({ page: 'ada', seq: then })).body['changeId']
    }
    /** The items that stay are sorted by id here: a replica may read the records of one commit in another order. */
    const revert = async (changeId: string) => {
      const { left, ...rest } = (await it.post(`/changes/${changeId}/revert`)).body
      return { ...rest, left: (left as { id: string }[]).toSorted((a, b) => (a.id < b.id ? -1 : 1)) }
    }
    const live = async () => {
      const held = await it.api.graph.records.findMany(THE_PAGE)
      return held.flatMap(({ record }) => (record.deleted === undefined ? [record.id] : [])).toSorted()
    }

    test('whole, while nobody has written on it since', async () => {
      expect(await revert(await restored())).toEqual({ ok: true, restored: 4, left: [] })
      expect(await live()).toEqual([])
    })

    test.each<[where: string, parentId: string | undefined, left: object[]]>([
      ['the page', undefined, [{ kind: 'page', id: 'ada', why: HAS_BLOCKS }]],
      [
        'a block',
        'ada-2',
        [
          { kind: 'page', id: 'ada', why: HAS_BLOCKS },
          { kind: 'block', id: 'ada-1', why: NESTED },
          { kind: 'block', id: 'ada-2', why: NESTED },
        ],
      ],
    ])('without what is above a new block on %s', async (_, parentId, left) => {
      const changeId = await restored()
      const body = { text: 'new', ...(parentId !== undefined && { parentId }) }
      expect((await it.api.post('/pages/Ada%20Lovelace/blocks', body)).status).toBe(200)
      expect(await revert(changeId)).toEqual({ ok: true, restored: 4 - left.length, left })
      expect(await live()).toEqual(left.map((one) => (one as { id: string }).id).toSorted())
      expect(JSON.stringify((await it.api.get('/pages/Ada%20Lovelace')).body)).toContain('"new"')
      expect(await it.api.graph.maintenance.check()).toEqual([])
    })

    test('without what is above a block that changed since', async () => {
      const changeId = await restored()
      await edit('ada-2', 'other words')
      expect(await revert(changeId)).toEqual({
        ok: true,
        restored: 1,
        left: [
          { kind: 'page', id: 'ada', why: HAS_BLOCKS },
          { kind: 'block', id: 'ada-1', why: NESTED },
          { kind: 'block', id: 'ada-2', why: CHANGED },
        ],
      })
      expect(await live()).toEqual(['ada', 'ada-1', 'ada-2'])
      expect(await it.api.graph.maintenance.check()).toEqual([])
    })
  })

  describe('that removed blocks is reverted', () => {
    const PAGE_GONE = 'The page was deleted after this change.'
    const PARENT_GONE = 'The block above is no longer there.'
    /** Writes two blocks, one in the other, and removes them with a restore. @returns the change, and the blocks */
    async function restored(): Promise<{ changeId: string; ids: string[] }> {
      const then = await head()
      const outline = { text: '- outer\n  - inner', parentId: 'ada-2' }
      const ids: string[] = (await it.api.post('/pages/Ada%20Lovelace/outline', outline)).body['ids'].blockIds
      const { body } = await restore({ page: 'ada', seq: then })
      expect(body).toMatchObject({ blocks: { gone: 2 } })
      return { changeId: body['changeId'], ids }
    }
    const revert = async (changeId: string) => (await it.post(`/changes/${changeId}/revert`)).body
    const texts = async (ids: string[]) => Promise.all(ids.map(text))

    test('whole, while their page is there', async () => {
      const { changeId, ids } = await restored()
      expect(await revert(changeId)).toEqual({ ok: true, restored: 2, left: [] })
      expect(await texts(ids)).toEqual(['outer', 'inner'])
      expect(await it.api.graph.maintenance.check()).toEqual([])
    })

    test.each([
      ['page', ['ada', 'ada-1', 'ada-2', 'ada-3'], PAGE_GONE],
      ['parent', ['ada-2'], PARENT_GONE],
    ])('without those whose %s was deleted since', async (_, gone, why) => {
      const { changeId, ids } = await restored()
      await drop(...gone)
      const [outer, inner] = ids.map((id) => ({ kind: 'block', id, why }))
      const { restored: count, left } = await revert(changeId)
      expect([
        [outer, inner],
        [inner, outer],
      ]).toContainEqual(left)
      expect(count).toBe(0)
      expect(await texts(ids)).toEqual([undefined, undefined])
      expect(await it.api.graph.maintenance.check()).toEqual([])
    })
  })

  test('of words is reverted, though the block above was deleted since', async () => {
    const then = await head()
    const before = await text('ada-2')
    await edit('ada-2', 'other words')
    const { changeId } = (await restore({ block: 'ada-2', seq: then })).body
    expect(await text('ada-2')).toBe(before)
    await drop('ada-1')
    expect((await it.post(`/changes/${changeId}/revert`)).body).toEqual({ ok: true, restored: 1, left: [] })
    expect(await text('ada-2')).toBe('other words')
  })

  test('that swapped two blocks is not reverted into a circle', async () => {
    const parents = async () => {
      const held = await it.api.graph.records.findMany(['ada-1', 'ada-2'])
      const sorted = held.toSorted((a, b) => (a.record.id < b.record.id ? -1 : 1))
      return sorted.map(({ record }) => (record.kind === 'block' ? record.place.parentId : undefined))
    }
    expect(await parents()).toEqual([null, 'ada-1'])
    const then = await head()
    await move('ada-2', { parentId: null })
    await move('ada-1', { parentId: 'ada-2' })
    const { changeId } = (await restore({ page: 'ada', seq: then })).body
    expect(await parents()).toEqual([null, 'ada-1'])
    await edit('ada-2', 'changed since')
    const left = [
      { kind: 'block', id: 'ada-1', why: 'The block above is now under this block.' },
      { kind: 'block', id: 'ada-2', why: 'Changed again after this change.' },
    ]
    const { body } = await it.post(`/changes/${changeId}/revert`)
    expect(body).toEqual({ ok: true, restored: 0, left: expect.arrayContaining(left) })
    expect(body['left']).toHaveLength(2)
    expect(await parents()).toEqual([null, 'ada-1'])
  })

  test.each(['snapshot', 'time'])('of the graph goes to a %s', async (how) => {
    await edit('late', 'the words to keep')
    const then = it.api.clock.now
    const { id } = (await it.send('POST', '/snapshots', { name: 'Then' })).body
    await edit('late', 'later words')
    await drop('ada', 'ada-1', 'ada-2', 'ada-3')
    await it.api.post('/pages', { name: 'New', blocks: ['a', 'b'] })
    await it.confirm()
    const { body } = await restore(how === 'snapshot' ? { snapshot: id } : { at: then })
    expect(body).toMatchObject({
      pages: { changed: 0, back: 1, gone: 1 },
      blocks: { changed: 1, back: 3, gone: 2 },
    })
    expect([await text('late'), await text('ada-1')]).toEqual([
      EDITED.replace('other words', 'the words to keep'),
      expect.any(String),
    ])
    expect(await it.api.graph.pages.findByName('new')).toBeUndefined()
    expect((await restore({ snapshot: id })).body).toMatchObject({ pages: NONE, blocks: NONE })
    expect(await it.api.graph.maintenance.check()).toEqual([])
  })

  // A time has no upper limit, and a database column has one.
  test.each([{ block: 'late' }, { page: 'plans' }, {}])(
    'of %j to a time far ahead is to now',
    async (scope) => {
      await edit('late', 'the latest words')
      await it.confirm()
      const now = { seq: await head(), pages: NONE, blocks: NONE }
      expect((await restore({ ...scope, at: Number.MAX_VALUE })).body).toMatchObject(now)
    },
  )

  test.each([{ page: 'plans' }, {}])(
    'of %j keeps words that a device had not sent, as a version',
    async (scope) => {
      const then = await head()
      const held = (await it.api.graph.records.find('late'))!.record
      await edit('late', 'other words')
      const pulled = (await it.api.graph.records.find('late'))!.record
      if (held.kind !== 'block' || pulled.kind !== 'block') throw new Error('late is a block')
      await it.confirm()
      await restore({ ...scope, seq: then })
      it.api.clock.now += HOUR
      const { epoch } = await it.api.graph.feed.state()
      const words = { text: 'typed offline', rev: 'offline', at: it.api.clock.now }
      const record = { ...pulled, words, updatedAt: words.at }
      const push = {
        epoch,
        device: 'phone',
        records: [{ record, dirty: ['words'], seen: [pulled.words.rev], drops: [] }],
      }
      const { body } = await it.api.call('/api/sync', {
        method: 'POST',
        token: it.session,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(push),
      })
      const [result] = body['results']
      const texts = [
        result.record.words.text,
        ...(result.record.versions ?? []).map(({ text }: { text: string }) => text),
      ]
      expect(new Set(texts)).toEqual(new Set([held.words.text, 'typed offline']))
    },
  )

  test('in the background has its progress at an address of its own', async () => {
    expect(await it.list('/restore')).toMatchObject({ status: 200, body: { restore: null } })
    const then = await head()
    const pages = 1 + LIMITS.restoredAtOnce
    const at = it.api.clock.now
    const puts = Array.from({ length: pages }, (_, i) => ({
      record: makePage({ id: `many-${i}`, name: `Many ${i}`, now: at }),
      from: 0,
    }))
    const by = { kind: 'device', id: 'd1', name: 'Phone', at } as const
    await it.api.graph.commits.commit({ puts, by })
    const { body } = await restore({ seq: then })
    expect(body).toMatchObject({ pages: { gone: pages }, running: true })
    const job = async () => (await it.list('/restore')).body['restore']
    expect(await job()).toMatchObject({ changeId: body['changeId'], seq: then, total: pages })
    await expect.poll(async () => (await job()).state, { interval: 5 }).toBe('done')
    expect(await job()).toMatchObject({ done: pages, endedAt: expect.any(Number) })
    // The states that its revert needs are no snapshot.
    for (const hold of ['before', 'after'])
      expect(await it.list(`/snapshots/${body['changeId']}.${hold}`, { method: 'DELETE' })).toMatchObject({
        status: 404,
      })
    const reverted = await it.api.call(`/api/v1/settings/changes/${body['changeId']}/revert`, {
      method: 'POST',
      token: it.session,
    })
    expect(reverted.body).toEqual({ ok: true, restored: pages, left: [] })
  })

  test.each<[body: object, status: number, message: string]>([
    [{ page: 'plans' }, 400, 'A restore needs exactly one of seq, snapshot and at.'],
    [{ seq: 1, at: 2 }, 400, 'A restore needs exactly one of seq, snapshot and at.'],
    [{ page: 'plans', block: 'late', seq: 0 }, 400, 'A restore takes a page or a block, not both.'],
    [{ snapshot: 'none' }, 404, 'No snapshot of this account has the id "none".'],
    [{ page: 'nobody', seq: 1 }, 404, 'There was no such page or block after the commit 1.'],
    [{ seq: 999 }, 404, 'There was no such page or block after the commit 999.'],
    [{ at: 1 }, 409, 'The server no longer has all states of that time.'],
  ])('%j is refused with %d', async (body, status, message) => {
    expect(says(await restore(body))).toEqual([status, message])
  })
})
