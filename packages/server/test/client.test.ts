/** The client with the server over a real connection. */
import {
  accountClient,
  changesClient,
  conflictsClient,
  every,
  filesClient,
  metaOf,
  notesClient,
  tokensClient,
  transferClient,
} from '@notegraph/client'
import { readmeExamples, runExample } from '@notegraph/example-tests'
import { findField, findType, PAGE_TYPES, storeValue } from '@notegraph/page-types'
import { describe, expect, test } from 'vitest'
import { fetchDescribed } from './described.ts'
import { addConflict } from './served-conflict.ts'
import { useServed } from './served.ts'

const server = useServed({ NOTEGRAPH_WRITES_PER_MINUTE_ADDRESS: '40' })

const device = () => ({ url: server.served.baseUrl, token: server.session, fetch: fetchDescribed })
const notes = () =>
  notesClient({ url: server.served.baseUrl, token: server.served.token ?? '', fetch: fetchDescribed })
const changes = () => changesClient(device())

test('the examples of the README say what happens', async () => {
  const { baseUrl: url, token } = server.served
  const given = { url, token, session: server.session, console: { log() {} } }
  const counts: number[] = []
  for (const example of readmeExamples(new URL('../README.md', import.meta.resolve('@notegraph/client')))) {
    const { actual, stated } = await runExample(example, { given })
    expect(actual).toEqual(stated)
    counts.push(stated.length)
  }
  expect(counts).toEqual([3, 2])
})

describe('from end to end', () => {
  test('a page is made, written on, read, found, and all of it taken back', async () => {
    const it = notes()
    const before = await it.readPage('The Boat')
    const { total } = await it.listPages({ limit: 1 })

    const made = await it.createPage({
      name: 'Grace Hopper',
      type: 'person',
      properties: { Birthday: '1906-12-09' },
      blocks: ['found a [[moth]]'],
    })
    const { ids, block } = await it.addBlock('grace hopper', { text: 'TODO a nanosecond of wire' })
    await it.setTask(ids.blockId, { state: 'done' })
    await it.setProperty('Grace Hopper', 'occupation', { value: 'admiral' })
    await it.setProperties('The Boat', { properties: { mood: 'calm', light: 'low' } })

    expect(block.marker).toBe('TODO')
    expect((await it.readPage('GRACE HOPPER')).page.fields).toEqual({
      Birthday: '1906-12-09',
      Occupation: 'admiral',
    })
    expect((await it.search({ q: 'nanosecond' })).blocks).toMatchObject([{ id: ids.blockId, marker: 'DONE' }])
    expect((await it.listPages({ limit: 1 })).total).toBe(total + 1)
    expect((await it.listTypes()).types).toHaveLength(PAGE_TYPES.length)
    expect((await it.readDay('today')).date).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect((await it.createPage({ name: 'grace hopper' })).ids.pageId).toBe(made.ids.pageId)

    const open: string[] = []
    for await (const { id, state } of every((offset) => changes().list({ limit: 2, offset }), 'changes'))
      if (state === 'open') open.push(id)
    const [newest, ...older] = open
    const { change } = await changes().read(newest!)
    expect((await changes().list({ limit: 1, touched: true })).changes).toEqual([change])
    expect((await changes().revert(newest!)).left).toEqual([])
    const { results } = await changes().revertAll(older.toReversed())
    expect(results).toEqual(
      older.map((id) => ({ id, ok: true, restored: expect.any(Number) as number, left: [] })),
    )
    await expect(it.readPage('Grace Hopper')).rejects.toMatchObject({ status: 404, code: 'not_found' })
    expect((await it.readPage('The Boat')).page.props).toEqual(before.page.props)
    expect((await it.listPages({ limit: 1 })).total).toBe(total)
  })

  test('the types that it answers are a registry for page-types', async () => {
    const { types } = await notes().listTypes()
    const field = findField(findType('[[Person]]', types)!, 'Birthday')!
    expect(storeValue(field, 'Dec 10th, 1815')).toEqual({ ok: true, value: '1815-12-10' })
  })

  test('a write whose answer was lost is sent again, and written once', async () => {
    let calls = 0
    const it = notesClient({
      url: server.served.baseUrl,
      token: server.served.token ?? '',
      sleep: async () => {},
      fetch: async (url, init) => {
        const response = await fetch(url, init)
        if (calls++ > 0) return response
        await response.arrayBuffer()
        throw new TypeError('the connection was lost')
      },
    })
    const added = await it.addBlock('tomorrow', { text: 'once' })
    expect(metaOf(added).replayed).toBe(true)
    const { blocks } = await it.readPage(added.block.page)
    expect(blocks.filter(({ content }) => content === 'once')).toHaveLength(1)
  })

  test('the same key in another process is the same write', async () => {
    const idempotencyKey = '9f2c8a54-6d1e-4b7a-8c3f-1e5d7a9b0c26'
    const [one, two] = [
      await notes().addBlock('today', { text: 'kept' }, { idempotencyKey }),
      await notes().addBlock('today', { text: 'kept' }, { idempotencyKey }),
    ]
    expect(two).toEqual(one)
    expect([metaOf(one).replayed, metaOf(two).replayed]).toEqual([false, true])
  })

  test('a rate that is used up is waited for as long as it asks', async () => {
    const waits: number[] = []
    const enough = new Error('enough')
    const it = notesClient({
      url: server.served.baseUrl,
      token: server.served.token ?? '',
      sleep: async (ms) => {
        waits.push(ms)
        throw enough
      },
    })
    const write = async () => {
      for (let n = 0; n <= 40; n++) await it.addBlock('today', { text: `${n}` })
    }
    await expect(write()).rejects.toBe(enough)
    expect(waits).toEqual([60_000])
  })

  test('a token opens no settings, a session no notes', async () => {
    const { baseUrl, token = '' } = server.served
    await expect(changesClient({ url: baseUrl, token }).list()).rejects.toMatchObject({
      status: 403,
      code: 'forbidden',
    })
    await expect(notesClient({ url: baseUrl, token: server.session }).listPages()).rejects.toMatchObject({
      status: 401,
    })
  })
})

describe('the account of a device', () => {
  test('a token is made with its last day, read back, used and revoked', async () => {
    const tokens = tokensClient(device())
    const body = { name: 'Reader', scope: 'read', zone: 'Europe/Berlin', expires: '2099-12-31' } as const
    const { token, ...made } = await tokens.make(body)
    expect(made).toMatchObject({ name: 'Reader', scope: 'read', expiresAt: Date.UTC(2099, 11, 31, 23) })
    const reader = notesClient({ url: server.served.baseUrl, token })
    expect((await reader.listPages({ limit: 1 })).pages).toHaveLength(1)
    await expect(reader.createPage({ name: 'x' })).rejects.toMatchObject({ code: 'read_only_token' })
    expect((await tokens.list()).tokens).toContainEqual(expect.objectContaining(made))
    expect(await tokens.revoke(made.id)).toMatchObject({ revokedAt: expect.any(Number) })
    await expect(reader.listPages()).rejects.toMatchObject({ status: 401 })
  })

  test('a file goes up as a stream and comes down, whole and in part', async () => {
    const files = filesClient(device())
    const bytes = new Blob(['south is up']).stream()
    const added = await files.add({ name: 'Karte von Köln.txt', bytes, type: 'text/plain' })
    expect(added).toMatchObject({ name: 'Karte von Köln.txt', type: 'text/plain', size: 11 })
    const file = await files.read(added.id)
    expect(file).toMatchObject({ name: 'Karte von Köln.txt', type: 'text/plain', size: 11 })
    expect(textOf(await file.bytes())).toBe('south is up')
    const part = await filesClient({ ...device(), token: server.served.token ?? '' }).read(added.id, {
      range: [0, 4],
    })
    expect(textOf(await part.bytes())).toBe('south')
    await expect(files.read('none')).rejects.toMatchObject({ code: 'not_found' })
    expect(await files.removeUnlinked([added.id])).toEqual({ removed: [], left: [added.id] })
  })

  test('the graph goes out as an archive and comes in again, and nothing is new', async () => {
    const transfer = transferClient(device())
    const archive = await transfer.export()
    expect(archive).toMatchObject({
      type: 'application/zip',
      size: undefined,
      name: expect.stringMatching(/zip$/),
    })
    const started = await transfer.startImport(archive.stream)
    expect(started.import?.state).toBe('running')
    const looks: number[] = []
    const job = await transfer.waitForImport({ every: 20, onProgress: ({ done }) => looks.push(done) })
    expect(job).toMatchObject({ state: 'done', report: { pages: 0, journals: 0, blocks: 0, unreadTotal: 0 } })
    expect(looks.at(-1)).toBe(job?.total)
    await transfer.startImport(await (await transfer.export()).bytes(), { dryRun: true })
    const dry = await transfer.waitForImport({ every: 20 })
    expect(dry).toMatchObject({ dryRun: true, state: 'done', report: { plan: { pages: { created: 0 } } } })
    await expect(transfer.startImport(new Blob(['no zip']))).rejects.toMatchObject({ code: 'bad_request' })
  })

  test('a file that an import brought and nothing links is listed, and removed', async () => {
    const files = filesClient(device())
    const { id } = await files.add({ name: 'plan.canvas', bytes: new Blob(['{}']) })
    const transfer = transferClient(device())
    await transfer.startImport((await transfer.export()).stream)
    await transfer.waitForImport({ every: 20 })
    expect((await files.listUnlinked()).files).toContainEqual(
      expect.objectContaining({ id, path: 'assets/plan.canvas', size: 2 }),
    )
    expect(await files.removeUnlinked([id, 'none'])).toEqual({ removed: [id], left: ['none'] })
    expect((await files.listUnlinked()).files).not.toContainEqual(expect.objectContaining({ id }))
  })

  test('a block that two devices changed is listed, and one text picked', async () => {
    await addConflict(server)
    const conflicts = conflictsClient(device())
    const [clash] = (await conflicts.list()).blocks
    const texts = [clash!.words!, ...clash!.versions!]
    expect(texts.map(({ text }) => text).toSorted()).toEqual(['a blue boat', 'a red boat'])
    const { block } = await conflicts.pick('boat', texts.find(({ text }) => text === 'a red boat')!.rev)
    expect([block.words?.text, block.versions]).toEqual(['a red boat', undefined])
    expect(await conflicts.list()).toEqual({ blocks: [], total: 0, next: null })
    await expect(conflicts.pick('boat', 'none')).rejects.toMatchObject({ code: 'conflict' })
  })

  test('storage, devices and the audit log are read', async () => {
    const account = accountClient(device())
    expect((await account.readStorage()).plan.state).toBe('active')
    const { devices, own } = await account.listDevices()
    expect(devices.map(({ id }) => id)).toContain(own)
    expect((await account.listAudit({ limit: 1 })).events).toHaveLength(1)
  })
})

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
