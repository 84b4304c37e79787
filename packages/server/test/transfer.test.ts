/**
 * Export and import of a graph as an archive, with a device session.
 *
 * @module-tag both-stores
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { openPromise } from 'yauzl'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openApi, type Api, type Reply } from './api.ts'
import { zipOf } from './zip-files.ts'

const EXPORT = '/api/v1/settings/export'
const IMPORT = '/api/v1/settings/import'

let api: Api
let session: string
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-transfer-'))
})
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(async () => {
  api = await openApi()
  session = await deviceOf('me')
})

const deviceOf = async (account: string) =>
  (await api.operators.createSession(account, { device: 'Phone' })).session

const ROAM = '[{"title":"Dune","children":[{"string":"{{[[TODO]]}} read","uid":"abcdefghi"}]}]'
const OPML = '<?xml version="1.0"?><opml version="2.0"><body><outline text="a"/></body></opml>'

const send = (body: Uint8Array<ArrayBuffer> | string, token = session, query = '') =>
  api.call(IMPORT + query, { method: 'POST', token, headers: { 'Content-Type': 'application/zip' }, body })

/** Waits for the end of the import. @returns its state */
async function ended(token = session): Promise<Reply['body']> {
  const job = async () => (await api.call(IMPORT, { token })).body['import']
  await expect.poll(async () => (await job()).state, { interval: 5 }).not.toBe('running')
  return job()
}

async function takeIn(files: Readonly<Record<string, string | Uint8Array>>, token = session) {
  const started = await send(await zipOf(files), token)
  expect([started.status, started.body]).toMatchObject([200, { import: { state: 'running' } }])
  return ended(token)
}

async function exported(token = session): Promise<Uint8Array<ArrayBuffer>> {
  const response = await api.app.request(EXPORT, { headers: { Authorization: `Bearer ${token}` } })
  expect(response.status).toBe(200)
  return new Uint8Array(await response.arrayBuffer())
}

async function unzip(bytes: Uint8Array): Promise<Record<string, string>> {
  const path = join(folder, 'out.zip')
  writeFileSync(path, bytes)
  const zip = await openPromise(path)
  const found: Record<string, string> = {}
  for await (const entry of zip.eachEntry())
    found[entry.fileName] = await text(await zip.openReadStreamPromise(entry))
  return found
}

describe('[operations] export', () => {
  test('an archive in Logseq layout, with the files', async () => {
    const upload = { method: 'POST', token: session, body: 'PNG', headers: { 'Content-Type': 'image/png' } }
    const { id } = (await api.call('/api/files?name=map.png', upload)).body
    await api.post('/pages', { name: 'Maps', blocks: ['of the river'] })
    const reply = await api.call(EXPORT, { token: session })
    expect(reply.headers.get('content-type')).toBe('application/zip')
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename=notegraph-2026-11-20.zip')
    const files = await unzip(await exported())
    expect(files).toMatchObject({
      'pages/Maps.md': '- of the river\n',
      'journals/2026_11_20.md': expect.stringContaining('- rain'),
      'assets/map.png': 'PNG',
      'logseq/config.edn': expect.any(String),
    })
    expect(JSON.stringify(files)).not.toContain(id)
  })

  test('of an account whose zone the runtime does not know, named by the day in UTC', async () => {
    const account = (await api.store.accounts.find('me'))!
    await api.store.accounts.update(account, { ...account, zone: 'Mars/Base' })
    const reply = await api.call(EXPORT, { token: session })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename=notegraph-2026-11-20.zip')
  })

  test('it imports back to the same graph', async () => {
    const before = (await api.get('/pages')).body['pages']
    const archive = await exported()
    await api.operators.createAccount('other', {})
    const other = await deviceOf('other')
    const { token } = await api.operators.createToken('other', { name: 'T', scope: 'read' })
    await send(archive, other)
    expect(await ended(other)).toMatchObject({ state: 'done', report: { unread: [], missing: [] } })
    expect((await api.get('/pages', { token })).body['pages']).toEqual(before)
    await send(archive, other)
    expect((await ended(other))['report']).toMatchObject({ pages: 0, journals: 0, blocks: 0, files: 0 })
  })

  test('HEAD makes none, and says what it would be', async () => {
    const { status, headers } = await api.call(EXPORT, { method: 'HEAD', token: session })
    expect([status, headers.get('content-type')]).toEqual([200, 'application/zip'])
  })

  test('in grace it is there, without a plan it is not', async () => {
    await api.operators.setAccount('me', { plan: 'grace' })
    expect((await api.call(EXPORT, { token: session })).status).toBe(200)
    await api.operators.setAccount('me', { plan: 'none' })
    expect((await api.call(EXPORT, { token: session })).status).toBe(402)
  })

  test('three at once and no more; one that is left frees its place', async () => {
    // Words that do not compress: an archive that fits into the buffers ends by itself, and frees its place unread.
    const words = () => randomBytes(6_750).toString('base64')
    for (let n = 0; n < 30; n++) {
      const { status } = await api.post('/pages', { name: `P${n}`, blocks: Array.from({ length: 6 }, words) })
      expect(status).toBe(200)
    }
    const ask = () => api.app.request(EXPORT, { headers: { Authorization: `Bearer ${session}` } })
    const taken = [await ask(), await ask(), await ask()]
    expect((await ask()).status).toBe(409)
    await taken[0]!.body!.cancel()
    await expect
      .poll(async () => {
        const response = await ask()
        if (response.status === 200) taken.push(response)
        return response.status
      })
      .toBe(200)
    for (const response of taken.slice(1)) await response.arrayBuffer()
    expect((await ask()).status).toBe(200)
  })
})

describe('[operations] import', () => {
  test('a folder of notes in an archive, as the command reports it', async () => {
    const job = await takeIn({
      'Vault/Ideas.md': '# Ideas\n\nA [[Bridge]] and ![map](map.png) and ![no](gone.png)\n',
      'Vault/Bridge.md': 'of stone\n',
      'Vault/2026-11-01.md': 'a day\n',
      'Vault/map.png': 'PNG',
      'Vault/bad.md': new Uint8Array([0xff, 0xfe, 0x00]),
      '__MACOSX/Vault/._Ideas.md': 'x',
    })
    expect(job).toMatchObject({
      state: 'done',
      done: 5,
      total: 5,
      report: { pages: 2, journals: 1, files: 1, skipped: 0, unreadTotal: 1, missingTotal: 1 },
    })
    expect(job['report'].findings).toEqual([
      {
        kind: 'file_unreadable',
        message: 'Files could not be read: they are damaged, too large, or not UTF-8 text.',
        count: 1,
        examples: [{ file: 'bad.md', line: 1 }],
      },
      {
        kind: 'file_missing',
        message: 'Links name files that are not in the folder; the links stay as they are.',
        count: 1,
        examples: [{ file: 'Ideas.md', line: 3 }],
      },
    ])
    expect(job['report'].unread).toEqual([{ file: 'bad.md', line: 1, why: expect.stringContaining('UTF-8') }])
    expect((await api.get('/pages/Bridge')).body['blocks']).toMatchObject([{ content: 'of stone' }])
    expect((await api.get('/pages/Ideas')).text).toContain('[picture: map.png]')
  })

  test('names in UTF-8 without the flag that says so are read, names in another character set are reported', async () => {
    const files = { 'Vault/GrXXYYe.md': 'words', 'Vault/b.md': '[[Größe]]', 'Vault/ZZ.md': 'other words' }
    const utf8 = renamed(await zipOf(files), 'GrXXYYe', Buffer.from('Größe').toString('latin1'))
    const archive = unflagged(renamed(utf8, 'ZZ', '\u0095\u0096'))
    await send(archive)
    const { report } = await ended()
    expect(report).toMatchObject({ pages: 2, unread: [{ file: 'Vault/\uFFFD\uFFFD.md', line: 1 }] })
    expect(report.unread[0].why).toContain('names in UTF-8')
    expect((await api.get('/pages/Gr%C3%B6%C3%9Fe')).body['blocks']).toMatchObject([{ content: 'words' }])
  })

  test('names that are not the UTF-8 that their flag says are reported', async () => {
    await send(
      renamed(await zipOf({ 'Vault/a.md': 'words', 'Vault/ZZ.md': 'other words' }), 'ZZ', '\u0095\u0096'),
    )
    const { report } = await ended()
    expect(report).toMatchObject({ pages: 1, unread: [{ file: 'Vault/\uFFFD\uFFFD.md', line: 1 }] })
  })

  test('paths that begin with `./` are read, and a second file of one path is reported', async () => {
    const zip = new ZipFile()
    for (const [path, words] of [
      ['XXVault/a.md', 'words'],
      ['XXVault/b.md', 'more'],
      ['XXVault/b.md', 'other words'],
      ['Vault/XXa.md', 'words'],
    ] as const)
      zip.addBuffer(Buffer.from(words), path)
    zip.end()
    await send(renamed(new Uint8Array(await buffer(zip.outputStream)), 'XX', './'))
    const { report } = await ended()
    expect(report).toMatchObject({ pages: 2, unread: [{ file: 'Vault/b.md', line: 1 }] })
    expect(report.unread[0].why).toContain('only the first was read')
    expect((await api.get('/pages/b')).body['blocks']).toMatchObject([{ content: 'more' }])
  })

  test.each([
    ['several folders', 'home/ada/graph/', {}],
    ['a folder beside a hidden file', 'graph/', { '.DS_Store': 'x' }],
    ['a folder named as that of its settings', 'logseq/', {}],
    ['no other folder', '', {}],
  ])('[L1] a Logseq folder in %s is read as one', async (_, around, beside) => {
    const files = { 'logseq/config.edn': '{:file/name-format :triple-lowbar}', 'pages/Of___Stone.md': '- a' }
    const inside = Object.entries(files).map(([path, text]) => [around + path, text])
    await takeIn({ ...beside, ...Object.fromEntries(inside) })
    expect((await api.get('/pages/Of%2FStone')).status).toBe(200)
  })

  test('NUL in a path becomes another character, and leads nowhere', async () => {
    const files = { 'Vault/aXb.md': '![](m.png)', 'Vault/m.png': 'PNG', 'Vault/cc/.XX/d.md': 'words' }
    const archive = renamed(
      renamed(await zipOf(files), 'Vault/aXb.md', 'Vault/a\0b.md'),
      'Vault/cc/.XX/d.md',
      'Vault/cc/.\0./d.md',
    )
    expect((await send(archive)).status).toBe(200)
    // The second note lies in a folder whose name begins with a dot, which no import reads.
    expect(await ended()).toMatchObject({ state: 'done', report: { pages: 1, files: 1, unread: [] } })
    expect((await api.get(`/pages/${encodeURIComponent('a\uFFFDb')}`)).status).toBe(200)
  })

  test('a JSON export of Roam and an outline in OPML, in an archive with notes', async () => {
    const job = await takeIn({ 'graph.json': ROAM, 'Errands.opml': OPML, 'a.md': '[[Dune]]' })
    expect(job).toMatchObject({ state: 'done', report: { pages: 3, files: 0, unread: [] } })
    expect((await api.get('/pages/Dune')).body['blocks']).toMatchObject([{ marker: 'TODO' }])
  })

  test.each([
    ['a JSON export of Roam', ROAM, 'Dune'],
    ['an outline in OPML', OPML, 'Outline'],
  ])('%s, sent by itself', async (_, body, page) => {
    const headers = { 'Content-Type': 'application/octet-stream' }
    const started = await api.call(IMPORT, { method: 'POST', token: session, headers, body })
    expect(started.status).toBe(200)
    expect(await ended()).toMatchObject({ state: 'done', report: { pages: 1, blocks: 1, files: 0 } })
    expect((await api.get(`/pages/${page}`)).status).toBe(200)
  })

  test('before the first there is none', async () => {
    expect((await api.call(IMPORT, { token: session })).body).toEqual({ import: null })
  })

  test('a dry run says what an import would do, writes nothing, and the import after it does that', async () => {
    const files = { 'a.md': 'words', 'b.md': '---\nkind: bridge\n---\n![map](map.png)\n', 'map.png': 'PNG' }
    await takeIn({ 'a.md': 'words' })
    const state = async () => ({
      head: await api.graph.commits.head(),
      use: await api.graph.storage.usage(),
      changes: (await api.call('/api/v1/settings/changes', { token: session })).body,
      audit: (await api.call('/api/v1/settings/audit', { token: session })).body,
      blobs: await Array.fromAsync(api.blobs.list('me')),
    })
    const before = await state()
    const sent = await send(await zipOf(files), session, '?dry_run=true')
    expect([sent.status, sent.body]).toMatchObject([200, { import: { state: 'running', dryRun: true } }])
    const dry = await ended()
    const one = (created: number, changed: number, unchanged: number) => ({ created, changed, unchanged })
    expect(dry).toMatchObject({
      state: 'done',
      dryRun: true,
      report: {
        plan: {
          pages: one(1, 0, 1),
          journals: one(0, 0, 0),
          blocks: one(1, 0, 1),
          files: one(1, 0, 0),
          properties: one(1, 0, 0),
        },
      },
    })
    expect(await state()).toEqual(before)
    const { plan: _, ...report } = dry['report']
    const real = await takeIn(files)
    expect(real).toMatchObject({ state: 'done', report })
    expect(real).not.toHaveProperty('dryRun')
  })

  test('dry_run takes true and false alone', async () => {
    const reply = await send(await zipOf({ 'a.md': 'a' }), session, '?dry_run=yes')
    expect([reply.status, reply.body['error']]).toEqual([400, 'dry_run takes true or false, not "yes".'])
  })

  test('one at a time, and the next one once it has ended', async () => {
    const archive = await zipOf({ 'a.md': 'words', 'b.md': 'more' })
    const replies = await Promise.all([send(archive), send(archive)])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    await ended()
    expect((await send(archive)).status).toBe(200)
    await ended()
  })

  test('a note that does not fit into storage is refused as in any write, and the rest stays', async () => {
    await api.operators.setAccount('me', { quota: (await api.graph.storage.bytes()) + 100 })
    const job = await takeIn({ 'a.md': 'x'.repeat(5_000) })
    expect(job).toMatchObject({ state: 'failed', error: { code: 'quota_full' } })
    expect((await api.get('/pages/a')).status).toBe(404)
  })

  test('one that nobody speaks of any more was cut off', async () => {
    const row = { accountId: 'me', id: 'i', state: 'running', done: 3, total: 9 } as const
    await api.store.imports.begin({ ...row, startedAt: api.clock.now, seenAt: api.clock.now }, 0)
    const asked = async () => (await api.call(IMPORT, { token: session })).body['import']
    expect(await asked()).toMatchObject({ state: 'running', done: 3 })
    expect((await send(await zipOf({ 'a.md': 'a' }))).status).toBe(409)
    api.clock.now += 30_001
    expect(await asked()).toMatchObject({ state: 'cut_off', done: 3, total: 9 })
    expect(await takeIn({ 'a.md': 'a' })).toMatchObject({ state: 'done' })
  })

  test('nothing of it shows to another account', async () => {
    await takeIn({ 'a.md': 'a' })
    await api.operators.createAccount('other', {})
    expect((await api.call(IMPORT, { token: await deviceOf('other') })).body).toEqual({ import: null })
  })
})

describe('an invalid or harmful archive', () => {
  const refusals: [
    what: string,
    body: () => Promise<Uint8Array<ArrayBuffer> | string>,
    words: string | RegExp,
  ][] = [
    ['nothing', async () => '', 'The file is not a zip archive, or is incomplete.'],
    ['other bytes', async () => 'x'.repeat(100), 'The file is not a zip archive, or is incomplete.'],
    [
      'half an archive',
      async () => (await zipOf({ 'a.md': 'words' })).slice(0, 60),
      'The file is not a zip archive, or is incomplete.',
    ],
    [
      'a path that leads out',
      async () => renamed(await zipOf({ 'aa/bb/cc.md': 'x' }), 'aa/bb/cc.md', '../../cc.md'),
      'The archive contains a path that leads out of it: "../../cc.md".',
    ],
    [
      'a path from the top of the disk',
      async () => renamed(await zipOf({ 'aetc/passwd': 'x' }), 'aetc/passwd', '/etc/passwd'),
      'The archive contains a path that leads out of it: "/etc/passwd".',
    ],
    [
      'more than it may unpack to',
      async () =>
        bombed(await zipOf(Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`${n}.bin`, 'x'])))),
      'The archive unpacks to more than 4 GB.',
    ],
    ['a list of files too long to hold', longNamed, 'The list of files in the archive is too long.'],
  ]

  test.each(refusals)('%s is 400', async (_, body, words) => {
    const reply = await send(await body())
    expect([reply.status, reply.body['error']]).toEqual([400, words])
    expect((await api.call(IMPORT, { token: session })).body['import']).toBeNull()
  })

  test('a note that declares less than its length is reported, and the others are imported', async () => {
    const archive = await zipOf({ 'good.md': 'good', 'liar.md': 'a'.repeat(50_000) })
    const job = await takenIn(lied(archive, 50_000, 10))
    expect(job['report'].unread).toEqual([
      { file: 'liar.md', line: 1, why: expect.stringContaining('damaged') },
    ])
    expect((await api.get('/pages/good')).status).toBe(200)
  })

  test('a note whose content was damaged on its way is reported', async () => {
    const archive = await zipOf({ 'good.md': 'good' })
    const job = await takenIn(Uint8Array.from(archive, (byte, i) => (i > 40 && i < 43 ? byte ^ 1 : byte)))
    expect(job).toMatchObject({ state: 'done', report: { pages: 0, unreadTotal: 1 } })
  })

  async function takenIn(archive: Uint8Array<ArrayBuffer>) {
    expect((await send(archive)).status).toBe(200)
    return ended()
  }

  test.each(['text/plain', 'application/json', 'multipart/form-data; boundary=x', 'nonsense'])(
    'sent as %s: 400',
    async (type) => {
      const call = { method: 'POST', token: session, headers: { 'Content-Type': type }, body: 'PK' }
      expect((await api.call(IMPORT, call)).body['error']).toBe('The body is not sent as application/zip.')
    },
  )

  test('one that says it is larger than 2 GB is 413, before a byte of it is read', async () => {
    const headers = { 'Content-Type': 'application/zip', 'Content-Length': String(2 ** 31 + 1) }
    const reply = await api.call(IMPORT, { method: 'POST', token: session, headers, body: 'PK' })
    expect([reply.status, reply.body['error']]).toEqual([413, 'The archive is larger than 2 GB.'])
  })
})

describe('[D8.5] in the list of changes', () => {
  const CHANGES = '/api/v1/settings/changes'

  test('an import is one change, by whom, and one revert takes it back', async () => {
    const pages = (await api.get('/pages')).body['total']
    const { changeId } = await takeIn({ 'a.md': 'words', 'b.md': '---\nkind: bridge\n---\nof stone' })
    const { changes, open } = (await api.call(CHANGES, { token: session })).body
    expect(open).toBe(1)
    expect(changes).toEqual([
      {
        id: changeId,
        at: expect.any(Number),
        token: 'Phone',
        via: 'over the API',
        action: 'import',
        summary: 'Imported 2 pages and 2 blocks',
        page: expect.stringMatching(/^[ab]$/),
        pageId: expect.any(String),
        state: 'open',
      },
    ])
    const { change } = (await api.call(`${CHANGES}/${changeId}`, { token: session })).body
    expect(change.touched.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
      'block',
      'block',
      'page',
      'page',
    ])
    const reverted = await api.call(`${CHANGES}/${changeId}/revert`, { method: 'POST', token: session })
    expect(reverted.body).toEqual({ ok: true, restored: 4, left: [] })
    expect((await api.get('/pages')).body['total']).toBe(pages)
    const again = await api.call(`${CHANGES}/${changeId}/revert`, { method: 'POST', token: session })
    expect([again.status, again.body['code']]).toEqual([409, 'conflict'])
  })

  test('it is no change of a token, and not new to the person', async () => {
    const { changeId } = await takeIn({ 'a.md': 'words' })
    expect((await api.get('/changes')).body).toMatchObject({ changes: [], total: 0 })
    expect((await api.post(`/changes/${changeId}/revert`, undefined)).status).toBe(404)
    expect((await api.call(`${CHANGES}?unseen=true`, { token: session })).body['total']).toBe(0)
  })
})

describe('[D6.1] access', () => {
  test.each([
    [null, 401, 401],
    ['token', 403, 403],
  ] as const)('with %s: %i', async (kind, out, taken) => {
    const token = kind === 'token' ? api.token : null
    expect((await api.call(EXPORT, { token })).status).toBe(out)
    expect((await api.call(IMPORT, { token })).status).toBe(taken)
    expect((await api.call(IMPORT, { method: 'POST', token, body: 'x' })).status).toBe(taken)
  })

  test('in grace an import is refused, and the outcome of the last one can be read', async () => {
    await takeIn({ 'a.md': 'a' })
    await api.operators.setAccount('me', { plan: 'grace' })
    expect((await send('x')).status).toBe(402)
    expect((await ended())['state']).toBe('done')
  })

  test.each([
    ['POST', EXPORT, 'GET, HEAD'],
    ['DELETE', IMPORT, 'GET, HEAD, POST'],
  ])('%s %s is 405', async (method, path, allow) => {
    const { status, headers } = await api.call(path, { method, token: session })
    expect([status, headers.get('allow')]).toEqual([405, allow])
  })
})

/** The archive with another file name of the same length. */
function renamed(archive: Uint8Array<ArrayBuffer>, from: string, to: string): Uint8Array<ArrayBuffer> {
  const swapped = Buffer.from(archive).toString('latin1').replaceAll(from, to)
  return new Uint8Array(Buffer.from(swapped, 'latin1'))
}

/** The archive without the flags of names in UTF-8. */
const unflagged = (archive: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  listed(archive, (list, at) => list.writeUInt16LE(list.readUInt16LE(at + 8) & ~0x800, at + 8))

const CENTRAL = Buffer.from([0x50, 0x4b, 0x01, 0x02])

/** The archive with a changed list of files. */
function listed(
  archive: Uint8Array<ArrayBuffer>,
  change: (list: Buffer, at: number) => void,
): Uint8Array<ArrayBuffer> {
  const copy = Buffer.from(archive)
  for (let at = copy.indexOf(CENTRAL); at >= 0; at = copy.indexOf(CENTRAL, at + 1)) change(copy, at)
  return new Uint8Array(copy)
}

/** Each file claims to unpack to 900 MB. */
const bombed = (archive: Uint8Array<ArrayBuffer>) =>
  listed(archive, (list, at) => list.writeUInt32LE(900 * 2 ** 20, at + 24))

/** A file claims another length than its own. */
const lied = (archive: Uint8Array<ArrayBuffer>, length: number, said: number) =>
  listed(archive, (list, at) => {
    if (list.readUInt32LE(at + 24) === length) list.writeUInt32LE(said, at + 24)
  })

/** An archive of 600 files with the longest possible names. */
async function longNamed(): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile()
  for (let n = 0; n < 600; n++) zip.addBuffer(Buffer.from(''), `${'x'.repeat(60_000)}${n}.md`)
  zip.end()
  return new Uint8Array(await buffer(zip.outputStream))
}
