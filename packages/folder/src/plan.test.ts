import { describe, expect, test } from 'vitest'
import { planFolder } from './plan.ts'

describe('a Logseq folder', () => {
  const paths = [
    'pages/b.md', 'pages/a.md', 'pages/sub/c.md', 'pages/sub 2.md', 'sub/node_modules/d.md', 'pages/old.org', 'pages/.DS_Store', 'journals/2026_11_20.md',
    'whiteboards/w.json', 'whiteboards/v.edn', 'assets/x.png', 'assets/.keep', 'logseq/config.edn', 'logseq/custom.css',
    'logseq/bak/pages/a/1.md', 'logseq/.recycle/pages_z.md', 'LICENSE.md', 'README.md', 'db.sqlite', 'draws/d.excalidraw',
  ] // prettier-ignore
  const plan = planFolder(paths, '{:hidden ["/pages/sub"]}')

  test('notes, files, and unread files', () => {
    expect(plan.style).toBe('logseq')
    expect(plan.notes).toEqual([
      { path: 'journals/2026_11_20.md', kind: 'journal' },
      { path: 'pages/a.md', kind: 'page' },
      { path: 'pages/b.md', kind: 'page' },
      { path: 'pages/old.org', kind: 'page' },
      { path: 'LICENSE.md', kind: 'page' },
      { path: 'README.md', kind: 'page' },
      { path: 'whiteboards/v.edn', kind: 'whiteboard' },
      { path: 'whiteboards/w.json', kind: 'whiteboard' },
    ])
    expect(plan.assets).toEqual(['assets/x.png'])
    expect(plan.elsewhere).toEqual(['draws/d.excalidraw'])
    expect(plan.leftOut).toEqual([
      { kind: 'file_unsupported', path: 'db.sqlite' },
      { kind: 'file_ignored', path: 'pages/sub 2.md' },
      { kind: 'file_ignored', path: 'pages/sub/c.md' },
    ])
    expect(plan.unread.map(({ file, line }) => [file, line])).toEqual([['db.sqlite', 1]])
    for (const { why } of plan.unread) expect(why).toMatch(/cannot be imported|was not read/u)
  })

  test('[L1] settings hide what begins with them, as in Logseq', () => {
    const notes = ['old notes.md', 'old/a.md', 'pages/a.md', 'x/b.md']
    const { leftOut } = planFolder(notes, '{:hidden ["/old/" "../pages" "./x" "/"]}')
    expect(leftOut).toEqual([{ kind: 'file_ignored', path: 'old/a.md' }])
  })

  test('[L1] a note can show a picture in a hidden folder', () => {
    const plan = planFolder(['pages/a.md', 'drafts/i.png', 'drafts/b.md'], '{:hidden ["/drafts"]}')
    expect(plan.leftOut).toEqual([{ kind: 'file_ignored', path: 'drafts/b.md' }])
    expect(plan.findAsset('pages', '../drafts/i.png')).toBe('drafts/i.png')
  })

  test.each([
    [['pages/a.md'], undefined, 'logseq'],
    [['journals/a.md'], undefined, 'logseq'],
    [['logseq/config.edn', 'a.md'], '{}', 'logseq'],
    [['notes/a.md', 'logseq/config.edn'], '{:pages-directory "notes"}', 'logseq'],
    [['a.md', 'sub/pages/b.md'], undefined, 'notes'],
    [['.obsidian/app.json', 'journals/2026-11-20.md', 'pages/a.md'], undefined, 'notes'],
    [['dendron.yml', 'pages/a.md'], undefined, 'notes'],
    [['journals/2026-11-20.md', 'a.md'], undefined, 'notes'], // Foam
    [['journals/2026-11-20.md', 'journals/2026_11_21.md', 'a.md'], undefined, 'logseq'],
    [['journals/2026-11-20.md', 'pages/a.md'], undefined, 'logseq'],
    [['journals/2026-11-20.md', 'logseq/config.edn'], '{}', 'logseq'],
    [['.obsidian/app.json', 'logseq/bak/a.md', 'pages/a.md'], undefined, 'logseq'],
    [['.obsidian/app.json', 'journals/2026_11_20.md'], undefined, 'logseq'],
    [['.obsidian/app.json', 'pages/a___b.md'], undefined, 'logseq'],
    [['.obsidian/app.json', 'logseq/config.edn', 'pages/a.md'], '{}', 'logseq'],
  ])('%j with settings %j is of the kind %s', (paths, config, style) =>
    expect(planFolder(paths, config).style).toBe(style),
  )

  test('folders with other names', () => {
    const { notes } = planFolder(
      ['notes/a.md', 'daily/b.md', 'pages/c.md'],
      '{:pages-directory "notes" :journals-directory "daily"}',
    )
    expect(notes).toEqual([
      { path: 'daily/b.md', kind: 'journal' },
      { path: 'notes/a.md', kind: 'page' },
      { path: 'pages/c.md', kind: 'page' },
    ])
  })

  test('a folder of pages that is not there leaves out no page', () => {
    const { notes } = planFolder(['pages/c.md', 'd.org'], '{:pages-directory "org"}')
    expect(notes.map(({ path }) => path)).toEqual(['d.org', 'pages/c.md'])
  })
})

test('a folder of notes', () => {
  const plan = planFolder([
    'b.md',
    'a/2026_11_20.md',
    'x.png',
    'a/y.pdf',
    '.obsidian/app.json',
    'a/.trash/z.md',
    'o.org',
  ])
  expect(plan.notes).toEqual([
    { path: 'a/2026_11_20.md', kind: 'journal' },
    { path: 'b.md', kind: 'page' },
  ])
  expect(plan.assets).toEqual(['a/y.pdf', 'x.png'])
  expect(plan.unread.map(({ file }) => file)).toEqual(['o.org'])
})

test.each([
  ['in the folder of daily notes', ['Daily/2026-02-03.md', 'Work/2026-02-03.md'], '{"folder":"Daily"}', ['2026-02-03', 'Work/2026-02-03']],
  ['at the top', ['2026-02-03.md', 'Work/2026_02_03.md'], undefined, ['2026-02-03', 'Work/2026_02_03']],
  ['in no folder of daily notes', ['Daily/2026-02-03.md', 'Work/2026-02-03.md'], undefined, ['Daily/2026-02-03', 'Work/2026-02-03']],
])('two notes of one day: one %s is the day, the other a page', (_, paths, daily, names) => {
  const plan = planFolder([...paths, 'Work/2026-02-04.md'], undefined, undefined, {}, undefined, daily)
  expect(paths.map((path) => plan.index.nameOf(path))).toEqual(names)
  expect(paths.map((path) => plan.kindOf(path))).toEqual(names.map((name) => (name.includes('/') ? 'page' : 'journal')))
  expect(plan.index.nameOf('Work/2026-02-04.md')).toBe('2026-02-04')
  expect(plan.index.findNote('', names[1]!)).toBe(paths[1])
  expect(plan.dayOf(paths[1]!)).toBeUndefined()
}) // prettier-ignore

test.each([
  [['2026-02-03.md', '2026_02_03.md'], '2026-02-03.md'],
  [['D/2026-02-03.md', 'D/old/2026-02-03.md', 'x/2026-02-03.md'], 'D/2026-02-03.md'],
])('[M1] of %j, one alone is the day', (paths, own) => {
  const plan = planFolder(paths, undefined, undefined, {}, undefined, '{"folder":"D"}')
  expect(paths.filter((path) => plan.dayOf(path) !== undefined)).toEqual([own])
})

test.each(['2026-02-03.md', '2026_02_03.md'])('[M1] %s at the top, of a day in the folder of daily notes, is no day', (top) => {
  const own = 'Daily/2026-02-03.md'
  const plan = planFolder([own, top], undefined, undefined, {}, undefined, '{"folder":"Daily"}')
  expect([own, top].map((path) => plan.index.nameOf(path))).toEqual(['2026-02-03', top])
  expect(plan.index.findPath('', top.slice(0, -3))).toBe(top)
}) // prettier-ignore

test.each([
  ['pages', '../assets/x.png', 'assets/x.png'],
  ['pages', 'assets/x.png', 'assets/x.png'],
  ['pages/sub', '../assets/x.png', 'assets/x.png'],
  ['pages', '../assets/a%20b.png', 'assets/a b.png'],
  ['pages', '../assets/a b.png', 'assets/a b.png'],
  ['pages', '../assets/100%.png', 'assets/100%.png'],
  ['pages', '../assets/x.png#page=2', 'assets/x.png'],
  ['pages', '../../assets/y.png', undefined],
  ['pages', '../img/z.png', 'img/z.png'],
  ['', 'img/z.png', 'img/z.png'],
  ['pages', '/img/z.png', 'img/z.png'],
  ['pages', 'https://a.example/assets/x.png', undefined],
  ['pages', '#assets/x.png', undefined],
])('from %s the address %j means %j', (folder, address, path) => {
  const plan = planFolder(['pages/a.md', 'assets/x.png', 'assets/a b.png', 'assets/100%.png', 'img/z.png'])
  expect(plan.findAsset(folder, address)).toBe(path)
})
