/**
 * Notices, and the look at the list of changes, with the session of a device. @see events 4
 *
 * @module-tag both-stores
 */
import { expect, test } from 'vitest'
import { makeBlock } from '@notegraph/graph'
import { CHANGES } from './changing.ts'
import { NOON } from './notes.ts'
import { useSettings } from './settings.ts'

const it = useSettings('/api/v1/settings/notices')
const DAY = 86_400_000

const notices = async () => (await it.list()).body['notices'] as object[]
const write = () => it.api.post('/pages/Plans/blocks', { text: 'x' })

async function setQuota(quota: number) {
  const account = (await it.api.store.accounts.find('me'))!
  await it.api.store.accounts.update(account, { ...account, quota })
}

test('[V4] an account with nothing to say has no notices', async () => {
  expect((await it.list()).body).toEqual({ notices: [], total: 0, next: null })
})

test('[V4] changes count since the last look', async () => {
  for (let n = 0; n < 3; n++) await write()
  expect(await notices()).toEqual([{ kind: 'changes', count: 3 }])
  expect((await it.post('/look')).body).toEqual({ notices: [], total: 0, next: null })
  it.api.clock.now += 1
  await write()
  expect(await notices()).toEqual([{ kind: 'changes', count: 1 }])
  it.api.clock.now += 30 * DAY + 1
  expect(await notices()).not.toContainEqual(expect.objectContaining({ kind: 'changes' }))
})

test('[V4] a restore by a device is no change of a program', async () => {
  const seq = await it.api.graph.commits.head()
  const { body } = await write()
  await it.post('/look')
  it.api.clock.now += 1
  const restored = await it.api.call('/api/v1/settings/restore', {
    method: 'POST',
    token: it.session,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ page: body['ids'].pageId, seq }),
  })
  expect(restored.body).toMatchObject({ blocks: { gone: 1 }, changeId: expect.any(String) })
  expect(await notices()).toEqual([])
})

test('[V4] a look is stored if it saw something new, and not otherwise', async () => {
  const { looks } = it.api.store
  await it.post('/look')
  expect(await looks.last('me')).toBeUndefined()
  await write()
  const at = (it.api.clock.now += 1)
  for (let n = 0; n < 2; n++) {
    await it.post('/look')
    it.api.clock.now += 1
  }
  expect(await looks.last('me')).toBe(at)
  await write()
  expect(await notices()).toEqual([{ kind: 'changes', count: 1 }])
})

test('[V4] changes that were looked at one by one count no more, and are not listed as unseen', async () => {
  const changes = (query = '') => it.api.call(CHANGES + query, { token: it.session })
  const ids = async (query?: string) =>
    ((await changes(query)).body['changes'] as { readonly id: string }[]).map(({ id }) => id)
  const see = async (body: object) =>
    it.api.call(`${CHANGES}/see`, {
      method: 'POST',
      token: it.session,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  for (let n = 0; n < 3; n++) await write()
  const [newest, ...others] = await ids('?unseen=true')
  expect((await see({ ids: [newest] })).body).toEqual({ ok: true, seen: 1 })
  expect((await see({ ids: [newest, 'none'] })).body).toEqual({ ok: true, seen: 0 })
  expect((await see({ ids: [] })).status).toBe(400)
  expect(await ids('?unseen=true&touched=true')).toEqual(others)
  expect(await notices()).toEqual([{ kind: 'changes', count: 2 }])
  expect((await changes()).body['changes']).toMatchObject([{ id: newest, seenAt: NOON }, {}, {}])
  await it.post('/look')
  expect(await ids('?unseen=true')).toEqual([])
  expect(await ids()).toHaveLength(3)
})

test('[V4] conflicts wait until each is decided', async () => {
  const versions = [{ text: 'y', rev: 'r2', at: NOON, device: 'd' }]
  const block = makeBlock({ id: 'c1', content: 'x', rev: 'r1', pageId: 'plans', parentId: null, order: 1, now: NOON }) // prettier-ignore
  const { id: pageId } = (await it.api.get('/pages/Plans')).body['page'] as { id: string }
  const record = { ...block, place: { ...block.place, pageId }, versions }
  await it.api.graph.commits.commit({ puts: [{ record, from: 0 }] })
  expect(await notices()).toEqual([{ kind: 'conflicts', count: 1 }])
})

test('[V4] a device is named once it was not seen for two weeks', async () => {
  const id = (await it.api.store.sessions.list('me'))[0]!.id
  it.api.clock.now = NOON + 14 * DAY - 1
  const { session } = await it.api.operators.createSession('me', { device: 'Laptop' })
  const list = async () => (await it.list('', { token: session })).body['notices']
  expect(await list()).toEqual([])
  it.api.clock.now += 1
  expect(await list()).toEqual([{ kind: 'device_unseen', id, device: 'Phone', seenAt: NOON }])
  await it.api.store.sessions.end(id, it.api.clock.now)
  expect(await list()).toEqual([])
})

test('[D9.8] a device that is not used is named two weeks before it is signed out', async () => {
  const id = (await it.api.store.sessions.list('me'))[0]!.id
  const list = async () => {
    const { session, id: own } = await it.api.operators.createSession('me', { device: 'Laptop' })
    const found = (await it.list('', { token: session })).body['notices']
    await it.api.store.sessions.end(own, it.api.clock.now)
    return found
  }
  it.api.clock.now = NOON + 166 * DAY - 1
  expect(await list()).toEqual([{ kind: 'device_unseen', id, device: 'Phone', seenAt: NOON }])
  it.api.clock.now += 1
  expect(await list()).toEqual([{ kind: 'device_ending', id, device: 'Phone', endsAt: NOON + 180 * DAY }])
  it.api.clock.now = NOON + 180 * DAY
  expect(await list()).toEqual([])
})

test('[D9.8] a token with an end is named two weeks before it, and one without is not', async () => {
  const { operators, clock } = it.api
  await operators.createToken('me', { name: 'Ever', scope: 'read' })
  const { id } = await operators.createToken('me', { name: 'Script', scope: 'read', expires: '2027-01-19' })
  const endsAt = Date.UTC(2027, 0, 20)
  const ended = await operators.createToken('me', { name: 'Old', scope: 'read', expires: '2027-01-19' })
  await operators.revokeToken(ended.id)
  clock.now = endsAt - 14 * DAY - 1
  await it.api.store.sessions.touch((await it.api.store.sessions.list('me'))[0]!.id, clock.now)
  expect(await notices()).toEqual([])
  clock.now += 1
  expect(await notices()).toEqual([{ kind: 'token_ending', id, name: 'Script', endsAt }])
  clock.now = endsAt
  expect(await notices()).toEqual([])
})

test.each([
  [0.79, []],
  [0.8, [80]],
  [0.985, [80]],
  [0.995, [100]], // a write of words may be refused from here on
  [1, [100]],
  [1.2, [100]],
])('[V4] storage that is used to %d of its limit is noticed at %j', async (part, percents) => {
  const file = { id: 'f'.repeat(32), hash: 'a'.repeat(64), name: 'x.bin', type: 'image/png', size: 10_000_000, createdAt: NOON } // prettier-ignore
  await it.api.graph.commits.commit({ puts: [], files: [file] })
  const used = await it.api.graph.storage.bytes()
  const quota = Math.floor(used / part)
  await setQuota(quota)
  expect(await notices()).toEqual(percents.map((percent) => ({ kind: 'storage', percent, used, quota })))
})

test('[V4] storage that refused words is full in the notice', async () => {
  const quota = (await it.api.graph.storage.bytes()) + 200
  await setQuota(quota)
  expect((await write()).status).toBe(507)
  expect(await notices()).toMatchObject([{ kind: 'storage', percent: 100, quota }])
})

test('[V4] a plan that ended says how long reading lasts', async () => {
  await it.api.operators.setAccount('me', { plan: 'grace' })
  expect(await notices()).toEqual([{ kind: 'plan_ending', readsUntil: NOON + 30 * DAY, daysLeft: 30 }])
  expect((await it.post('/look')).status).toBe(200)
})

test('[S8] programs without the right that wrote on a page that readers see are named, until they get it', async () => {
  const { api } = it
  const made = async (name: string) => api.operators.createToken('me', { name, scope: 'write' })
  const tokens = [await made('Script'), await made('Bot'), await made('Elsewhere'), await made('Ended')]
  const pages = ['Plans', 'Ada Lovelace', 'Long', 'Plans']
  for (const [i, { token }] of tokens.entries())
    expect((await api.post(`/pages/${encodeURIComponent(pages[i]!)}/blocks`, { text: 'x' }, { token })).status).toBe(200) // prettier-ignore
  await write() // the token of the tests has the right
  await it.post('/look')
  expect(await notices()).toEqual([])
  const { id: pageId } = (await api.get('/pages/Plans')).body['page'] as { id: string }
  const share = { id: 'x'.repeat(22), accountId: 'me', pageId, quotes: false, createdAt: api.clock.now }
  await api.store.shares.create(share, { open: 9, closed: 9 })
  const rule = { pages: [], type: 'person', journals: false } as const
  await api.store.sites.create({ slug: 'us', accountId: 'me', title: 'Us', rule, createdAt: NOON }, { open: 9, closed: 9 }) // prettier-ignore
  await api.operators.revokeToken(tokens[3]!.id)
  const program = (i: number) => ({ kind: 'token', id: tokens[i]!.id, name: tokens[i]!.name, may: [] })
  expect(await notices()).toEqual([{ kind: 'may_publish', programs: [program(1), program(0)] }])
  await api.store.tokens.setRights(tokens[0]!.id, 'me', ['publish'])
  expect(await notices()).toEqual([{ kind: 'may_publish', programs: [program(1)] }])
  await api.store.sites.end('me', 'us', NOON)
  expect(await notices()).toEqual([])
})
