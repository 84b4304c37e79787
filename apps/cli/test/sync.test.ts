/**
 * The command sync, over HTTP with a real server.
 *
 * @module-tag process
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run, start } from './run.ts'
import { startSynced, type Synced, type SyncedFolder } from './synced.ts'

let server: Synced
let a: SyncedFolder
let b: SyncedFolder

beforeAll(async () => {
  server = await startSynced()
  a = await server.folder('a')
  b = await server.folder('b')
})
afterAll(() => server.stop())

/** Both folders in sync, each with the notes of the other. */
async function both(): Promise<void> {
  for (const folder of [a, b, a]) await folder.synced()
}

async function same(): Promise<void> {
  const contents = async (folder: SyncedFolder) =>
    (await folder.files()).map((file) => [file, folder.read(file)])
  expect(await contents(b)).toEqual(await contents(a))
}

describe('a folder that is brought along', () => {
  test('goes up whole, and down to another folder as it was written', async () => {
    const ada =
      'type:: person\n\n- first ![plan](../assets/plan.png)\n\t- under it\n\t  key:: value\n- last\n'
    a.write('logseq/config.edn', '{:file/name-format :triple-lowbar}')
    a.write('pages/Ada.md', ada)
    a.write('pages/Books___Dune.md', '- see [[Ada]]\n')
    a.write('journals/2026_11_20.md', '- TODO write\n  SCHEDULED: <2026-11-20 Fri>\n')
    a.write('assets/plan.png', 'PNG')
    expect(await a.synced()).toMatchObject({
      pages: 3,
      taken: 3,
      written: 0,
      filesSent: 1,
      held: [],
      pending: 0,
    })
    expect(await b.synced()).toMatchObject({ pages: 3, taken: 0, written: 3, filesFetched: 1 })
    expect(b.read('pages/Ada.md')).toBe(ada)
    await same()
  })

  test('is read once: another run finds nothing to do', async () => {
    const nothing = {
      taken: 0,
      written: 0,
      removed: 0,
      filesSent: 0,
      filesFetched: 0,
      conflicts: 0,
      pending: 0,
    }
    for (const folder of [a, b]) expect(await folder.synced()).toMatchObject(nothing)
  })

  test('that the account holds already adds nothing twice', async () => {
    const c = await server.folder('c')
    for (const file of await a.files()) c.write(file, a.read(file))
    c.write('pages/Ada.md', `${a.read('pages/Ada.md')}- more\n`)
    await c.synced()
    await both()
    expect(a.read('pages/Ada.md')).toBe(c.read('pages/Ada.md'))
    expect(a.read('pages/Ada.md')).toMatch(/- last\n- more\n$/)
    await same()
  })
})

describe('edits', () => {
  test('of different blocks of one page come together', async () => {
    a.write('pages/Tea.md', '- one\n- two\n- three\n- four\n')
    await both()
    a.write('pages/Tea.md', '- zero\n- one\n- two, from a\n- three\n\t- under three\n- four\n')
    b.write('pages/Tea.md', '- one\n- four\n- two\n- three, from b\n- five\n')
    await both()
    expect(a.read('pages/Tea.md')).toBe(
      '- zero\n- one\n- four\n- two, from a\n- three, from b\n\t- under three\n- five\n',
    )
    await same()
  })

  test('of properties, of a name, and of a file that is renamed', async () => {
    a.write('pages/Tea.md', `alias:: Chai\norigin:: Assam\n\n${a.read('pages/Tea.md')}`)
    renameSync(b.path('pages/Ada.md'), b.path('pages/Countess.md'))
    await both()
    expect(b.read('pages/Tea.md')).toMatch(/^alias:: Chai\norigin:: Assam\n\n- zero/)
    expect(a.read('pages/Ada.md')).toMatch(/^title:: Countess\n/)
    b.write('pages/Tea.md', b.read('pages/Tea.md').replace('alias:: Chai\n', ''))
    await both()
    expect(a.read('pages/Tea.md')).toMatch(/^origin:: Assam\n\n/)
    a.write('pages/Ada.md', a.read('pages/Ada.md').replace('title:: Countess\n', ''))
    await both()
    expect(b.read('pages/Countess.md')).toMatch(/^title:: Ada\n/)
    renameSync(b.path('pages/Countess.md'), b.path('pages/Ada.md'))
    b.write('pages/Ada.md', b.read('pages/Ada.md').replace('title:: Ada\n', ''))
    await both()
    await same()
  })

  test('a block that is referenced bears its id, and keeps it when it moves to another file', async () => {
    a.write('pages/Refs.md', '- here is the target block\n- other\n')
    await both()
    const { record } = (await blockOf('target block'))!
    b.write('pages/Uses.md', `- see ((${record}))\n`)
    await both()
    expect(a.read('pages/Refs.md')).toBe(`- here is the target block\n  id:: ${record}\n- other\n`)
    a.write('pages/Refs.md', '- other\n')
    a.write('pages/Uses.md', `- see ((${record}))\n- here is the target block\n  id:: ${record}\n`)
    await both()
    expect((await blockOf('target block'))!.record).toBe(record)
    expect(b.read('pages/Uses.md')).toContain(`- here is the target block\n  id:: ${record}\n`)
    await same()
  })

  test('a file that is removed takes its blocks along, but not what came meanwhile', async () => {
    a.write('pages/Gone.md', '- known\n')
    a.write('pages/Grown.md', '- known\n')
    await both()
    a.write('pages/Grown.md', '- known\n- came meanwhile\n')
    await a.synced()
    b.remove('pages/Gone.md')
    b.remove('pages/Grown.md')
    await both()
    expect([a.has('pages/Gone.md'), b.has('pages/Gone.md')]).toEqual([false, false])
    for (const folder of [a, b]) expect(folder.read('pages/Grown.md')).toBe('- came meanwhile\n')
  })

  test('of a page that was deleted elsewhere meanwhile are found under Recovered blocks', async () => {
    a.write('pages/Deleted.md', '- left alone\n- edited\n')
    await both()
    a.remove('pages/Deleted.md')
    await a.synced()
    b.write('pages/Deleted.md', '- left alone\n- edited here\n')
    await both()
    for (const folder of [a, b]) {
      expect(folder.has('pages/Deleted.md')).toBe(false)
      expect(folder.read('pages/Recovered blocks.md')).toBe('- edited here\n')
    }
    await same()
  })

  test('a picture that is changed under its name goes up as another file, though no note was touched', async () => {
    a.write('assets/map.png', 'PNG of a map')
    a.write('pages/Map.md', '- ![map](../assets/map.png)\n')
    await both()
    expect(b.read('assets/map.png')).toBe('PNG of a map')
    a.write('assets/map.png', 'PNG of a better map')
    expect(await a.synced()).toMatchObject({ filesSent: 1, taken: 1 })
    await both()
    expect(a.read('pages/Map.md')).toBe('- ![map](../assets/map.png)\n')
    expect(b.read('pages/Map.md')).toBe('- ![map](../assets/map-2.png)\n')
    expect([b.read('assets/map.png'), b.read('assets/map-2.png')]).toEqual([
      'PNG of a map',
      'PNG of a better map',
    ])
    const nothing = { taken: 0, written: 0, filesSent: 0, filesFetched: 0 }
    for (const folder of [a, b]) expect(await folder.synced()).toMatchObject(nothing)
    for (const folder of [a, b]) folder.remove('pages/Map.md')
    b.remove('assets/map.png')
    b.remove('assets/map-2.png')
    a.remove('assets/map.png')
    await both()
  })

  test('a replaced file is kept for 30 days', async () => {
    const aside = a.path('logseq/.notegraph/replaced')
    const kept = ['20991231T235959', 'of-mine']
    for (const name of ['20200101T000000', ...kept])
      mkdirSync(join(aside, name, 'pages'), { recursive: true })
    await a.synced()
    expect(existsSync(join(aside, '20200101T000000'))).toBe(false)
    for (const name of kept) {
      expect(existsSync(join(aside, name))).toBe(true)
      rmSync(join(aside, name), { recursive: true })
    }
  })

  test('Org files are never written, removed or taken', async () => {
    const org = {
      'pages/Garden.org': '* TODO dig\n',
      'pages/Kept.org': '* as it was\n',
      'journals/2026_11_22.org': '* rain\n',
    }
    for (const [path, text] of Object.entries(org)) a.write(path, text)
    const marks = () => Object.keys(org).map((path) => [path, statSync(a.path(path)).mtimeMs, a.read(path)])
    const before = marks()
    expect(await a.synced()).toMatchObject({ taken: 0 })
    b.write('pages/Garden.md', '- plant\n')
    b.write('journals/2026_11_22.md', '- sun\n')
    await both()
    b.write('pages/Garden.md', '- plant\n- water\n')
    b.remove('journals/2026_11_22.md')
    await both()
    expect(marks()).toEqual(before)
    expect(a.read('pages/Garden.md')).toBe('- plant\n- water\n')
    expect((await a.files()).filter((file) => file.endsWith('.org'))).toEqual(Object.keys(org).toSorted())
    expect((await b.files()).filter((file) => file.endsWith('.org'))).toEqual([])
    for (const path of Object.keys(org)) a.remove(path)
  })

  test('words that Markdown cannot hold stay as they are', async () => {
    const { code, stderr } = await server.run(
      'token',
      'create',
      '--account',
      'me',
      '--name',
      't',
      '--scope',
      'write',
    )
    expect([code, stderr]).toEqual([0, ''])
    const { stdout } = await server.run(
      'token',
      'create',
      '--account',
      'me',
      '--name',
      'u',
      '--scope',
      'write',
    )
    const headers = { Authorization: `Bearer ${stdout.trim()}`, 'Content-Type': 'application/json' }
    const text = 'a list inside:\n- not a block\n- neither'
    const made = await fetch(`${server.url}/api/v1/notes/pages`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name: 'Odd', blocks: [text, 'plain'] }),
    })
    expect(await made.json()).toMatchObject({ ok: true })
    await both()
    expect(a.read('pages/Odd.md')).toContain('- not a block')
    a.write('pages/Odd.md', a.read('pages/Odd.md').replace('- plain', '- plain, edited'))
    await both()
    expect(await textsOf('Odd')).toEqual([text, 'plain, edited'])
    await same()
  })
})

describe('two versions of one block', () => {
  async function clash(page: string): Promise<void> {
    a.write(`pages/${page}.md`, '- before\n- the words of both\n\t- under them\n- after\n')
    await both()
    for (const [folder, words] of [
      [a, 'the words of a alone'],
      [b, 'the words of b alone'],
    ] as const)
      folder.write(`pages/${page}.md`, folder.read(`pages/${page}.md`).replace('the words of both', words))
    await both()
    for (const folder of [a, b]) {
      expect(folder.read(`pages/${page}.md`)).toContain('the words of a alone')
      expect(folder.read(`pages/${page}.md`)).toContain('the words of b alone')
    }
    await same()
  }

  test('are both shown until one is picked', async () => {
    await clash('Clash')
    const listed = JSON.parse((await a.conflicts('--json')).stdout) as {
      conflicts: { id: string; page: string; versions: { number: number; text: string }[] }[]
    }
    const [{ id, page, versions }] = listed.conflicts as [(typeof listed.conflicts)[0]]
    expect([listed.conflicts.length, page]).toEqual([1, 'Clash'])
    const { number, text } = versions.find(({ number }) => number === 2)!
    const { code, stderr } = await a.conflicts('--pick', `${id}:${number}`)
    expect([code, stderr]).toEqual([0, ''])
    const picked = `- before\n- ${text}\n\t- under them\n- after\n`
    expect(a.read('pages/Clash.md')).toBe(picked)
    await both()
    expect(b.read('pages/Clash.md')).toBe(picked)
    expect(await a.synced()).toMatchObject({ conflicts: 0 })
  })

  test('or until somebody takes the marks away', async () => {
    await clash('Marks')
    b.write('pages/Marks.md', '- before\n- the words of a and b\n\t- under them\n- after\n')
    await both()
    expect(a.read('pages/Marks.md')).toBe('- before\n- the words of a and b\n\t- under them\n- after\n')
    expect(await a.synced()).toMatchObject({ conflicts: 0 })
  })

  test('marks that are half gone are asked about, and nothing is overwritten', async () => {
    await clash('Half')
    const half = b.read('pages/Half.md').replace(/^.*=======.*\n/m, '')
    b.write('pages/Half.md', half)
    const { held } = (await b.synced()) as { held: { file: string; line: number; why: string }[] }
    expect(held).toMatchObject([{ file: 'pages/Half.md', line: 2 }])
    expect(b.read('pages/Half.md')).toBe(half)
    b.write('pages/Half.md', '- before\n- settled\n\t- under them\n- after\n')
    await both()
    expect(a.read('pages/Half.md')).toContain('- settled\n')
  })

  test('an impossible pick is an error of one line', async () => {
    expect(await a.conflicts('--pick', 'none:1')).toMatchObject({
      code: 1,
      stderr: 'notegraph: Block none has no conflicting versions.\n',
    })
    expect(await a.conflicts('--pick', 'none')).toMatchObject({ code: 2 })
  })
})

describe('files that a person has to repair', () => {
  test.each([
    ['pages/Latin.md', Buffer.from([0x2d, 0x20, 0xe9]), /UTF-8/],
    ['pages/Long.md', `- ${'x'.repeat(20_001)}\n`, /20001 characters/],
    ['pages/tea.md', '- a second file of one page\n', /pages\/Tea\.md already contains that page/],
  ])('sync reports %s, and leaves the file unchanged', async (file, content, why) => {
    const before = (await a.synced())['held'] as unknown[]
    a.write(file, content as string)
    const { held } = (await a.synced()) as { held: { file: string; why: string }[] }
    expect(held).toHaveLength(before.length + 1)
    expect(held.find((one) => one.file === file)?.why).toMatch(why)
    expect(Buffer.from(a.read(file)).length).toBeGreaterThan(0)
    a.remove(file)
  })

  test.skipIf(process.getuid?.() === 0)('sync reports a file that cannot be read', async () => {
    a.write('pages/Locked.md', '- locked\n')
    chmodSync(a.path('pages/Locked.md'), 0)
    expect((await a.synced())['held']).toMatchObject([{ file: 'pages/Locked.md' }])
    rmSync(a.path('pages/Locked.md'))
  })

  test('[M6] a link out of the folder is neither read nor written, and reported, until a person asks for it', async () => {
    const outside = join(server.home, 'outside.md')
    writeFileSync(outside, '- not for the account\n')
    a.write('pages/Linked.md', '- inside\n- ![x](../assets/x.png)\n')
    await both()
    renameSync(a.path('pages/Linked.md'), join(server.home, 'was.md'))
    symlinkSync(outside, a.path('pages/Linked.md'))
    symlinkSync(outside, a.path('assets/x.png'))
    b.write('pages/Linked.md', '- inside\n- more\n')
    await b.synced()
    const { stdout } = await a.sync('--once', '--json')
    const { held } = JSON.parse(stdout) as { held: { file: string; why: string }[] }
    expect(held.map(({ file }) => file).toSorted()).toEqual(['assets/x.png', 'pages/Linked.md'])
    for (const { why } of held) expect(why).toContain('--follow-links')
    expect(readFileSync(outside, 'utf8')).toBe('- not for the account\n')
    await b.synced()
    expect(b.read('pages/Linked.md')).toBe('- inside\n- more\n')
    await a.sync('--once', '--follow-links')
    await b.synced()
    expect(b.read('pages/Linked.md')).toContain('not for the account')
    for (const path of ['pages/Linked.md', 'assets/x.png']) a.remove(path)
    await both()
  })

  test('nine tenths of the notes gone: it stops and asks', async () => {
    const c = await server.folder('emptied')
    await c.synced()
    const notes = (await c.files()).filter((file) => file.endsWith('.md'))
    for (const file of notes) c.remove(file)
    const { code, stderr } = await c.sync('--once')
    expect(code).toBe(1)
    expect(stderr).toMatch(/^notegraph: (\d+) of \1 notes are missing from .*--allow-deletion.*\n$/)
    await both()
    expect((await a.files()).filter((file) => file.endsWith('.md')).length).toBe(notes.length)
  })

  test.each([
    [['--url', 'http://127.0.0.1:1'], 1, /The server did not answer/],
    [['--session', 'ngs_wrong'], 1, /^notegraph: .+\n$/],
    [['--url', 'nonsense'], 2, /Set --url or NOTEGRAPH_BASE_URL/],
    [['--session', ''], 2, /NOTEGRAPH_SESSION/],
  ])('%j', async (args, code, words) => {
    const ended = await a.sync('--once', ...args)
    expect(ended).toMatchObject({ code, stdout: '' })
    expect(ended.stderr).toMatch(words)
  })

  test('a folder that is not there is made, where there is one to make it in', async () => {
    const sync = (at: string) => run(['sync', at, '--once'], server.env(a.session))
    const at = join(server.home, 'made')
    const made = await sync(at)
    expect(made).toMatchObject({ code: 0, stderr: '' })
    expect(made.stdout).toContain(`Created ${at}.\n`)
    expect(readFileSync(join(at, 'pages', 'Ada.md'), 'utf8')).toBe(a.read('pages/Ada.md'))
    for (const [path, why] of [
      [join(server.home, 'none', 'graph'), 'No folder '],
      [join(at, 'pages', 'Ada.md'), 'is a file. Name a folder.'],
    ] as const)
      expect((await sync(path)).stderr).toContain(why)
    expect(existsSync(join(server.home, 'none'))).toBe(false)
  })

  test('a folder of other notes, and one that another process has', async () => {
    const notes = await server.folder('notes')
    notes.write('Idea.md', 'words\n')
    expect((await notes.sync('--once')).stderr).toContain('is not a Logseq folder')
    const running = start(['sync', a.at], server.env(a.session))
    await running.said(/in sync/)
    expect((await a.sync('--once')).stderr).toContain('Another process')
    running.child.kill('SIGTERM')
    expect((await running.ended).code).toBe(0)
  })
})

test('[sync device 1] the session of another account stops a sync, which changes neither', async () => {
  await server.run('account', 'create', 'you')
  const made = await server.run('session', 'create', '--account', 'you', '--device', 'other')
  a.write('pages/Mine.md', '- of one account\n')
  await a.synced()
  const { code, stderr } = await run(['sync', a.at, '--once'], server.env(made.stdout.trim()))
  expect([code, stderr]).toEqual([1, expect.stringContaining('syncs with another account')])
  expect(JSON.parse((await server.run('account', 'show', 'you', '--json')).stdout)).toMatchObject({
    pages: 0,
  })
  expect(a.read('pages/Mine.md')).toBe('- of one account\n')
  await a.synced()
})

test('while it runs, an edit goes up by itself and comes down on the other side', async () => {
  const up = start(['sync', a.at], server.env(a.session))
  await up.said(/in sync/)
  a.write('pages/Live.md', '- typed while it runs\n')
  await expect.poll(async () => (await b.synced(), b.has('pages/Live.md')), { interval: 300 }).toBe(true)
  expect(b.read('pages/Live.md')).toBe('- typed while it runs\n')
  up.child.kill('SIGTERM')
  expect(await up.ended).toMatchObject({ code: 0, stderr: '' })
})

test('while two run, an edit of one comes down on the other before its next minute', async () => {
  const runs = [start(['sync', a.at], server.env(a.session)), start(['sync', b.at], server.env(b.session))]
  for (const one of runs) await one.said(/in sync/)
  a.write('pages/Heard.md', '- heard at once\n')
  // The pull of the minute would bring it too. It takes about two seconds.
  await expect.poll(() => b.has('pages/Heard.md'), { timeout: 45_000, interval: 100 }).toBe(true)
  expect(b.read('pages/Heard.md')).toBe('- heard at once\n')
  for (const one of runs) {
    one.child.kill('SIGTERM')
    expect(await one.ended).toMatchObject({ code: 0, stderr: '' })
  }
})

/** Blocks as the server's import reads them. */
async function blockOf(words: string): Promise<{ record: string } | undefined> {
  const found = await search(words)
  return found[0] && { record: found[0].id }
}

async function textsOf(page: string): Promise<string[]> {
  const answer = await notes(`pages/${encodeURIComponent(page)}`)
  return (answer as { blocks: { content: string }[] }).blocks.map(({ content }) => content)
}

const search = async (words: string) =>
  ((await notes(`search?q=${encodeURIComponent(words)}`)) as { blocks: { id: string }[] }).blocks

let token: string | undefined
async function notes(path: string): Promise<unknown> {
  token ??= (await server.run('token', 'create', '--account', 'me', '--name', 'reader')).stdout.trim()
  const answer = await fetch(`${server.url}/api/v1/notes/${path}`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  return answer.json()
}
