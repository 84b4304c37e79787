/**
 * The history of pages, and snapshots, with a device session. @see history 2, 3
 *
 * @module-tag both-stores
 */
import { describe, expect, test } from 'vitest'
import { EDITED, HOUR, useHistory } from './history.ts'
import { NOON } from './notes.ts'
import { says } from './settings.ts'
import { zipFiles } from './zip-files.ts'

const { it, head, edit, drop, moments, state, restore } = useHistory()
const CONTROLS = 'The name of a snapshot must not contain control characters or half of a surrogate pair.'

describe('[H3] the history of a page', () => {
  test('names each commit, newest first, with its author and what changed', async () => {
    const first = await head()
    const second = await edit('late', 'other words')
    const third = await drop('soon', 'linked')
    const { body } = await moments()
    expect(body).toMatchObject({ total: 3, next: null })
    const phone = { kind: 'device', id: 'd1', name: 'Phone' }
    const test = { kind: 'token', id: expect.any(String), name: 'Test' }
    expect(body['history'].slice(0, 2)).toEqual([
      { seq: third, at: NOON + 2 * HOUR, by: phone, page: false, added: 0, changed: 0, removed: 2 },
      { seq: second, at: NOON + HOUR, by: test, page: false, added: 0, changed: 1, removed: 0 },
    ])
    expect(body['history'][2]).toMatchObject({ seq: first, page: true })
    expect((await moments('?limit=1&offset=1')).body).toMatchObject({ history: [{ seq: second }], next: 2 })
  })

  test('shows the page as it was, and what the commit changed', async () => {
    const first = await head()
    const second = await edit('late', 'other words')
    await drop('soon')
    const { body } = await state(second)
    expect(body).toMatchObject({ seq: second, id: 'plans', name: 'Plans', properties: {} })
    expect(body).toMatchObject({ at: NOON + HOUR, by: { kind: 'token', name: 'Test' } })
    expect(body['blocks'][0]).toEqual({ id: 'late', depth: 0, text: EDITED })
    expect(body['blocks'][1]).toMatchObject({ id: 'soon' })
    expect(body['changes']).toEqual([
      {
        kind: 'block',
        id: 'late',
        before: 'TODO [#A] oil the mill\nSCHEDULED: <2026-11-18 Wed>',
        after: EDITED,
      },
    ])
    const before = (await state(first)).body
    expect(before['blocks'][0]['text']).toBe('TODO [#A] oil the mill\nSCHEDULED: <2026-11-18 Wed>')
  })

  test('a block that was added and edited within ten minutes is new in its moment', async () => {
    const before = await head()
    const { body: added } = await it.api.post('/pages/Plans/blocks', { text: 'new' })
    const { blockId } = added['ids']
    await it.api.patch(`/blocks/${blockId}`, { text: 'newer' })
    const second = await head()
    await edit(blockId, 'newest')
    const { body } = await moments()
    expect(body['history'][1]).toMatchObject({ seq: second, added: 1, changed: 0 })
    expect((await state(second)).body['changes']).toEqual([{ kind: 'block', id: blockId, after: 'newer' }])
    expect((await state(before)).body['blocks']).not.toContainEqual(expect.objectContaining({ id: blockId }))
  })

  test('a deleted page has a history, and an unknown one does not', async () => {
    const last = await head()
    await drop('plans', 'late')
    expect((await moments()).body['history'][0]).toMatchObject({ page: true, removed: 1 })
    expect((await state(last)).body).toMatchObject({ name: 'Plans' })
    expect((await state(await head())).status).toBe(404)
    expect(says(await moments('', 'nobody'))).toEqual([404, 'No page is called "nobody".'])
  })

  test('a number that is no commit, or of a time that is gone, is refused', async () => {
    expect((await it.list('/pages/plans/history/x')).status).toBe(404)
    const never = (await head()) + 1
    const refusal = [404, `There was no such page or block after the commit ${never}.`]
    expect(says(await state(never))).toEqual(refusal)
    for (const scope of [{}, { page: 'plans' }, { block: 'late' }])
      expect(says(await restore({ ...scope, seq: never }))).toEqual(refusal)
  })
})

describe('[H2, H3] snapshots', () => {
  test('are made, listed and removed', async () => {
    const made = await it.send('POST', '/snapshots', { name: ' Before the clean-up ' })
    expect(made.body).toEqual({
      id: expect.any(String),
      name: 'Before the clean-up',
      seq: await head(),
      at: NOON,
    })
    expect((await it.list('/snapshots')).body).toEqual({ snapshots: [made.body], total: 1, next: null })
    const path = `/snapshots/${made.body['id']}`
    expect((await it.list(path)).body).toEqual(made.body)
    expect((await it.list(path, { method: 'DELETE' })).body).toEqual({ ok: true })
    for (const method of ['GET', 'DELETE'])
      expect(says(await it.list(path, { method }))).toEqual([
        404,
        `No snapshot of this account has the id "${made.body['id']}".`,
      ])
  })

  test.each([
    [{ name: ' ' }, 'A snapshot needs a name.'],
    [{}, 'name is missing.'],
    [{ name: 'x'.repeat(201) }, 'The name of a snapshot has at most 200 characters.'],
    [{ name: 'a\0b' }, CONTROLS],
    [{ name: 'a\nb' }, CONTROLS],
    [{ name: '\ud800' }, CONTROLS],
  ])('%j is refused', async (body, message) => {
    expect(says(await it.send('POST', '/snapshots', body))).toEqual([400, message])
  })

  test('an account has 50 of them', async () => {
    for (let i = 0; i < 50; i++)
      await it.api.graph.history.addSnapshot({ id: `s${i}`, name: 'one', at: NOON }, 50)
    expect(says(await it.send('POST', '/snapshots', { name: 'more' }))).toEqual([
      409,
      'This account already has 50 snapshots, which is the limit.',
    ])
  })

  test('the archive has the graph as it was', async () => {
    const { id } = (await it.send('POST', '/snapshots', { name: 'Then' })).body
    await edit('late', 'other words')
    await drop('soon')
    await it.api.post('/pages', { name: 'Later' })
    await it.confirm()
    const response = await it.api.app.request(`/api/v1/settings/snapshots/${id}/archive`, {
      headers: { Authorization: `Bearer ${it.session}` },
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/zip')
    const files = await zipFiles(new Uint8Array(await response.arrayBuffer()))
    expect(files.get('pages/Plans.md')).toContain('oil the mill')
    expect(files.get('pages/Plans.md')).toContain('read the [[ada lovelace]] letters')
    expect(files.has('pages/Later.md')).toBe(false)
    expect((await it.list('/snapshots/none/archive')).status).toBe(404)
  })
})
