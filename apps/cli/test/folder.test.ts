/**
 * Import and export of a folder of notes.
 *
 * @module-tag threads
 */
import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSqlite } from '@notegraph/store/sqlite'
import { beforeAll, expect, test } from 'vitest'
import { useHome, writeNotes } from './home.ts'

const { at, notegraph, json, failure } = useHome()
beforeAll(async () => {
  writeNotes(at('notes'))
  await json('account', 'create', 'me')
})

const unread = [{ file: 'db.sqlite', line: 1, why: expect.stringContaining('Export graph') }]
const missing = [{ file: 'pages/Ada.md', line: 3, asset: '../assets/gone.png' }]
const findings = [
  { kind: 'file_unsupported', count: 1, examples: [{ file: 'db.sqlite', line: 1 }] },
  { kind: 'file_missing', count: 1, examples: [{ file: 'pages/Ada.md', line: 3 }] },
].map((one) => ({ ...one, message: expect.any(String) }))

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
  const added = { pages: 1, journals: 1, blocks: 4, files: 1, skipped: 0, unread, missing, findings }
  const changeId = expect.stringMatching(/^[0-9a-f-]{36}$/)
  expect(await json('import', at('notes'), '--account', 'me')).toEqual({ ...added, changeId })
  const again = { pages: 0, journals: 0, blocks: 0, files: 0, skipped: 7, unread, missing, findings }
  expect(await json('import', at('notes'), '--account', 'me')).toEqual(again)
  const { code, stdout, stderr } = await notegraph('import', at('notes'), '--account', 'me')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(
    /^Added 0 pages, 0 journal days, 0 blocks, 0 files\.\n7 pages, blocks and files already existed\.\n/,
  )
  expect(stdout).toMatch(/^Changed or left out:\n {2}1 × Files of a kind [^\n]* \(db\.sqlite:1\)$/m)
  expect(stdout).toMatch(/^ {2}db\.sqlite:1 {2}.*Export graph/m)
  expect(stdout).toMatch(/^ {2}pages\/Ada\.md:3 {2}\.\.\/assets\/gone\.png$/m)
})

test('[D8.5] an import is one change on the command line, and revert takes it back', async () => {
  await json('account', 'create', 'undoer')
  const { changeId } = (await json('import', at('notes'), '--account', 'undoer')) as { changeId: string }
  const change = {
    id: changeId,
    token: 'Command line',
    via: 'on the command line',
    action: 'import',
    summary: 'Imported 1 page, 1 journal day and 4 blocks',
    state: 'open',
  }
  expect(await json('changes', '--account', 'undoer')).toMatchObject({ changes: [change], total: 1 })
  expect(await json('revert', changeId, '--account', 'undoer')).toEqual({ ok: true, restored: 6, left: [] })
  expect(await json('changes', '--account', 'undoer')).toMatchObject({
    changes: [{ ...change, state: 'reverted' }],
  })
  expect((await notegraph('import', at('notes'), '--account', 'undoer')).stdout).toMatch(
    /^Undo with `notegraph revert [0-9a-f-]{36} --account undoer`\.$/m,
  )
})

test('[M6] a link out of the folder is reported and not read, unless a person asks for it', async () => {
  await json('account', 'create', 'linker')
  mkdirSync(at('linked/pages'), { recursive: true })
  writeFileSync(at('secret'), '- a secret')
  symlinkSync(at('secret'), at('linked/pages/Link.md'))
  const unread = [{ file: 'pages/Link.md', line: 1, why: expect.stringContaining('--follow-links') }]
  expect(await json('import', at('linked'), '--account', 'linker')).toMatchObject({
    pages: 0,
    blocks: 0,
    unread,
  })
  const followed = await json('import', at('linked'), '--account', 'linker', '--follow-links')
  expect(followed).toMatchObject({ pages: 1, blocks: 1, unread: [] })
})

test('an import leaves nothing to index for search', async () => {
  const store = openSqlite(at('data'))
  const progress: (readonly [number, number])[] = []
  await store.graph('me').search.index((done, total) => progress.push([done, total]))
  await store.close()
  expect(progress).toEqual([[0, 0]])
})

test('an export comes back in another account, and its next export is the same byte for byte', async () => {
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

test('a file without a note is a failure each time, and the message says what to import', async () => {
  writeFileSync(at('odd.json'), '[{"title":"x","url":"https://a.example"}]')
  for (const _ of ['first', 'second'])
    expect(await failure(1, 'import', at('odd.json'), '--account', 'me')).toContain(
      'has no notes to import. Import a folder',
    )
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
  ['a folder that is not there', () => ['import', at('nowhere'), '--account', 'me'], 'is not a folder'],
  ['a file to import', () => ['import', at('notes/pages/Ada.md'), '--account', 'me'], 'is not a folder'],
  ['a file to export to', () => ['export', at('notes/pages/Ada.md'), '--account', 'me'], 'is not a folder'],
  ['a folder of other files', () => ['export', at('notes'), '--account', 'me'], 'contains other files'],
  [
    'an account that is not there',
    () => ['import', at('notes'), '--account', 'nobody'],
    'No account has the id "nobody".',
  ],
  [
    'nothing to export',
    () => ['export', at('none'), '--account', 'nobody'],
    'No account has the id "nobody".',
  ],
  ['nothing to check', () => ['check', '--account', 'nobody'], 'No account has the id "nobody".'],
])('%s is an error of one line', async (_, args, words) => {
  expect(await failure(1, ...args())).toContain(words)
  expect(existsSync(at('nowhere')) || existsSync(at('none'))).toBe(false)
})

test('storage that is full stops an import, which says what to do', async () => {
  await json('account', 'create', 'small', '--quota', '100')
  const dry = await failure(1, 'import', at('notes'), '--account', 'small', '--dry-run')
  expect(dry).toContain('Nothing was written. Raise --quota')
  expect(dry).not.toContain('kept')
  expect(await failure(1, 'import', at('notes'), '--account', 'small')).toContain('--quota')
})

const filesOf = (folder: string): [path: string, content: string][] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry): [string, string] => {
      const path = join(entry.parentPath, entry.name)
      return [path.slice(folder.length), readFileSync(path, 'utf8')]
    })
    .toSorted(([a], [b]) => (a < b ? -1 : 1))

test('an import with --verify says that every word is there, and fails if one is not', async () => {
  await json('account', 'create', 'sure')
  mkdirSync(at('sure/pages'), { recursive: true })
  writeFileSync(at('sure/pages/Boat.md'), 'colour:: red\n\n- an oar\n')
  const verified = { files: 1, missing: 0, words: [] }
  expect(await json('import', at('sure'), '--account', 'sure', '--verify')).toMatchObject({
    pages: 1,
    verified,
  })
  const { stdout } = await notegraph('import', at('sure'), '--account', 'sure', '--verify')
  expect(stdout).toContain('Verified: every word of 1 file is in the account or in this report.\n')
  writeFileSync(at('sure/pages/Boat.md'), 'colour:: blue\n\n- an oar\n')
  const kept = await notegraph('import', at('sure'), '--account', 'sure', '--verify')
  expect(kept).toMatchObject({ code: 0, stdout: expect.stringContaining('keeps its value') })
  expect(await failure(2, 'import', at('sure'), '--account', 'sure', '--verify', '--dry-run')).toContain(
    'cannot be used with',
  )
})
