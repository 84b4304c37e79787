/**
 * Changes are reverted, one or many.
 *
 * @module-tag both-stores
 */
import { beforeEach, describe, expect, test } from 'vitest'
import type { Call } from './api.ts'
import { CHANGES, openChanges, WRITES, type ChangesApi } from './changing.ts'
import { NOON } from './notes.ts'

const DAY = 86_400_000

let api: ChangesApi
beforeEach(async () => {
  api = await openChanges()
})

describe.each(WRITES)('[D8] %s', (action, method, target, body, page, read) => {
  test('is listed once, and one Revert puts all of it back', async () => {
    const before = await api.get(read)
    api.clock.now += 1_000
    const written = await api[method](target, body)
    expect(written.body['changed']).toBe(true)
    const { pageId, blockId } = written.body['ids']
    const { body: listed } = await api.list()
    expect(listed).toMatchObject({ total: 1, next: null })
    const [entry] = listed['changes']
    expect(entry).toEqual({
      id: expect.any(String),
      at: NOON + 1_000,
      token: 'Test',
      via: 'over the API',
      action,
      summary: expect.stringMatching(/^[A-Z].*\w$/),
      page,
      pageId,
      ...(blockId !== undefined && { blockId }),
      state: 'open',
    })

    const reverted = await api.revert(entry.id)
    expect([reverted.status, reverted.body]).toMatchObject([200, { ok: true, left: [] }])
    expect(reverted.body['restored']).toBeGreaterThan(0)
    const after = await api.get(read)
    expect(after.status).toBe(before.status)
    expect(content(after.body)).toEqual(content(before.body))
    expect((await api.latest())['state']).toBe('reverted')

    const again = await api.revert(entry.id)
    expect([again.status, again.body['error']]).toEqual([409, 'This change is already reverted.'])
  })

  test('that changes nothing is not listed', async () => {
    await api[method](target, body)
    const { changed } = (await api[method](target, body)).body
    expect((await api.list()).body['total']).toBe(changed ? 2 : 1)
  })
})

/** An answer without the times and authors of edits, and without the version, which contains the times. */
const content = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer, (key, value: unknown) =>
      ['updatedAt', 'version', 'by'].includes(key) ? undefined : value,
    ),
  )

describe('[D8.2] a revert leaves an item that changed since, and reports it', () => {
  test('a block', async () => {
    await api.post('/tasks/late', { state: 'done' })
    const { id } = await api.latest()
    await api.patch('/blocks/late', { text: 'grease the mill' })
    expect((await api.revert(id)).body).toEqual({
      ok: true,
      restored: 0,
      left: [{ kind: 'block', id: 'late', why: expect.stringMatching(/^[A-Z].*\.$/) }],
    })
    expect((await api.get('/blocks/late')).body['block'].text).toBe('DONE [#A] grease the mill')
    expect((await api.revert(id)).status).toBe(409)
  })

  test('one property of two', async () => {
    await api.patch('/pages/Long/properties', { properties: { mood: 'calm', light: 'low' } })
    const { id } = await api.latest()
    await api.patch('/pages/Long/properties/mood', { value: 'bright' })
    expect((await api.revert(id)).body).toEqual({
      ok: true,
      restored: 1,
      left: [{ kind: 'property', id: 'long', key: 'mood', why: expect.any(String) }],
    })
    expect((await api.get('/pages/Long')).body['page'].props).toEqual({ mood: 'bright' })
  })

  test('a created page that has a block', async () => {
    const made = await api.post('/pages', { name: 'New', blocks: ['a'] })
    const { id } = await api.latest()
    await api.post('/pages/New/blocks', { text: 'b' })
    const { body } = await api.revert(id)
    expect(body).toMatchObject({ restored: 1, left: [{ kind: 'page', id: made.body['ids'].pageId }] })
    expect((await api.get('/pages/New')).body['blocks']).toMatchObject([{ content: 'b' }])
  })
})

describe('[D8.2] many at once', () => {
  const send = (body: unknown, call: Call = {}) =>
    api.call(`${CHANGES}/revert`, {
      method: 'POST',
      token: api.session,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      ...call,
    })
  const revertAll = (ids: readonly string[], call?: Call) => send({ ids }, call)
  const listedIds = async (): Promise<string[]> =>
    (await api.list()).body['changes'].map(({ id }: { id: string }) => id)

  beforeEach(async () => {
    await api.post('/pages', { name: 'New', blocks: ['a'] })
    const made = await api.post('/pages/New/blocks', { text: 'b' })
    await api.patch(`/blocks/${made.body['ids'].blockId}`, { text: 'c' })
  })

  test('newest first, so that each finds what it made; the list says how many are left', async () => {
    const [rewritten, added, page] = (await listedIds()) as [string, string, string]
    expect((await api.list('?limit=1')).body['open']).toBe(3)
    const { status, body } = await revertAll([page, rewritten, added])
    expect([status, body]).toEqual([
      200,
      {
        results: [
          { id: rewritten, ok: true, restored: 1, left: [] },
          { id: added, ok: true, restored: 1, left: [] },
          { id: page, ok: true, restored: 2, left: [] },
        ],
      },
    ])
    expect((await api.list('?token=Nobody')).body).toMatchObject({ changes: [], open: 0, total: 0 })
    expect((await api.get('/pages/New')).status).toBe(404)
  })

  test('a change that cannot be reverted has its error, and the others go on', async () => {
    const [rewritten, added, page] = (await listedIds()) as [string, string, string]
    await api.revert(rewritten)
    const { body } = await revertAll(['none', page, rewritten, page])
    expect(body['results']).toEqual([
      {
        id: rewritten,
        ok: false,
        error: 'This change is already reverted.',
        code: 'conflict',
        hint: 'List the changes to see which ones you can still revert.',
      },
      {
        id: page,
        ok: true,
        restored: 1,
        left: [{ kind: 'page', id: expect.any(String), why: 'The page still has blocks.' }],
      },
      {
        id: 'none',
        ok: false,
        error: 'No change in the list has the id "none".',
        code: 'not_found',
        hint: 'List the changes to find the id.',
      },
    ])
    expect((await revertAll([added])).body['results']).toMatchObject([{ ok: true, restored: 1 }])
  })

  test.each([
    [{ ids: [] }, 400, 'ids is empty. Name at least one change.'],
    [{ ids: Array.from({ length: 101 }, String) }, 400, 'ids takes up to 100 changes, not 101.'],
    ['ids', 400, 'The body takes a JSON object, not "ids".'],
  ])('%j is %i', async (sent, status, words) => {
    const { status: answered, body } = await send(sent)
    expect([answered, body['error']]).toEqual([status, words])
  })

  test('a body of more than 64 KB is 413', async () => {
    expect((await revertAll(['x'.repeat(70_000)])).status).toBe(413)
  })

  test('to a token it is 403, and in grace 402 for all', async () => {
    const ids = await listedIds()
    expect((await revertAll(ids, { token: api.token })).status).toBe(403)
    await api.operators.setAccount('me', { plan: 'grace', endedAt: NOON - DAY })
    expect((await revertAll(ids)).status).toBe(402)
    expect((await api.list()).body['open']).toBe(3)
  })

  test("another account's changes are as those that are not there", async () => {
    const ids = await listedIds()
    await api.operators.createAccount('other', {})
    const theirs = (await api.operators.createSession('other', { device: 'Phone' })).session
    const { results } = (await revertAll(ids, { token: theirs })).body as { results: unknown[] }
    expect(results).toMatchObject(ids.map((id) => ({ id, ok: false, code: 'not_found' })))
    expect((await api.list()).body['open']).toBe(3)
  })
})

describe('[D8.4] after 30 days', () => {
  test.each([
    [30 * DAY, 1, 200],
    [30 * DAY + 1, 0, 409],
  ])('%i ms later: %i listed, a Revert is %i', async (later, total, status) => {
    await api.post('/tasks/late', { state: 'done' })
    const { id } = await api.latest()
    api.clock.now += later
    expect((await api.list()).body['total']).toBe(total)
    expect((await api.revert(id)).status).toBe(status)
  })
})
