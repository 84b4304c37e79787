/**
 * The command sync and what it cannot sync: a person has to repair a file, a folder or an option.
 *
 * @module-tag process
 */
import { chmodSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from './run.ts'
import { startPair } from './synced.ts'

const { server, a, b, both } = await startPair()

beforeAll(async () => {
  a.write('logseq/config.edn', '{:file/name-format :triple-lowbar}')
  a.write('assets/plan.png', 'PNG')
  for (const name of ['Ada', 'Tea', ...Array.from({ length: 18 }, (_, n) => `Note ${n}`)])
    a.write(`pages/${name}.md`, `- words of ${name}\n`)
  await both()
})
afterAll(() => server.stop())

test.each([
  ['pages/Latin.md', Buffer.from([0x2d, 0x20, 0xe9]), /UTF-8/],
  ['pages/Long.md', `- ${'x'.repeat(20_001)}\n`, /20001 characters/],
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
  [['--url', 'http://127.0.0.1:1'], 1, /cannot be reached \(bad port\)\. .+ Your edits are kept/],
  [['--session', 'ngs_wrong'], 1, /^notegraph: .+\n$/],
  [['--url', 'notes.example'], 2, /is not valid: "notes\.example"\. Use .+ https:\/\/notes\.example\.\n$/],
  [['--url', 'ftp://notes.example'], 2, /is not valid: "ftp:\/\/notes\.example"\. /],
  [['--url', ''], 2, /Set --url or NOTEGRAPH_BASE_URL/],
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

test('a folder of other notes', async () => {
  const notes = await server.folder('notes')
  notes.write('Idea.md', 'words\n')
  expect((await notes.sync('--once')).stderr).toContain('is not a Logseq folder')
})

test('a vault whose daily notes are in journals/', async () => {
  const vault = await server.folder('vault')
  vault.write('journals/2026-11-20.md', 'words\n')
  vault.write('.obsidian/app.json', '{}')
  expect((await vault.sync('--once')).stderr).toContain('is not a Logseq folder')
})
