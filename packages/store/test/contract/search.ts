/**
 * Tests that a driver's search follows query.md: every form of an operand on a small graph, then random queries on
 * random graphs. Each result is compared with an evaluation of the records one by one.
 */
import { startOfDay } from '@notegraph/graph'
import {
  faultWords,
  parseQuery,
  settleDays,
  type Query,
  type QueryDays,
  type SearchOrder,
} from '@notegraph/query'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GraphStore, Store, Window } from '../../src/index.ts'
import { evaluate, evaluateTasks, type Asked, type Found } from '../evaluate.ts'
import { IDS, NOTES } from '../query-notes.ts'
import { page, block } from '../builder.ts'
import { SEARCH_CASES, type SearchCase } from '../search-cases.ts'
import { day, history, notesOf, type History } from '../random-graph.ts'
import { asked, tree, windowed } from '../random-query.ts'

const ALL = { limit: Infinity, offset: 0 }
const BERLIN: Asked = { today: 20261120, zone: 'Europe/Berlin' }

const without = (...left: string[]): string[] => IDS.filter((id) => !left.includes(id))
const TASKS = ['rye', 'alias', 'prop', 'done', 'next', 'wait']
const GARDEN = ['rye', 'under', 'blue', 'blues', 'quote']

type Case = readonly [operand: string, q: string, ids: readonly string[]]

const OPERANDS: readonly Case[] = [
  ['word', 'rye', ['rye', 'blue', 'onmira']],
  ['word', 'RYE sow', ['rye']],
  ['word', '(and RYE) OF', ['blue']],
  ['word', 'f1secret', []],
  ['word', 'id::', []],
  ['word', 'status::', ['onmira', 'prop']],
  ['string', '"blue folder"', ['blue']],
  ['string', '"lue Fol"', ['blue']],
  ['string', '"blue  folder"', []],
  ['string', '"folder "', ['blue']], // the text continues after it
  ['string', '" folder"', ['blue', 'blues']],
  ['string', '"say \\"hi\\""', ['quote']],
  ['string', '"\\\\ there"', ['quote']],
  ['string', '"[picture: cat.png]"', ['paper1']],
  ['string', '"f1secret"', []],
  ['string', '"/api/files"', []],

  ['[[Page]]', '[[Mira]]', ['rye', 'alias', 'tag']],
  ['[[Page]]', '[[ mirabel ]]', ['rye', 'alias', 'tag']],
  ['[[Page]]', '[[Second]]', []], // its aliases lead elsewhere
  ['[[Page]]', '[[people]]', ['wait', 'sheds']],
  ['[[Page]]', '[[Garden/Shed]]', ['under']],
  ['[[Page]]', '[[Acme Works]]', []], // a page's property links it, no block
  ['[[Page]]', '[[deep BLUE]]', ['onmira']], // no page
  ['[[Page]]', '[[Nobody]]', []],
  ['[[Page]]', '[[2026-11-18]]', ['day']],
  ['[[Page]]', '[[nov 20, 2026]]', ['done']],
  ['[[Page]]', '[[2026_11_27]]', ['prop', 'done']],
  ['#tag', '#M', ['tag']], // a plain word
  ['#tag', '(and #M)', ['rye', 'alias', 'tag']],
  ['#tag', '(and #2026-11-27)', ['prop', 'done']],
  ['#tag', '#[[Mira]]', ['rye', 'alias', 'tag']],
  ['#tag', '#[[teal]]', ['onmira']],

  ['todo', '(todo TODO)', ['rye']],
  ['todo', '(TODO now Later)', ['alias', 'prop']],
  ['todo', '(todo [canceled, doing])', ['next']],
  ['task', '(task waiting [done])', ['done', 'wait']],
  ['priority', '(priority a)', ['rye']],
  ['priority', '(priority B)', ['alias']],
  ['priority', '(priority [B C])', ['alias', 'done']],

  ['between', '(between 2026-11-18 2026-11-20)', ['day', 'done']],
  ['between', '(between today yesterday)', ['day']],
  ['between', '(between -2d tomorrow)', ['day', 'done']],
  ['between', '(between +1w today)', ['day', 'next']],
  ['between', '(between tomorrow 2026-12-31)', ['next']],
  ['between', '(between -1m -1d)', ['done']],
  ['between', '(between 1Y "Nov 21st, 2026")', ['next']],
  ['between', '(between [[Nov 27th, 2026]] #2026_11_27)', ['next']],
  ['between', '(between yesterday yesterday)', []],
  ['between FIELD', '(between scheduled 2026-11-21 2026-11-21)', ['rye']],
  ['between FIELD', '(between DEADLINE 2026-11-30 today)', ['alias']],
  ['between FIELD', '(between due today +10d) (todo todo later now done)', ['rye', 'alias', 'prop', 'done']],
  ['between FIELD', '(between due today today) (todo done)', ['done']], // the earliest of the days it links
  ['between FIELD', '(between due 2026-11-27 2026-11-27) (todo now done)', ['prop']],
  ['between FIELD', '(between created 2026-10-25 2026-10-25)', ['code']],
  ['between FIELD', '(between created-at 2026-03-28 2026-03-28)', ['pinned']],
  ['between FIELD', '(between updated 2026-10-25 2026-10-25)', []],
  ['between FIELD', '(between updated-at 2026-10-26 2026-10-26)', ['code']],
  ['between FIELD', '(between last-modified-at 2026-03-29 2026-03-29)', ['pinned']],
  ['between FIELD', '(between updated 2026-03-30 2026-11-09)', ['code']],

  ['property', '(property status)', ['onmira', 'prop']],
  ['property', '(property :STATUS waiting)', ['prop']],
  ['property', '(property status "In Progress")', ['onmira', 'prop']], // whole, and linked
  ['property', '(property status progress)', []],
  ['property', '(property status "[[in progress]], waiting")', ['prop']],
  ['property', '(property color Red)', ['onmira']],
  ['property', '(property color [[deep blue]])', ['onmira']],
  ['property', '(property color #teal)', ['onmira']],
  ['property', '(property color "[[Deep Blue]] and #teal")', ['onmira']],
  ['property', '(property color deep)', []],
  ['property', '(property keeper [[M]])', ['blues']], // [A13.2] other names of Mira
  ['property', '(property keeper #mirabel)', ['blues']],
  ['property', '(property keeper "Mirabel")', ['blues']],
  ['property', '(property keeper Mirabel)', []],
  ['property', '(property flag false)', ['onmira']],
  ['property', '(property flag true)', []],
  ['property', '(property empty)', ['wait']],
  ['property', '(property id)', []],
  ['property', '(property active)', []],
  ['page-property', '(page-property status)', GARDEN],
  ['page-property', '(page-property status "in progress")', GARDEN],
  ['page-property', '(page-property works-at [[acme works]])', ['onmira']],
  ['page-property', '(page-property "works at" bakery)', ['onmira']],
  ['page-property', '(page-property works-at acme)', []],
  ['page-property', '(page-property about [[Mirabel]])', ['alias']], // [A4.2] another name of Mira
  ['page-property', '(page-property about "mirabel")', ['alias']], // [A13.2]
  ['page-property', '(page-property about Mirabel)', []],
  ['page-property', '(page-property active false)', ['onmira']],
  ['page-property', '(page-property flag)', []],

  ['page-type', '(page-type PERSON)', ['onmira']],
  ['page-type', '(page-type tag)', ['infolk']],
  ['page-type', '(page-type journal)', ['day', 'done', 'next']],
  ['page-type', '(page-type whiteboard)', ['pinned']],
  ['page-type', '(page-type pdf)', ['paper1']],
  ['page-type', '(page-type "TV show")', []],
  ['page-type', '(page-type page)', [...GARDEN, 'alias', 'tag', 'code', 'prop', 'noday', 'wait', 'sheds']],
  ['page-tags', '(page-tags People)', ['onmira']],
  ['page-tags', '(page-tags nothing #folk)', ['onmira']],
  ['page-tags', '(page-tags ["slow food" [[x]]])', ['onmira']],
  ['page-tags', '(page-tags mira)', []],
  ['page', '(page mira)', ['onmira']],
  ['page', '(page M)', ['onmira']],
  ['page', '(page [[Garden/Shed]])', ['sheds']],
  ['page', '(page garden)', GARDEN], // another's alias, too
  ['page', '(page second)', []], // an older page's alias, too
  ['page', '(page "nov 20, 2026")', ['day']],
  ['page', '(page "Nov 20th, 2026")', ['day']], // another's alias, too
  ['page', '(page 2026-12-01)', ['sheds']], // an alias of a day without a page
  ['page', '(page #2026-11-27)', ['next']],
  ['page', '(page 2026-11-19)', []],
  ['page', '(page nobody)', []],
  ['namespace', '(namespace garden)', ['tag', 'code', 'prop']],
  ['namespace', '(namespace "Garden/Beds")', ['prop']],
  ['namespace', '(namespace gard)', []],
  ['namespace', '(namespace [[Garden/Shed]])', []],
]

const NESTED: readonly Case[] = [
  ['row', 'likes (page-type person) (not [[Mira]])', ['onmira']],
  ['row', '(namespace garden), (todo now)', ['prop']],
  ['and', '(and (page garden) (and [[mira]] sow))', ['rye']],
  ['or', '(or (todo TODO) (not [[mira]]))', without('alias', 'tag')],
  ['or', '(or (page shed) (namespace garden) (page nobody))', ['sheds', 'tag', 'code', 'prop']],
  ['not', '(not (or rye wheat))', without('rye', 'blue', 'onmira')],
  ['not', '(not (not (not rye)))', without('rye', 'blue', 'onmira')],
  ['not', '(not (and (page garden) (not (todo todo))))', without('under', 'blue', 'blues', 'quote')],
  ['not', '(not (todo todo doing now later waiting done canceled))', without(...TASKS)],
  ['not', '(not (priority a b c))', without('rye', 'alias', 'done')],
  ['not', '(not (between scheduled -9y +9y))', without('rye')],
  ['not', '(not (between deadline -9y +9y))', without('alias')],
  ['not', '(not (between due -9y +9y)) (task todo done later)', []],
  ['not', '(not (between due -9y +9y)) (task waiting canceled)', ['wait', 'next']],
  ['not', '(not (between -9y +9y))', without('day', 'done', 'next')],
  ['not', '(not (property status))', without('onmira', 'prop')],
  ['not', '(not (property flag true))', IDS],
  ['not', '(not (page-property status)) (not (page-tags people)) (page mira)', []],
  ['not', '(not (page nobody))', IDS],
  ['not', '(not [[Nobody]])', IDS],
  ['not', '(not (page-type page))', ['onmira', 'infolk', 'day', 'done', 'next', 'pinned', 'paper1']],
]

/** Phrases of the query language, on the same texts. */
const PHRASES: readonly SearchCase[] = [
  ['non\u00a0breaking\u00a0space', '"non breaking space"', ['']],
  ['naïve café', '"naive cafe"', ['']],
  ['naïve café', '"e café"', ['']],
  ['naïve café', '(not café)', []],
  ['naive cafe', '(not café)', ['']],
]

/** Hundreds of graphs, of any store, on any machine. */
const RANDOM = { timeout: 600_000 }

export function searchContract(open: () => Promise<Store>): void {
  describe('search', () => {
    let store: Store
    beforeAll(async () => {
      store = await open()
      await land(store.graph('one'), { first: NOTES.records, later: [], files: NOTES.files })
    })
    afterAll(() => store.close())

    /** Runs a query, and expects the same result as from the records. */
    async function find(q: string, where: Asked = BERLIN): Promise<Found> {
      const parsed = parseQuery(q)
      if (!parsed.ok) throw new Error(faultWords(parsed.fault))
      const found = await search(store.graph('one'), parsed.query, where, ALL, 100)
      expect(evaluate(parsed.query, NOTES, where, ALL, 100)).toEqual(found)
      return found
    }

    test.each([...OPERANDS, ...NESTED])('[Q %s] %s finds %j', async (_, q, ids) => {
      expect((await find(q)).ids.toSorted()).toEqual([...ids].toSorted())
    })

    test.each([
      ['UTC', '(between created 2026-10-24 2026-10-24)'],
      ['UTC', '(between updated 2026-10-25 2026-10-25)'],
      ['Europe/Berlin', '(between created 2026-10-25 2026-10-25)'],
      ['Europe/Berlin', '(between updated 2026-10-26 2026-10-26)'],
      ['Europe/London', '(between created 2026-10-24 2026-10-24)'],
      ['Europe/London', '(between updated 2026-10-25 2026-10-25)'],
      ['Asia/Kolkata', '(between created 2026-10-25 2026-10-25)'],
      ['Pacific/Pago_Pago', '(between updated 2026-10-25 2026-10-25)'],
    ])('[Q between FIELD] in %s %s finds a block of that night', async (zone, q) => {
      expect((await find(q, { today: 20261120, zone })).ids).toEqual(['code'])
    })

    test.each<[pages: readonly string[], ids: readonly string[]]>([
      [
        ['mira', 'shed', 'nothing'],
        ['onmira', 'sheds'],
      ],
      [[], []],
    ])('[S11] on the pages %j', async (pages, ids) => {
      const query: Query = { kind: 'page-ids', ids: pages, at: 0 }
      const found = await search(store.graph('one'), query, BERLIN, ALL, 100)
      expect(found.ids.toSorted()).toEqual(ids)
    })

    test('[D5.1] finds texts as people type them, before and after they are indexed', async () => {
      const texts = [...new Set(SEARCH_CASES.map(([text]) => text))]
      const records = [page('typed', 'Typed'), ...texts.map((text, n) => block(`b${n}`, 'typed', text))]
      const graph = store.graph('typed')
      await land(graph, { first: records, later: [], files: [] })
      for (let turn = 0; turn < 2; turn++) {
        for (const [text, q, marked] of [...SEARCH_CASES, ...PHRASES]) {
          const parsed = parseQuery(q)
          if (!parsed.ok) throw new Error(faultWords(parsed.fault))
          const found = await search(graph, parsed.query, BERLIN, ALL, 100)
          expect(evaluate(parsed.query, { records, files: [] }, BERLIN, ALL, 100)).toEqual(found)
          const isFound = found.ids.includes(`b${texts.indexOf(text)}`)
          expect([text, q, isFound]).toEqual([text, q, marked.length > 0])
        }
        await graph.search.index()
      }
    })

    test('[D5.4] latest edit first, then by id', async () => {
      expect((await find('(page garden)')).ids).toEqual(['quote', 'blue', 'blues', 'under', 'rye'])
    })
  })

  test(
    '[Q operands] [A5.1] random queries on random graphs find what a reading of the records finds',
    RANDOM,
    async () => {
      const question = fc.record({ query: tree, where: asked, part: windowed })
      const questions = fc.array(question, { minLength: 1, maxLength: 6 })
      const store = await open()
      let graphs = 0
      await fc.assert(
        fc.asyncProperty(history, questions, async (history, questions) => {
          const graph = store.graph(`random-${++graphs}`)
          await land(graph, history)
          for (const { query, where, part } of questions) {
            const { window, ceiling, order } = part
            const found = await search(graph, query, where, window, ceiling, order)
            expect(found).toEqual(evaluate(query, notesOf(history), where, window, ceiling, order))
          }
        }),
        { numRuns: 75 },
      )
      await store.close()
    },
  )

  test(
    '[D5.5] [A3.4] tasks of random graphs are those of a reading of the records, in one order',
    RANDOM,
    async () => {
      const tasks = fc.record(
        {
          status: fc.constantFrom('open', 'done', 'all'),
          dueBy: day,
          dueFrom: day,
          where: fc.tuple(tree, asked).map(([query, where]) => settleDays(query, daysOf(where))),
        },
        { requiredKeys: ['status'] },
      )
      const questions = fc.array(fc.tuple(tasks, windowed), { minLength: 1, maxLength: 6 })
      const store = await open()
      let graphs = 0
      await fc.assert(
        fc.asyncProperty(history, questions, async (history, questions) => {
          const graph = store.graph(`random-${++graphs}`)
          await land(graph, history)
          for (const [asked, { window }] of questions) {
            const { blocks, total } = await graph.search.listTasks(asked, window)
            const found = { ids: blocks.map(({ id }) => id), total }
            expect(found).toEqual(evaluateTasks(notesOf(history), asked, window))
          }
        }),
        { numRuns: 50 },
      )
      await store.close()
    },
  )
}

async function search(
  graph: GraphStore,
  query: Query,
  { today, zone }: Asked,
  window: Window,
  ceiling: number,
  order?: SearchOrder,
): Promise<Found> {
  const { blocks, total, truncated } = await graph.search.find(
    query,
    daysOf({ today, zone }),
    window,
    ceiling,
    order,
  )
  return { ids: blocks.map(({ id }) => id), total, truncated }
}

const daysOf = ({ today, zone }: Asked): QueryDays => ({
  today,
  startOf: (day) => startOfDay(day, zone),
})

async function land(graph: GraphStore, { first, later, files }: History): Promise<void> {
  await graph.commits.commit({ puts: first.map((record) => ({ record, from: 0 })), files })
  const puts = later.map(async (record) => ({
    record,
    from: (await graph.records.find(record.id))?.seq ?? 0,
  }))
  expect(await graph.commits.commit({ puts: await Promise.all(puts) })).toMatchObject({ ok: true })
}
