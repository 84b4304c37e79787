/** The commands that set up and drive a store, as they are typed, each finding what the ones before it left. */
import { randomUUID } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeBlock } from '@notegraph/graph'
import { writeService } from '@notegraph/service'
import { graphFile, openSqlite } from '@notegraph/store/sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run, start } from './run.ts'
import { typing } from './typing.ts'

let home: string
const at = (path: string) => join(home, path)
const env = () => ({ NOTEGRAPH_DATA: at('data') })

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'notegraph-cli-'))
  mkdirSync(at('notes/pages'), { recursive: true })
  mkdirSync(at('notes/assets'))
  writeFileSync(
    at('notes/pages/Ada.md'),
    '- TODO write to [[Bob]]\n\t- ![plan](../assets/plan.png)\n\t- ![gone](../assets/gone.png)\n',
  )
  writeFileSync(at('notes/db.sqlite'), 'SQLite format 3')
  writeFileSync(at('notes/assets/plan.png'), 'PNG')
  mkdirSync(at('notes/journals'))
  writeFileSync(at('notes/journals/2026_11_19.md'), '- rain\n')
})
afterAll(() => rmSync(home, { recursive: true }))

const { notegraph, json, failure } = typing(env)

const GB10 = 10 * 2 ** 30

describe('accounts', () => {
  test('are made with what is given, and with what is usual', async () => {
    expect(await json('account', 'create', 'me')).toEqual({
      id: 'me',
      plan: 'active',
      allowed: true,
      quota: GB10,
    })
    const day = ['--plan', 'grace', '--ended-at', new Date().toISOString().slice(0, 10)]
    expect(
      await json(
        'account',
        'create',
        'you',
        ...day,
        '--no-allow',
        '--zone',
        'Europe/Berlin',
        '--quota',
        '5000',
      ),
    ).toEqual({
      id: 'you',
      plan: 'grace',
      endedAt: Date.parse(day[3]!),
      allowed: false,
      zone: 'Europe/Berlin',
      quota: 5000,
    })
  })

  test('are changed in what is given alone', async () => {
    expect(await json('account', 'set', 'you', '--plan', 'active', '--allow')).toEqual({
      id: 'you',
      plan: 'active',
      allowed: true,
      zone: 'Europe/Berlin',
      quota: 5000,
    })
  })

  test('are listed', async () => {
    expect(await json('account', 'list')).toEqual({
      accounts: [
        { id: 'me', plan: 'active', allowed: true, quota: GB10 },
        { id: 'you', plan: 'active', allowed: true, zone: 'Europe/Berlin', quota: 5000 },
      ],
    })
    const { stdout } = await notegraph('account', 'list')
    expect(stdout).toMatch(
      /^me {3}active {2}on the list .*\nyou {2}active {2}on the list {2}Europe\/Berlin {2}5000 bytes\n$/,
    )
  })

  test('that are there, or not, are told in one line', async () => {
    expect(await failure(1, 'account', 'create', 'me')).toContain('There is an account "me" already.')
    expect(await failure(1, 'account', 'set', 'nobody')).toContain('There is no account "nobody".')
    expect(await failure(1, 'account', 'remove', 'nobody', '--yes')).toContain(
      'There is no account "nobody".',
    )
  })

  test('are not removed where nobody can be asked', async () => {
    expect(await failure(2, 'account', 'remove', 'you')).toContain('--yes')
    expect((await json('account', 'remove', 'you', '--yes')) as object).toMatchObject({ ok: true })
    expect(await json('account', 'list')).toMatchObject({ accounts: [{ id: 'me' }] })
  })
})

describe('tokens', () => {
  let id: string

  test('are printed alone, once', async () => {
    const { code, stdout, stderr } = await notegraph('token', 'create', '--account', 'me', '--name', 'laptop')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^ngp_\w{49}\n$/)
    const made = await json(
      'token',
      'create',
      '--account',
      'me',
      '--name',
      'kitchen',
      '--scope',
      'write',
      '--zone',
      'Asia/Tokyo',
    )
    expect(made).toEqual({
      token: expect.stringMatching(/^ngp_/),
      id: expect.any(String),
      name: 'kitchen',
      scope: 'write',
      zone: 'Asia/Tokyo',
    })
    id = (made as { id: string }).id
  })

  test('may have a last day', async () => {
    await json('account', 'create', 'weekly')
    const args = ['token', 'create', '--account', 'weekly', '--name', 'week', '--zone', 'Asia/Tokyo']
    const made = await json(...args, '--expires', '2999-12-31')
    expect(made).toMatchObject({ expiresAt: Date.parse('2999-12-31T15:00:00Z') })
    expect((await notegraph('token', 'list', '--account', 'weekly')).stdout).toContain('until 2999-12-31T15')
    expect(await failure(2, ...args, '--expires', '2999-02-30')).toContain('a day on the calendar')
    expect(await failure(1, ...args, '--expires', '2020-01-01')).toContain('today or a day to come')
  })

  test('are listed without their secrets, and revoked', async () => {
    const first = { id: expect.any(String), name: 'laptop', scope: 'read', createdAt: expect.any(Number) }
    const second = { id, name: 'kitchen', scope: 'write', zone: 'Asia/Tokyo', createdAt: expect.any(Number) }
    expect(await json('token', 'list', '--account', 'me')).toEqual({ tokens: [first, second] })
    expect((await notegraph('token', 'revoke', id)).stdout).toBe('Revoked kitchen.\n')
    expect(await json('token', 'list', '--account', 'me')).toEqual({
      tokens: [first, { ...second, revokedAt: expect.any(Number) }],
    })
    expect(await failure(1, 'token', 'revoke', 'nothing')).toContain('There is no token')
    expect(await failure(1, 'token', 'list', '--account', 'nobody')).toContain('There is no account')
  })
})

test('audit log: what was done with what opens an account is listed, by ids and words of its own', async () => {
  await json('account', 'create', 'watched')
  const made = (await json('token', 'create', '--account', 'watched', '--name', 'Secret name')) as {
    id: string
  }
  await notegraph('token', 'revoke', made.id)
  await json('account', 'set', 'watched', '--plan', 'none')
  const listed = await json('audit', '--account', 'watched')
  expect(listed).toEqual({
    account: expect.stringMatching(/^[\w-]{16}$/),
    events: [
      { at: expect.any(Number), event: 'plan_changed', by: 'operator', detail: 'active to none' },
      { at: expect.any(Number), event: 'token_revoked', by: 'operator', subject: made.id },
      { at: expect.any(Number), event: 'token_made', by: 'operator', subject: made.id, detail: 'read' },
    ],
    total: 3,
  })
  expect((await notegraph('audit', '--account', 'watched', '--limit', '1')).stdout).toMatch(
    /^In the log of the server: [\w-]{16}\n\S+Z +plan_changed +by operator +active to none\n$/,
  )
  expect(await json('audit')).toEqual({ events: [], total: 0 })
  expect(await failure(1, 'audit', '--account', 'nobody')).toContain('There is no account')
})

test("a device's session is printed alone, once", async () => {
  const { code, stdout, stderr } = await notegraph(
    'session',
    'create',
    '--account',
    'me',
    '--device',
    'phone',
  )
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^ngs_\w{49}\n$/)
  expect(await json('session', 'create', '--account', 'me', '--device', 'phone')).toEqual({
    session: expect.stringMatching(/^ngs_\w{49}$/),
    id: expect.any(String),
    device: 'phone',
  })
  expect(await failure(1, 'session', 'create', '--account', 'nobody', '--device', 'phone')).toContain(
    'There is no account "nobody".',
  )
})

describe('changes', () => {
  beforeAll(async () => {
    await json('account', 'create', 'writer')
    const store = openSqlite(at('data'))
    const account = (await store.accounts.find('writer'))!
    const writes = writeService(store, { clock: Date.now, newId: randomUUID, reversibleChanges: 500 })
    const caller = {
      account,
      plan: 'active',
      tokenId: 't',
      tokenName: 'laptop',
      scope: 'write',
      zone: 'UTC',
    } as const
    await writes.createPage(caller, { name: 'Ada', blocks: ['one'] })
    await writes.addBlock(caller, 'Ada', { text: 'two' })
    await store.close()
  })

  test('are listed newest first', async () => {
    const listed = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      at: expect.any(Number),
      token: 'laptop',
      via: 'over the API',
      page: 'Ada',
      pageId: expect.any(String),
      state: 'open',
    }
    expect(await json('changes', '--account', 'writer')).toEqual({
      changes: [
        { ...listed, action: 'add_block', summary: 'Added a block to Ada', blockId: expect.any(String) },
        { ...listed, action: 'create_page', summary: 'Made the page Ada with a block' },
      ],
      total: 2,
    })
    expect((await notegraph('changes', '--account', 'writer')).stdout).toMatch(
      /^[0-9a-f-]{36} {2}\d{4}-.*Z {2}open {2}Added a block to Ada +by laptop\n.*\n$/,
    )
  })

  test('are put back, as far as they stand', async () => {
    const { changes } = (await json('changes', '--account', 'writer')) as { changes: { id: string }[] }
    const [added, made] = changes.map(({ id }) => id)
    const { code, stdout } = await notegraph('revert', made!, '--account', 'writer')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Put back 1 thing\.\nLeft the page [0-9a-f-]{36}: Blocks stand on it\.\n$/)
    expect(await json('revert', added!, '--account', 'writer')).toEqual({ ok: true, restored: 1, left: [] })
    expect(await failure(1, 'revert', added!, '--account', 'writer')).toContain('was reverted already')
    expect(await failure(1, 'revert', 'nothing', '--account', 'writer')).toContain('No change in the list')
    expect(await failure(1, 'revert', added!, '--account', 'nobody')).toContain('There is no account')
    expect(await json('changes', '--account', 'writer')).toMatchObject({
      changes: [{ state: 'reverted' }, { state: 'reverted' }],
    })
  })
})

describe('import, export and check', () => {
  const unread = [{ file: 'db.sqlite', line: 1, why: expect.stringContaining('Export graph') }]
  const missing = [{ file: 'pages/Ada.md', line: 3, asset: '../assets/gone.png' }]

  test('a dry run says what an import would add, and adds nothing', async () => {
    const before = await json('audit', '--account', 'me')
    const dry = await json('import', at('notes'), '--account', 'me', '--dry-run')
    const none = { created: 0, changed: 0, unchanged: 0 }
    expect(dry).toMatchObject({
      pages: 1,
      journals: 1,
      blocks: 4,
      files: 1,
      plan: {
        pages: { ...none, created: 1 },
        blocks: { ...none, created: 4 },
        files: { ...none, created: 1 },
      },
      unread,
      missing,
    })
    const { stdout } = await notegraph('import', at('notes'), '--account', 'me', '--dry-run')
    expect(stdout).toMatch(
      /^An import would add 1 page, 1 journal day, 4 blocks, 1 file\. Nothing was written\.\n {2}pages {9}1 created, 0 changed, 0 unchanged\n/,
    )
    expect(await json('audit', '--account', 'me')).toEqual(before)
  })

  test('a folder is read, and read again without a change or a sign of progress', async () => {
    const added = { pages: 1, journals: 1, blocks: 4, files: 1, skipped: 0, unread, missing }
    expect(await json('import', at('notes'), '--account', 'me')).toEqual(added)
    const again = { pages: 0, journals: 0, blocks: 0, files: 0, skipped: 7, unread, missing }
    expect(await json('import', at('notes'), '--account', 'me')).toEqual(again)
    const { code, stdout, stderr } = await notegraph('import', at('notes'), '--account', 'me')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(
      /^Added 0 pages, 0 journal days, 0 blocks, 0 files\.\n7 pages, blocks and files were there already\.\n/,
    )
    expect(stdout).toMatch(/^ {2}db\.sqlite:1 {2}.*Export graph/m)
    expect(stdout).toMatch(/^ {2}pages\/Ada\.md:3 {2}\.\.\/assets\/gone\.png$/m)
  })

  test('an import leaves nothing to index for search', async () => {
    const store = openSqlite(at('data'))
    const told: (readonly [number, number])[] = []
    await store.graph('me').index((done, total) => told.push([done, total]))
    await store.close()
    expect(told).toEqual([[0, 0]])
  })

  test('what is exported comes back in another account, and is exported again byte for byte', async () => {
    expect(await json('export', at('out'), '--account', 'me')).toEqual({
      pages: 1,
      journals: 1,
      blocks: 4,
      files: 1,
      missing: [],
    })
    await json('account', 'create', 'other')
    expect(await json('import', at('out'), '--account', 'other')).toMatchObject({
      pages: 1,
      journals: 1,
      blocks: 4,
      files: 1,
      unread: [],
    })
    cpSync(at('out'), at('before'), { recursive: true })
    const { stdout } = await notegraph('export', at('out'), '--account', 'other')
    expect(stdout).toBe(`Wrote 1 page, 1 journal day, 4 blocks, 1 file to ${at('out')}.\n`)
    expect(filesOf(at('out'))).toEqual(filesOf(at('before')))
  })

  test.each<[string, string, string, object]>([
    [
      'a JSON export of Roam',
      'graph.json',
      '[{"title":"Roam page","children":[{"string":"a"}]},{"title":"January 1st, 2020","children":[]}]',
      { pages: 1, journals: 1, blocks: 1 },
    ],
    [
      'an outline in OPML',
      'Plans.xml',
      '<opml><body><outline text="a"/></body></opml>',
      { pages: 1, blocks: 1, files: 0 },
    ],
  ])('%s is read from one file', async (_, name, text, added) => {
    const account = randomUUID()
    await json('account', 'create', account)
    writeFileSync(at(name), text)
    expect(await json('import', at(name), '--account', account)).toMatchObject({ ...added, unread: [] })
    const again = { pages: 0, blocks: 0, journals: 0, files: 0 }
    expect(await json('import', at(name), '--account', account)).toMatchObject(again)
  })

  test.each([
    ['a folder that is not there', () => ['import', at('nowhere'), '--account', 'me'], 'is no folder'],
    ['a file to import', () => ['import', at('notes/pages/Ada.md'), '--account', 'me'], 'is no folder'],
    ['a file to export to', () => ['export', at('notes/pages/Ada.md'), '--account', 'me'], 'is no folder'],
    ['a folder of other files', () => ['export', at('notes'), '--account', 'me'], 'holds other files'],
    [
      'an account that is not there',
      () => ['import', at('notes'), '--account', 'nobody'],
      'There is no account "nobody".',
    ],
    [
      'nothing to export',
      () => ['export', at('none'), '--account', 'nobody'],
      'There is no account "nobody".',
    ],
    ['nothing to check', () => ['check', '--account', 'nobody'], 'There is no account "nobody".'],
  ])('%s is told in one line', async (_, args, words) => {
    expect(await failure(1, ...args())).toContain(words)
    expect(existsSync(at('nowhere')) || existsSync(at('none'))).toBe(false)
  })

  test('storage that is full stops an import, which says what to do', async () => {
    await json('account', 'create', 'small', '--quota', '100')
    expect(await failure(1, 'import', at('notes'), '--account', 'small')).toContain('--quota')
  })

  test('a store is checked, and what is wrong makes the check fail', async () => {
    expect(await json('check', '--account', 'me')).toEqual({ ok: true, problems: [] })
    expect((await notegraph('check', '--account', 'me', '--rebuild')).stdout).toBe('All is well.\n')
    const store = openSqlite(at('data'))
    const orphan = makeBlock({
      id: 'o',
      content: 'lost',
      rev: 'r',
      pageId: 'gone',
      parentId: null,
      order: 1,
      now: 1,
    })
    await store.graph('me').commit({ puts: [{ record: orphan, from: 0 }] })
    await store.close()
    const { code, stdout, stderr } = await notegraph('check', '--account', 'me', '--json')
    expect(JSON.parse(stdout)).toEqual({ ok: false, problems: ['block o: its page gone is not there'] })
    expect([code, stderr]).toEqual([1, 'notegraph: 1 problem found in the store of me.\n'])
    const rebuilt = await notegraph('check', '--account', 'me', '--rebuild')
    expect([rebuilt.code, rebuilt.stdout]).toEqual([
      0,
      'Recovered 1 block without a page or a parent. Look for blocks like these on the page "Recovered blocks", or on their day.\nAll is well.\n',
    ])
    expect(await json('check', '--account', 'me', '--rebuild')).toEqual({
      ok: true,
      problems: [],
      recovered: 0,
    })
  })
})

describe('sweep', () => {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

  test('archives and removes the graph of a plan that is over, once, and says where it is', async () => {
    await json('account', 'create', 'late')
    await json('import', at('notes'), '--account', 'late')
    expect(await json('sweep')).toEqual({ files: 0, blobs: 0, ended: [], failed: [] })
    await json('account', 'set', 'late', '--plan', 'grace', '--ended-at', day(31))
    const { ended, ...rest } = (await json('sweep')) as { ended: { account: string; file: string }[] }
    expect(rest).toEqual({ files: 0, blobs: 0, failed: [] })
    expect(ended).toEqual([{ account: 'late', file: expect.stringMatching(/late-\d{8}T\d{6}Z\.zip$/) }])
    expect(readFileSync(ended[0]!.file).subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
    expect(existsSync(graphFile(at('data'), 'late'))).toBe(false)
    expect(existsSync(at('data/files/late'))).toBe(false)
    expect((await notegraph('sweep')).stdout).toBe('Cleared 0 files that nothing held.\n')
    expect(await json('account', 'list')).toMatchObject({
      accounts: expect.arrayContaining([expect.objectContaining({ id: 'late', plan: 'none' })]),
    })
  })

  test('what became of a plan is told, and by whom', async () => {
    const { changes } = (await json('account', 'log', 'late')) as { changes: unknown[] }
    expect(changes).toEqual([{ at: expect.any(Number), from: 'active', to: 'none', by: 'operator' }])
    expect((await notegraph('account', 'log', 'late')).stdout).toMatch(
      /^\S+ {2}active {2}none {2}operator\n$/,
    )
    expect(await failure(1, 'account', 'log', 'nobody')).toContain('There is no account "nobody".')
  })

  test('what cannot be archived stays, and makes the sweep fail', async () => {
    await json('account', 'set', 'me', '--plan', 'grace', '--ended-at', day(31))
    const { code, stdout, stderr } = await run(['sweep', '--json'], {
      ...env(),
      NOTEGRAPH_RETENTION: at('notes/pages/Ada.md'),
    })
    expect(JSON.parse(stdout)).toMatchObject({ ended: [], failed: ['me'] })
    expect([code, stderr]).toEqual([1, 'notegraph: Could not sweep me.\n'])
    expect(existsSync(graphFile(at('data'), 'me'))).toBe(true)
    await json('account', 'set', 'me', '--plan', 'active')
  })
})

describe('the program', () => {
  test('without a command fails in one line that names them', async () =>
    expect(await failure(2)).toContain('serve, mcp, import, export'))

  test('helps on standard output', async () => {
    const { code, stdout, stderr } = await notegraph('--help')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^Usage: notegraph/)
  })

  test.each([
    ['a name', ['nothing'], /^notegraph: there is no benchmark nothing; .*\n$/],
    [
      'a size',
      ['search', '--blocks', '5', '--data', '/nowhere'],
      /^notegraph: --blocks takes .*, not 5\.\n$/,
    ],
  ])('passes on what the benchmarks say of %s that is none', async (_, args, words) => {
    const { code, stderr } = await start(['bench', ...args], env()).ended
    expect([code, stderr]).toEqual([2, expect.stringMatching(words)])
  })

  test('gives an agent what the evaluation asks', async () => {
    const args = ['evaluate', '--agent', 'true', '--task', 'overdue', 'rye-meal', '--jobs', '2', '--json']
    const { code, stdout, stderr } = await start(args, env()).ended
    expect([code, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toMatchObject({ solved: 0, total: 2 })
  })

  test('keeps quiet when its reader has seen enough', async () => {
    const { child, ended } = start(['account', 'list'], env())
    child.stdout!.destroy()
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
  })

  test.each([
    ['NOTEGRAPH_LOG_LEVEL', 'loud'],
    ['NOTEGRAPH_DATA', 'notes/pages/Ada.md'],
    ['NOTEGRAPH_DATABASE_URL', 'postgres://localhost/notes'],
  ])('names %s when it is wrong', async (name, value) => {
    const wrong = name === 'NOTEGRAPH_DATA' ? at(value) : value
    const { code, stdout, stderr } = await run(['account', 'list'], { ...env(), [name]: wrong })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(new RegExp(`^notegraph: ${name}\\b.+\\n$`))
  })
})

const filesOf = (folder: string): [path: string, content: string][] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry): [string, string] => {
      const path = join(entry.parentPath, entry.name)
      return [path.slice(folder.length), readFileSync(path, 'utf8')]
    })
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
