import { derivePage, makeBlock, makePage, type DeriveEnv, type Json, type PageRecord } from '@notegraph/graph'
import { faultWords, parseQuery } from '@notegraph/query'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linksTo, listTasks, pageNamed, readNotes, search, type Notes } from './index.ts'

const NOW = Date.UTC(2026, 10, 20)
const page = makePage({ id: 'p1', name: 'Bread', props: [['alias', 'Loaf']], now: NOW })
const block = (id: string, content: string, pageId = 'p1') =>
  makeBlock({ id, content, rev: `r-${id}`, pageId, parentId: null, order: 1, now: NOW })

const ASKED = { today: 20261120, zone: 'UTC' }

function find(notes: Notes, q: string): string[] {
  const parsed = parseQuery(q)
  if (!parsed.ok) throw new Error(q)
  return search(notes, parsed.query, ASKED).blocks.map(({ record }) => record.id)
}

/** The page with properties as a device may write them. */
const pageWith = (props: Readonly<Record<string, Json>>): PageRecord => ({
  ...page,
  props: Object.fromEntries(Object.entries(props).map(([key, v], at) => [key, { v, at }])),
})

test('deleted records, shapes and blocks without a page are not found', () => {
  const gone = { ...block('gone', 'rye'), deleted: NOW }
  const notes = readNotes([page, block('b1', 'rye'), gone, block('lost', 'rye', 'nowhere')])
  expect(find(notes, 'rye')).toEqual(['b1'])
})

test.each<[string, Readonly<Record<string, Json>>, string]>([
  ['a value that is no string', { name: 'Bread', rating: 5 }, '(page-property rating 5)'],
  ['a list of values', { name: 'Bread', tags: ['rye', 'oven'] }, '(page-tags oven)'],
  ['a key in capitals', { name: 'Bread', Status: 'done' }, '(page-property status done)'],
  ['a key spelled twice: the later one', { name: 'Bread', a: 'old', A: 'new' }, '(page-property a new)'],
  ['a blank value was cleared', { name: 'Bread', a: ' ' }, '(not (page-property a))'],
  ['no name', {}, '(page p1)'],
  ['an alias in a list', { name: 'Bread', alias: ['Loaf', 'Bun'] }, '(page bun)'],
])('properties of a page, %s', (_, props, q) => {
  expect(find(readNotes([pageWith(props), block('b1', 'x')]), q)).toEqual(['b1'])
})

test('[D1.2] a name leads to the page of its day, else by name, else by alias', () => {
  const day = makePage({ id: 'journal-20261120', name: 'Nov 20th, 2026', now: NOW })
  const loaf = makePage({ id: 'p2', name: 'loaf', now: NOW + 1 })
  const notes = readNotes([loaf, page, day])
  const idOf = (name: string) => pageNamed(notes, name)?.record.id
  expect(['2026-11-20', 'BREAD', 'Loaf', 'nothing'].map(idOf)).toEqual([day.id, 'p1', 'p2', undefined])
})

test('[D1.2] any spelling of a day leads to its page, else to the page with the day as an alias', () => {
  const friday = makePage({ id: 'journal-20261120', name: 'Friday', now: NOW + 1 })
  const days = 'Nov 20th, 2026, 2026-11-21'
  const launch = makePage({ id: 'p2', name: 'Launch', props: [['alias', days]], now: NOW })
  const notes = readNotes([friday, launch])
  const idOf = (name: string) => pageNamed(notes, name)?.record.id
  expect(['Nov 20th, 2026', '2026-11-20', '2026_11_20'].map(idOf)).toEqual(Array(3).fill(friday.id))
  expect(['Nov 21st, 2026', '2026-11-21', '2026_11_21'].map(idOf)).toEqual(Array(3).fill('p2'))
})

test('files are found by their names', () => {
  const notes = readNotes([page, block('b1', 'see ![](/api/files/f1)')], {
    file: () => ({ name: 'cat.png', type: 'image/png' }),
  })
  expect([find(notes, 'cat.png'), find(notes, 'f1')]).toEqual([['b1'], []])
})

test('links to a page that is not there yet are found', () => {
  const { blocks, total } = linksTo(readNotes([page, block('b1', '[[Rye]]'), block('b2', '#rye')]), 'RYE', {
    limit: 1,
  })
  expect([blocks.map(({ record }) => record.id), total]).toEqual([['b1'], 2])
})

test('after an edit only what changed is read again, and the answers are those of reading all', () => {
  const records = [page, block('b1', 'rye'), block('b2', 'wheat')]
  const env: DeriveEnv = { file: () => undefined }
  const before = readNotes(records, env)
  const edited = [{ ...page, updatedAt: NOW + 1 }, records[1]!, block('b2', 'TODO rye')]
  const after = readNotes(edited, env, before)
  expect(after).toEqual(readNotes(edited, env))
  expect(after.blocks[0]!.parsed).toBe(before.blocks[0]!.parsed)
  expect(readNotes(records, { file: () => undefined }, before).blocks[0]!.parsed).not.toBe(
    before.blocks[0]!.parsed,
  )
})

test('no content and no property makes it throw', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.integer(),
      (text, props, time) => {
        const odd = { ...block('b1', text), createdAt: time * 1e6, updatedAt: -time * 1e6 }
        const notes = readNotes([pageWith(props as Record<string, Json>), odd])
        expect(find(notes, '(not (page-type tag)) (not (between created -1d today))').length).toBeLessThan(2)
        listTasks(notes, { status: 'all' })
      },
    ),
  )
})

test('pages have the types that are given in place of the registry', () => {
  const types = [
    {
      type: 'recipe',
      label: 'Recipe',
      plural: 'Recipes',
      fields: [{ key: 'serves', label: 'Serves', kind: 'text' }],
    },
  ] as const
  const bread = pageWith({ type: '[[Recipe]]', serves: '4' })
  const notes = readNotes([bread, block('b1', 'rye')], { file: () => undefined, types })
  const ids = (q: string) => {
    const parsed = parseQuery(q, types)
    if (!parsed.ok) return faultWords(parsed.fault)
    return search(notes, parsed.query, { today: 2026_11_20, zone: 'UTC' }).blocks.map(
      ({ record }) => record.id,
    )
  }
  expect(ids('(page-type Recipe)')).toEqual(['b1'])
  expect(ids('(page-type tag)')).toEqual([])
  expect(ids('(page-type person)')).toContain('is not one of the types recipe, tag, journal')
  const row = derivePage(bread, { file: () => undefined, types })
  expect(row.declared).toBe('recipe')
  expect(JSON.parse(row.view)).toMatchObject({ declaredType: 'recipe', fields: { Serves: '4' } })
  expect(readNotes([bread]).pages[0]).not.toHaveProperty('declared')
})
