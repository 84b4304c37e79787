/**
 * The command sync, over HTTP with a real server.
 *
 * @module-tag process
 */
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { run } from './run.ts'
import { startPair, type SyncedFolder } from './synced.ts'

const { server, a, b, both } = await startPair()
afterAll(() => server.stop())

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

  test('files that need a name of more than 200 characters are reported, and lose nothing', async () => {
    const long = `Beans ${'and more '.repeat(25)}`.trim()
    const held = (why: string) => [expect.objectContaining({ why: expect.stringContaining(why) })]
    const why = `The name has ${long.length} characters. A page name can have 200.`
    a.write('pages/New.md', `title:: ${long}\n\n- sow\n`)
    a.write('pages/Held.md', '- one\n- two\n')
    expect(await a.synced()).toMatchObject({ held: held(why) })
    await b.synced()
    expect(b.has('pages/New.md')).toBe(false)

    // A page that is there gets the name, while another device edits it.
    const renamed = `title:: ${long} 2\n\n- one of mine\n- two\n`
    a.write('pages/Held.md', renamed)
    b.write('pages/Held.md', '- one\n- two of theirs\n')
    await b.synced()
    expect(await a.synced()).toMatchObject({
      held: expect.arrayContaining([expect.objectContaining({ file: 'pages/Held.md' })]),
    })
    expect(a.read('pages/New.md')).toBe(`title:: ${long}\n\n- sow\n`)
    expect(a.read('pages/Held.md')).toBe(renamed)

    a.write('pages/New.md', 'title:: Beans\n\n- sow\n')
    a.write('pages/Held.md', '- one of mine\n- two\n')
    await both()
    expect(b.read('pages/Beans.md')).toContain('- sow\n')
    for (const folder of [a, b]) expect(folder.read('pages/Held.md')).toBe('- one of mine\n- two of theirs\n')
    for (const file of ['pages/New.md', 'pages/Held.md']) a.remove(file)
    await both()
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
