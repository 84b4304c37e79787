/** The suite of `PageStore`. */
import { fold } from '@notegraph/block-text'
import { compareNames, makePage } from '@notegraph/graph'
import { parseQuery, settleDays } from '@notegraph/query'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { GraphStore, PageFilter, Store } from '../../src/index.ts'
import { add, block, change, deleted, page, reworded, T0 } from '../builder.ts'
import { useGraph } from './use-graph.ts'

/** Names whose order is not that of their characters. */
const NAMES = [
  'Ärger',
  'Zebra',
  'zebra',
  'äpfel',
  'Ångström',
  'É',
  'É',
  '2',
  '10',
  '02',
  'Яблоко',
  '日本',
  '😀',
]
/** Pages with a block that a query finds. */
function holding(text: string): PageFilter {
  const read = parseQuery(text)
  if (!read.ok) throw new Error(text)
  return { holding: settleDays(read.query, { today: 20261120, startOf: () => 0 }) }
}

const ANY_NAME = fc.oneof(
  fc.constantFrom(...NAMES),
  fc.string({ unit: 'grapheme' }).map((text) => `x${text}`),
)

const ALL = { limit: Infinity, offset: 0 }

export function pagesContract(open: () => Promise<Store>): void {
  let graph: GraphStore
  useGraph(open, (opened) => (graph = opened))
  const page1 = () => graph.pages.find('p1')

  describe('[1] pages', () => {
    test('most recently edited first, then by id; total counts all, whatever the window', async () => {
      await add(graph, page('p1', 'One'), page('p2', 'Two', [], T0 + 5), page('p0', 'Nought'))
      const list = await graph.pages.list({}, ALL)
      expect(list.pages.map(({ id }) => id)).toEqual(['p2', 'p0', 'p1'])
      const window = await graph.pages.list({}, { limit: 1, offset: 1 })
      expect(window).toMatchObject({ pages: [{ id: 'p0' }], total: 3 })
    })

    test('[D3.1] a page is edited when any block on it is', async () => {
      await add(
        graph,
        page('p1', 'One'),
        page('p2', 'Two', [], T0 + 5),
        block('b1', 'p1', 'x', { now: T0 + 9 }),
      )
      expect((await graph.pages.list({}, ALL)).pages.map(({ id, editedAt }) => [id, editedAt])).toEqual([
        ['p1', T0 + 9],
        ['p2', T0 + 5],
      ])
      await change(graph, 'b1', (held) => deleted(held, T0 + 20))
      expect((await page1())?.editedAt).toBe(T0)
    })

    test('of one type', async () => {
      await add(graph, page('p1', 'One', [['type', 'person']]), page('p2', 'Two'))
      expect(await graph.pages.list({ type: 'person' }, ALL)).toMatchObject({
        pages: [{ id: 'p1' }],
        total: 1,
      })
      expect(await graph.pages.list({ type: 'page' }, ALL)).toMatchObject({ pages: [{ id: 'p2' }], total: 1 })
      expect(await graph.pages.list({ type: 'book' }, ALL)).toEqual({ pages: [], total: 0 })
    })

    test('whose properties name a page, by any of its names, and never itself', async () => {
      await add(
        graph,
        page('p1', 'Ada', [['alias', 'Countess']]),
        page('p2', 'Engine', [['maker', '[[countess]] and [[Babbage]]']]),
        page('p3', 'Note G', [['tags', 'ada']], T0 + 5),
        page('p4', 'Other', [['maker', 'Ada']]),
        block('b1', 'p4', '[[Ada]]'),
      )
      const naming = async (name: string, window = ALL) => {
        const { pages, total } = await graph.pages.listNaming(name, window)
        return [pages.map(({ id }) => id), total]
      }
      expect(await naming('ADA')).toEqual([['p3', 'p2'], 2])
      expect(await naming('Countess', { limit: 1, offset: 1 })).toEqual([['p2'], 2])
      expect(await naming('Babbage')).toEqual([['p2'], 1])
      expect(await naming('Nobody')).toEqual([[], 0])
    })

    describe('[A4.1] pages by a filter', () => {
      beforeEach(() =>
        add(
          graph,
          page('ada', 'Ada Lovelace', [
            ['alias', 'Countess'],
            ['type', 'person'],
            ['tags', 'maths'],
            ['knows', '[[Charles Babbage]]'],
          ]),
          page('babbage', 'Charles Babbage', [['alias', 'Charley']], T0 + 1),
          page('adair', 'Adair', [['note', 'by the countess']], T0 + 2),
          page('armada', 'Armada', [], T0 + 3),
          page('works', 'Projects/Mill of Ada', [['tags', 'Maths']], T0 + 4),
          page('sub', 'projects/mill/Wheel', [['status', 'done'], ['size', '10'], ['url', 'mill.example'],], T0 + 5), // prettier-ignore
          makePage({ id: 'bare', name: 'Ada', favorite: true, now: T0 + 6 }),
          makePage({ id: 'quote', name: 'a "quoted" \\ name', favorite: true, now: T0 + 7 }),
          block('b1', 'works', 'for [[Charley]] and #[[Countess]]', { now: T0 + 8 }),
          block('b2', 'babbage', 'himself [[Charles Babbage]]', { now: T0 + 9 }),
        ),
      )

      test.each<[PageFilter, string[]]>([
        [{ words: 'ada' }, ['bare', 'adair', 'ada', 'works', 'armada']],
        [{ words: 'ada', sort: 'name' }, ['bare', 'ada', 'adair', 'works', 'armada']],
        [{ words: 'countess' }, ['ada', 'adair']],
        [{ words: 'mill ada' }, ['works']],
        [{ words: 'ada countess' }, ['adair', 'ada']], // a name, and a property or an alias
        [{ words: 'babbage' }, ['babbage', 'ada']],
        [{ words: '"quoted"' }, ['quote']],
        [{ words: '\\' }, ['quote']],
        [{ words: '"' }, ['quote']], // marks of the stored form are no words of a name
        [{ words: '[' }, ['ada']],
        [{ words: ',' }, []],
        [{ words: '","' }, []],
        [{ words: 'nobody' }, []],
        [{ words: 'knows' }, ['ada']], // a key
        [{ words: 'website' }, ['sub']], // a label
        [{ tag: 'MATHS' }, ['works', 'ada']],
        [{ tag: 'maths', type: 'person' }, ['ada']],
        [{ property: { key: 'knows' } }, ['ada']],
        [{ property: { key: 'knows', value: 'charley' } }, ['ada']], // another name of the page
        [{ property: { key: 'status', value: 'Done' } }, ['sub']],
        [{ property: { key: 'status', value: 'do' } }, []],
        // [A12.1] a range of numbers or days
        [{ property: { key: 'size', range: { numbers: { low: 9 }, open: true } } }, ['sub']],
        [{ property: { key: 'size', range: { days: { low: 9 }, open: false } } }, []],
        [{ namespace: 'Projects' }, ['works', 'sub']],
        [{ namespace: 'projects/mill' }, ['sub']],
        [{ linkedTo: 'charles babbage' }, ['works', 'ada']],
        [{ linkedTo: 'countess' }, ['works']],
        [{ linkedTo: 'Nobody' }, []],
        [{ linkedTo: 'charles babbage', ids: ['ada', 'bare'] }, ['ada']],
        [holding('(or himself [[Countess]])'), ['babbage', 'works']],
        [holding('(not himself)'), ['works']],
        [{ ...holding('(or himself [[Countess]])'), namespace: 'projects' }, ['works']],
        [holding('nowhere'), []],
        [{ ids: [] }, []],
        [{ namespace: 'projects', words: 'wheel' }, ['sub']],
        [{ tag: 'maths', sort: 'created' }, ['works', 'ada']],
        [{ linkedTo: 'charley', sort: 'links' }, ['ada', 'works']],
        [{ favorite: true }, ['quote', 'bare']],
        [{ favorite: true, sort: 'name' }, ['quote', 'bare']],
        [{ favorite: true, words: 'ada' }, ['bare']],
      ])('%j finds %j', async (filter, ids) => {
        const whole = await graph.pages.list(filter, ALL)
        expect(whole.pages.map(({ id }) => id)).toEqual(ids)
        expect(whole.total).toBe(ids.length)
        const second = await graph.pages.list(filter, { limit: 1, offset: 1, bytes: 1 })
        expect(second.pages).toEqual(whole.pages.slice(1, 2))
        expect(second.total).toBe(ids.length)
      })

      test('a page is marked by its property, and by one of its first block', async () => {
        const marked = 'public:: false'
        await add(
          graph,
          page('own', 'Own', [['public', 'False']]),
          page('first', 'First'),
          page('later', 'Later'),
          page('nested', 'Nested'),
          page('other', 'Other', [['public', 'true']]),
          block('f1', 'first', `words\n${marked}`, { order: 1 }),
          block('f2', 'first', 'more', { order: 2 }),
          block('l1', 'later', 'words', { order: 1 }),
          block('l2', 'later', marked, { order: 2 }),
          block('n1', 'nested', 'words', { order: 2 }),
          block('n2', 'nested', marked, { parentId: 'n1', order: 1 }),
        )
        const found = async (...values: readonly string[]) => {
          const markedBy = values.map((value) => ({ key: 'public', value }))
          const { pages } = await graph.pages.list({ markedBy, sort: 'name' }, ALL)
          return pages.map(({ id }) => id)
        }
        expect(await found('false')).toEqual(['first', 'own'])
        expect(await found('true', 'yes')).toEqual(['other'])
        expect(await found()).toEqual([])
      })

      test.each<[content: string, isMarked: boolean]>([
        ['public: false', true],
        ['---\nPublic: False\n---', true],
        ['words\npublic:: FALSE %% why %%', true],
        ['public: false <!-- why -->', true],
        ['public: false # why', true],
        ['public: falsely', false],
        ['public: false#why', false],
        ['is public: false', false],
        ['%% public: false %%', false],
        ['```\npublic: false\n```', false],
      ])('[sharing 5] a page that begins with %j is marked: %j', async (content, isMarked) => {
        await add(graph, page('typed', 'Typed'), block('t1', 'typed', content, { order: 1 }))
        await add(graph, page('own', 'Own', [['public', 'False %% why %%']]))
        const markedBy = [{ key: 'public', value: 'false' }]
        const { pages } = await graph.pages.list({ markedBy, sort: 'name' }, ALL)
        expect(pages.map(({ id }) => id)).toEqual(isMarked ? ['own', 'typed'] : ['own'])
      })

      test('no word is found in an escape of the stored form', async () => {
        await add(graph, page('tab', 'a\tb\\'))
        const found = async (words: string) =>
          (await graph.pages.list({ words }, ALL)).pages.map(({ id }) => id)
        expect(await found('t')).not.toContain('tab')
        expect(await found('"')).toEqual(['quote'])
        expect(await found('b\\')).toEqual(['tab'])
      })

      let tags = 0
      test('by name is as people sort names, in windows of any size', async () => {
        await fc.assert(
          fc.asyncProperty(
            fc.array(ANY_NAME, { minLength: 2, maxLength: 12 }),
            fc.integer({ min: 1, max: 4 }),
            async (names, limit) => {
              const tag = `t${(tags += 1)}`
              await add(graph, ...names.map((name, i) => page(`${tag}-${12 - i}`, name, [['tags', tag]])))
              const inOrder = names
                .map((name, i) => ({ name, id: `${tag}-${12 - i}` }))
                .toSorted((a, b) => compareNames(a.name, b.name) || (a.id < b.id ? -1 : 1))
              const listed: string[] = []
              for (let offset = 0; offset <= names.length; offset += limit) {
                const { pages, total } = await graph.pages.list({ tag, sort: 'name' }, { limit, offset })
                expect(total).toBe(names.length)
                listed.push(...pages.map(({ id }) => id))
              }
              expect(listed).toEqual(inOrder.map(({ id }) => id))
            },
          ),
          { numRuns: 20 },
        )
      })

      test('the order by name is that of all pages', async () => {
        const { pages, total } = await graph.pages.list({ sort: 'name' }, { limit: 3, offset: 0 })
        expect([pages.map(({ name }) => name), total]).toEqual([
          ['a "quoted" \\ name', 'Ada', 'Ada Lovelace'],
          8,
        ])
      })
    })

    test('a deleted page is in no list and found by no name', async () => {
      await add(graph, page('p1', 'One'))
      await change(graph, 'p1', (held) => deleted(held, T0 + 1))
      expect(await graph.pages.list({}, ALL)).toEqual({ pages: [], total: 0 })
      expect(await graph.pages.findByName('one')).toBeUndefined()
      expect(await page1()).toBeUndefined()
    })

    test('[D3.3] counts add up the blocks, and follow them', async () => {
      await add(graph, page('p1', 'One'), block('b1', 'p1', 'TODO one two.'), block('b2', 'p1', 'three'))
      expect((await page1())?.counts).toEqual({
        blocks: 2,
        words: 3,
        sentences: 2,
        paragraphs: 2,
        characters: 13,
      })
      await change(graph, 'b2', (held) => reworded(held, 'three four', T0 + 1))
      expect((await page1())?.counts).toMatchObject({ blocks: 2, words: 4 })
      await change(graph, 'b1', (held) => deleted(held, T0 + 2))
      expect((await page1())?.counts).toMatchObject({ blocks: 1, words: 2 })
    })
  })

  describe('[D1.1] names', () => {
    test('a name is found before an alias, and of two aliases the page made first wins', async () => {
      await add(
        graph,
        page('late', 'Late', [['alias', 'Nick']], T0 + 2),
        page('early', 'Early', [['alias', 'nick, Zed']]),
      )
      expect((await graph.pages.findByName(fold('NICK')))?.id).toBe('early')
      await add(graph, page('p3', 'nick', [], T0 + 3))
      expect((await graph.pages.findByName(fold('Nick')))?.id).toBe('p3')
      expect((await graph.pages.findByName('zed'))?.id).toBe('early')
    })

    test("[D1.2] links to a day lead to its journal page, whatever another page's alias says", async () => {
      await add(
        graph,
        page('old', 'Old', [['alias', '2026-01-05']]),
        page('journal-20260105', 'Jan 5th, 2026', [], T0 + 1),
      )
      expect((await graph.pages.findByName('2026-01-05'))?.id).toBe('journal-20260105')
      expect((await graph.pages.findByName(fold('Jan 5th, 2026')))?.id).toBe('journal-20260105')
    })

    test('a name given up finds nothing more', async () => {
      await add(graph, page('p1', 'Old'))
      await change(graph, 'p1', ({ record }) => ({ ...record, props: { name: { v: 'New', at: T0 + 1 } } }))
      expect(await graph.pages.findByName('old')).toBeUndefined()
      expect((await graph.pages.findByName('new'))?.id).toBe('p1')
    })
  })

  describe('[D3.2] resolved types', () => {
    test('a page that is tagged more than linked is a tag, and stops being one', async () => {
      await add(graph, page('p1', 'Plan'), page('p2', 'Notes'))
      await add(
        graph,
        block('b1', 'p2', 'see #plan'),
        block('b2', 'p2', '#Plan and #plan'),
        block('b3', 'p2', '[[Plan]]'),
      )
      expect((await page1())?.type).toBe('tag')
      await change(graph, 'b1', (held) => reworded(held, 'see [[plan]]', T0 + 1))
      expect((await page1())?.type).toBe('page')
    })

    test('a block that uses a name and an alias counts once on a side', async () => {
      await add(graph, page('p1', 'Plan', [['alias', 'Scheme']]), page('p2', 'Notes'))
      await add(graph, block('b1', 'p2', '#plan #scheme'), block('b2', 'p2', '[[Scheme]]'))
      expect((await page1())?.type).toBe('page')
      await add(graph, block('b3', 'p2', '#scheme'))
      expect((await page1())?.type).toBe('tag')
    })

    test('uses of several names tip it together, where those of each alone stay as they were', async () => {
      await add(graph, page('p1', 'Plan', [['alias', 'Scheme']]), page('p2', 'Notes'))
      const texts = ['#plan', '#plan', '#plan', '[[Plan]]', '[[Scheme]]', '[[Scheme]]']
      await add(graph, ...texts.map((text, i) => block(`b${i}`, 'p2', text)))
      expect((await page1())?.type).toBe('page')
      await add(graph, block('b6', 'p2', '#plan'))
      expect((await page1())?.type).toBe('tag')
    })

    test.each([
      [['#plan', '#scheme', '[[Plan]]'], 'tag'],
      [['#plan #scheme', '[[Plan]]'], 'page'],
      [['#plan #scheme', '#scheme', '[[Plan]] [[Scheme]]'], 'tag'],
      [['#plan #scheme', '[[Plan]]', '[[Scheme]]'], 'page'],
      [['#plan', '#plan', '#plan', '[[Plan]] [[Scheme]]'], 'tag'],
      [['#plan', '#scheme', '#plan [[Scheme]]', '[[Plan]]', '[[Plan]]'], 'page'],
    ] as const)('of a page with an alias, each block on a side once: %j is a %s', async (texts, type) => {
      await add(graph, page('p1', 'Plan', [['alias', 'Scheme']]), page('p2', 'Notes'))
      await add(graph, ...texts.map((text, n) => block(`b${n}`, 'p2', text)))
      expect((await page1())?.type).toBe(type)
    })

    test('uses before the page counts when the page comes', async () => {
      await add(graph, page('p2', 'Notes'), block('b1', 'p2', '#plan'))
      await add(graph, page('p1', 'Plan'))
      expect((await page1())?.type).toBe('tag')
    })

    test("pages count by their tags:: and by links in their properties, their own aliases don't", async () => {
      await add(graph, page('p1', 'Plan', [['alias', 'Scheme']]), page('p2', 'Notes', [['tags', 'plan']]))
      expect((await page1())?.type).toBe('tag')
      await add(graph, page('p3', 'More', [['about', '[[Plan]]']]))
      expect((await page1())?.type).toBe('page')
    })
  })

  describe('names that are near', () => {
    test.each([
      ['ada lovelase', ['Ada Lovelace']],
      ['lovelace', ['Ada Lovelace', 'Lovelace, notes on']],
      ['countes', ['Ada Lovelace']],
      ['ada lovelace the first', ['Ada Lovelace']],
      ['readnig', ['Reading']],
      ['eading', ['Reading']],
      ['zebra', []],
      ['re', []],
      ['', []],
      ['日本の族', ['日本の旅']],
      ['x'.repeat(2_000), []],
    ])('to %j', async (written, names) => {
      await add(
        graph,
        page('p1', 'Ada Lovelace', [['alias', 'Countess']]),
        page('p2', 'Lovelace, notes on'),
        page('p3', 'Reading'),
        page('p4', '日本の旅'),
      )
      expect(await graph.pages.similarNames(written, 3)).toEqual(names)
    })

    test('no more than are asked for', async () => {
      await add(graph, ...['Plan A', 'Plan B', 'Plan C'].map((name) => page(name.replace(' ', ''), name)))
      expect(await graph.pages.similarNames('plan d', 2)).toHaveLength(2)
    })
  })
}
