import { expect, test } from 'vitest'
import { outlineOf, read } from '../test/graph.ts'
import { planFolder } from './plan.ts'
import { readPlan } from './read-plan.ts'

const settings = (format?: string, folder?: string): string =>
  JSON.stringify({ format, folder, template: 'T' })

test.each([
  ['Daily/20.11.2026.md', settings('DD.MM.YYYY', 'Daily'), '20.11.2026', 20_261_120],
  ['20.11.2026.md', settings('DD.MM.YYYY', 'Daily'), '20.11.2026', undefined],
  ['Daily/20.11.2026.md', settings('DD.MM.YYYY', '/Daily/'), '20.11.2026', 20_261_120],
  ['Friday, November 20th 2026.md', settings('dddd, MMMM Do YYYY'), 'Friday, November 20th 2026', 20_261_120],
  ['D/2026/11-November/2026-11-20-Friday.md', settings('YYYY/MM-MMMM/YYYY-MM-DD-dddd', 'D'), '2026-11-20-Friday', 20_261_120],
  ['D/2026/11/20.md', settings('YYYY/MM/DD', 'D'), '2026-11-20', 20_261_120],
  ['D/2026/W47/20261120.md', settings('YYYY/[W]WW/YYYYMMDD', 'D'), '20261120', 20_261_120],
  ['Day 2026-11-20.md', settings('[Day] YYYY-MM-DD'), 'Day 2026-11-20', 20_261_120],
  ['2026-11-20.md', settings('DD.MM.YYYY', 'Daily'), '2026-11-20', 20_261_120],
  ['32.11.2026.md', settings('DD.MM.YYYY'), '32.11.2026', undefined],
  ['2026-11-20.md', '{', '2026-11-20', 20_261_120],
  ['2026-11-20.md', '[1]', '2026-11-20', 20_261_120],
  ['20-11.md', settings('DD-MM'), '20-11', undefined],
])('%s by %s', (path, daily, name, day) => {
  const plan = planFolder([path, 'Home.md'], undefined, undefined, {}, undefined, daily)
  const note = read(plan, path, '- x')
  expect({ name: note.name, kind: note.kind, day: note.day }).toEqual({
    name,
    kind: day === undefined ? 'page' : 'journal',
    day,
  })
}) // prettier-ignore

test("links to days use the folder's format, even without a note", () => {
  const daily = settings('DD.MM.YYYY', 'Daily')
  const plan = planFolder(['Daily/20.11.2026.md', 'Home.md'], undefined, undefined, {}, undefined, daily)
  const text = '[[20.11.2026]] [[21.11.2026]] [[21.11.2026|x]] [[2026-11-21]] [[99.11.2026]]'
  expect(outlineOf(read(plan, 'Home.md', text))).toEqual([
    '[[20.11.2026]] [21.11.2026]([[2026-11-21]]) [x]([[2026-11-21]]) [[2026-11-21]] [[99.11.2026]]',
  ])
})

test('[M1] a daily note keeps the name of its file, and another note of that name has its path', () => {
  const paths = ['Daily/20.11.2026.md', 'Work/20.11.2026.md', 'Daily/x.md']
  const plan = planFolder(paths, undefined, undefined, {}, undefined, settings('DD.MM.YYYY', 'Daily'))
  expect(paths.map((path) => read(plan, path, '[[Work/20.11.2026]]').name)).toEqual([
    '20.11.2026',
    'Work/20.11.2026',
    'x',
  ])
})

test('a link to a day leads to the page whose file name has a part of the date', () => {
  const plan = planFolder(
    ['D/2026/11/20.md', 'Home.md'],
    undefined,
    undefined,
    {},
    undefined,
    settings('YYYY/MM/DD', 'D'),
  )
  expect(outlineOf(read(plan, 'Home.md', '[[D/2026/11/20|x]]'))).toEqual(['[x]([[2026-11-20]])'])
})

test('front matter: placeholders of templates are text, and fields without a value are reported', () => {
  const text =
    "---\ncreated: {{date}}\nupdated: {{date:YYYY-MM-DD}} {{time}}\ntags:\n  - {{it's}}\nkind: [meeting, {{title}}, {{x}} y]\nempty:\nlist: []\n---\n"
  const note = read(planFolder(['T.md']), 'T.md', text)
  expect(note.props).toEqual([
    ['created', '{{date}}'],
    ['updated', '{{date:YYYY-MM-DD}} {{time}}'],
    ['tags', "{{it's}}"],
    ['kind', 'meeting, {{title}}, {{x}} y'],
  ])
  expect(note.unread).toEqual([
    { file: 'T.md', line: 7, why: expect.stringContaining('"empty"') },
    { file: 'T.md', line: 8, why: expect.stringContaining('"list"') },
  ])
})

test('[K1] a daily note of Dendron is the journal page of its day', () => {
  const path = 'vault/daily.journal.2026.11.20.md'
  const plan = planFolder([path, 'vault/dendron.yml'])
  expect(read(plan, path, 'x')).toMatchObject({ name: 'daily.journal.2026.11.20', day: 20_261_120 })
  expect(read(planFolder([path]), path, 'x').day).toBeUndefined()
})

test.each([
  [true, 20_261_120],
  [false, undefined],
])('the plugin Periodic Notes, with daily notes enabled: %s', async (enabled, day) => {
  const daily = { enabled, folder: 'Daily', format: 'DD.MM.YYYY' }
  const texts = new Map([
    ['Daily/20.11.2026.md', 'x'],
    ['.obsidian/daily-notes.json', settings('YYYYMMDD')],
    ['.obsidian/plugins/periodic-notes/data.json', JSON.stringify({ daily })],
  ])
  const plan = await readPlan(new Set(texts.keys()), async (path) => texts.get(path))
  expect(plan.dayOf('Daily/20.11.2026.md')).toBe(day)
})
