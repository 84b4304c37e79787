/**
 * Forgetting earlier states, with a device session. @see decisions 9.10
 *
 * @module-tag both-stores
 */
import { expect, test } from 'vitest'
import { EDITED, useHistory } from './history.ts'
import { says } from './settings.ts'
import { zipFiles } from './zip-files.ts'

const { it, head, edit, drop, move, moments, state, restore } = useHistory()
const forget = async (body: object) => {
  await it.confirm()
  return it.send('POST', '/history/forget', body)
}

/** Every place where the server shows what was. */
async function shown(seqs: readonly number[]): Promise<string> {
  const snapshot = (await it.list('/snapshots')).body['snapshots'][0].id
  const archive = await it.api.app.request(`/api/v1/settings/snapshots/${snapshot}/archive`, {
    headers: { Authorization: `Bearer ${it.session}` },
  })
  expect(archive.status).toBe(200)
  const states = await Promise.all(seqs.map(async (seq) => state(seq)))
  const answers = await Promise.all([
    moments(),
    it.list('/changes'),
    it.list('/audit'),
    it.api.call('/api/sync', { token: it.session }),
    it.api.get('/search?q=mill'),
  ])
  const texts = [...states, ...answers].map(({ text }) => text)
  return [...texts, ...(await zipFiles(new Uint8Array(await archive.arrayBuffer()))).values()].join('\n')
}

test('[D9.10] of a block: its earlier words are nowhere, the present ones stay, and later ones are kept', async () => {
  const first = await head()
  await it.send('POST', '/snapshots', { name: 'before' })
  const second = await edit('late', 'other words')
  const { changes } = (await it.list('/changes')).body
  await it.confirm()
  expect(await shown([first, second])).toContain('oil the mill')
  const { status, body } = await forget({ block: 'late' })
  expect([status, body]).toEqual([200, { states: 1, changes: 1, deliveries: 0 }])
  expect(await shown([first, second])).not.toContain('oil the mill')
  expect((await state(first)).body['blocks'][0]).toMatchObject({ id: 'late', text: EDITED })
  expect((await it.api.get('/blocks/late')).body).toMatchObject({ block: { text: 'TODO [#A] other words' } })
  expect(says(await it.post(`/changes/${changes[0].id}/revert`))[0]).toBe(404)
  expect((await restore({ block: 'late', seq: first })).body).toMatchObject({ blocks: { changed: 0 } })
  const third = await edit('late', 'newest words')
  expect((await state(third - 1)).body['blocks'][0]).toMatchObject({ text: EDITED })
  expect((await it.list('/audit')).body['events']).toContainEqual(
    expect.objectContaining({ event: 'history_forgotten', by: 'device', subject: 'late', detail: 'block' }),
  )
  expect(await it.api.graph.maintenance.check()).toEqual([])
})

test('[D9.10] of a page: with the blocks that left it', async () => {
  const first = await head()
  await edit('late', 'other words')
  await drop('soon')
  const { body } = await forget({ page: 'plans' })
  expect(body).toMatchObject({ changes: 1 })
  const page = (await state(first)).body
  expect(page['blocks'].map(({ id }: { id: string }) => id)).not.toContain('soon')
  expect(JSON.stringify(page)).not.toContain('oil the mill')
  expect(says(await restore({ block: 'soon', seq: first }))[0]).toBe(404)
  expect((await it.list('/changes')).body['changes']).toEqual([])
  expect(await it.api.graph.maintenance.check()).toEqual([])
})

test('[D9.10] of a deleted page nothing stays', async () => {
  await drop('plans', 'late', 'soon', 'linked')
  expect((await forget({ page: 'plans' })).status).toBe(200)
  expect((await state(1)).status).toBe(404)
})

test('[D9.10] messages and repeated answers about a block that left the page go with it', async () => {
  const pageId: string = (await it.api.post('/pages', { name: 'Other' })).body['page'].id
  await move('late', { pageId, parentId: null })
  const key = { headers: { 'Idempotency-Key': 'k' } }
  const again = async () => it.api.patch('/blocks/late', { text: 'secret words' }, key)
  await again()
  expect((await again()).headers.get('Idempotency-Replayed')).toBe('true')
  await edit('late', 'other words')
  const { webhooks } = it.api.store
  const hook = {
    id: 'w',
    accountId: 'me',
    url: 'https://a.example',
    secret: 'whsec_a',
    filter: {},
    withBlocks: true,
  }
  const position = { epoch: 1, seq: 0, part: 0 }
  await webhooks.create({ ...hook, createdAt: 1, position, dueAt: 0 }, 9)
  const hold = { accountId: 'me', id: 'w', holder: 'me' }
  await webhooks.hold(hold, { now: 1, until: 2 })
  const body = '{"pages":[{"id":"other","blocks":[{"id":"late","block":{"text":"secret words"}}]}]}'
  const message = { webhookId: 'w', seq: 1, createdAt: 1, state: 'pending', attempts: 0 } as const
  await webhooks.prepare(hold, position, { ...message, id: 'm', body }, 9)
  expect((await forget({ page: 'plans' })).body).toMatchObject({ deliveries: 1 })
  expect(await webhooks.findDelivery('me', 'm')).toBeUndefined()
  expect((await again()).headers.get('Idempotency-Replayed')).toBeNull()
})

test.each<[string, object, unknown[]]>([
  ['neither', {}, [400, 'This needs a page or a block, and not both.']],
  ['both', { page: 'plans', block: 'late' }, [400, 'This needs a page or a block, and not both.']],
  ['an unknown page', { page: 'none' }, [404, 'No page is called "none".']],
  ['a block as a page', { page: 'late' }, [404, 'No page is called "late".']],
  ['an unknown block', { block: 'none' }, [404, expect.stringContaining('none')]],
])('[D9.10] %s is refused', async (_, body, expected) => {
  expect(says(await forget(body))).toEqual(expected)
})

test('[D9.10] a token does not forget', async () => {
  const { status } = await it.send('POST', '/history/forget', { page: 'plans' }, { token: it.api.token })
  expect(status).toBe(403)
})
