/** @module-tag both-stores */
import { PageAnswer, SearchAnswer, SetPropertyAnswer, AddBlockAnswer } from '@notegraph/contract'
import { remove } from '@notegraph/graph'
import { beforeEach, describe, expect, test } from 'vitest'
import { change } from '../test/edits.ts'
import { add, block, NOON, page } from '../test/notes.ts'
import { desk, refused, taken, type Desk } from '../test/writes.ts'

const ALL = { limit: 100, offset: 0 }
const FORMS = ['Nov 20th, 2026', 'november 20, 2026', '2026_11_20', '2026-11-20']

let it: Desk
beforeEach(async () => {
  it = await desk()
  await add(
    it.graph,
    page('launch', 'Launch', [['alias', 'Big day, Nov 20th, 2026']]),
    page('notes', 'Notes'),
    block('b1', 'notes', 'before [[2026-11-20]]'),
    block('b2', 'notes', 'before [[Launch]]', 2),
  )
})

const reads = async (name: string) => taken(PageAnswer, await it.notes.readPage(it.caller, name, ALL)).page.id
const finds = async (q: string) =>
  taken(SearchAnswer, await it.notes.search(it.caller, { q, ...ALL })).blocks.map(({ id }) => id)

describe('[D1.1, D1.5] an alias that reads as a day, with no journal page of that day', () => {
  test('is one alias, its comma within', async () => {
    const { page: found } = taken(PageAnswer, await it.notes.readPage(it.caller, 'Launch', ALL))
    expect(found.aliases).toEqual(['Big day', 'Nov 20th, 2026'])
  })

  test.each(FORMS)('finds its page by %j', async (name) => {
    expect(await reads(name)).toBe('launch')
    const set = await it.writes.setProperty(it.caller, name, 'mood', { value: 'glad' })
    expect(taken(SetPropertyAnswer, set).ids.pageId).toBe('launch')
  })

  test.each(FORMS)('leads a link to its page by %j', async (name) => {
    expect((await finds(`[[${name}]]`)).toSorted()).toEqual(['b1', 'b2'])
  })

  test.each(FORMS.slice(0, 3))('a block is added to its page by %j', async (name) => {
    const answer = taken(AddBlockAnswer, await it.writes.addBlock(it.caller, name, { text: 'x' }))
    expect(answer.ids.pageId).toBe('launch')
    expect(answer).not.toHaveProperty('day')
  })

  test.each(['2026-11-20', 'today'])('a block starts the day by %j', async (name) => {
    const answer = taken(AddBlockAnswer, await it.writes.addBlock(it.caller, name, { text: 'x' }))
    expect(answer.ids.pageId).toBe('journal-20261120')
    expect(await reads('Nov 20th, 2026')).toBe('journal-20261120')
  })

  test('another day is not found', async () => {
    expect(refused(await it.notes.readPage(it.caller, 'Nov 21st, 2026', ALL)).code).toBe('not_found')
  })
})

describe("[D1.2] a day's own journal page goes first", () => {
  beforeEach(() => add(it.graph, page('journal-20261120', 'Friday')))

  test.each(FORMS)('by %j', async (name) => {
    expect(await reads(name)).toBe('journal-20261120')
    expect(await finds(`[[${name}]]`)).toEqual(['b1'])
    const answer = taken(AddBlockAnswer, await it.writes.addBlock(it.caller, name, { text: 'x' }))
    expect(answer.ids.pageId).toBe('journal-20261120')
  })

  test('until it is deleted', async () => {
    await change(it.graph, 'journal-20261120', ({ record }) => remove(record, NOON + 5))
    for (const name of FORMS) expect(await reads(name)).toBe('launch')
  })
})
