/** A small graph, built with the factories of records, and the accounts of the tests. */
import { makeBlock, makePage, type BlockRecord, type GraphRecord, type NewPage } from '@notegraph/graph'
import type { GraphStore } from '@notegraph/store'

/** Noon in UTC on Friday, 20 November 2026. */
export const NOON = Date.UTC(2026, 10, 20, 12)

let made = 0
/** Each record is a second newer than the one before. */
const nextTime = (): number => NOON - 3_600_000 + made++ * 1_000

type PageProps = NonNullable<NewPage['props']>

const page = (id: string, name: string, props: PageProps = [], kind?: 'whiteboard'): GraphRecord =>
  makePage({ id, name, props, now: nextTime(), ...(kind && { kind }) })

const block = (id: string, pageId: string, content: string, order = 1, parentId: string | null = null) =>
  makeBlock({ id, content, rev: `rev-${id}`, pageId, parentId, order, now: nextTime() })

const ada = [
  page('ada', 'Ada Lovelace', [
    ['type', 'person'],
    ['alias', 'Countess, Enchantress of Numbers'],
    ['tags', 'engines'],
    ['birthday', '1815-12-10'],
    ['works-at', '[[Analytical Society]]'],
  ]),
  block('ada-1', 'ada', 'wrote the first program for the [[Analytical Engine]] #engines'),
  block('ada-2', 'ada', 'with a table of operations', 1, 'ada-1'),
  block('ada-3', 'ada', '## Notes\nsource:: Menabrea', 2),
]

const tasks = [
  page('plans', 'Plans'),
  block('late', 'plans', 'TODO [#A] oil the mill\nSCHEDULED: <2026-11-18 Wed>', 1),
  block('soon', 'plans', 'DOING read the [[ada lovelace]] letters\nDEADLINE: <2026-11-25 Wed>', 2),
  block('linked', 'plans', 'LATER ask on [[2026-11-22]]', 3),
  block('someday', 'plans', 'WAITING for the post', 4),
  block('done', 'plans', 'DONE print the cards', 5),
  block('dropped', 'plans', 'CANCELED the loom', 6),
]

const named = [
  ['slash', 'notes/2026'],
  ['street', 'Hauptstraße'],
  ['japan', '日本の旅'],
  ['percent', '100% sure'],
  ['plus', 'a+b'],
  ['marks', 'who? #1 & co; "x" <y>'],
  ['back', 'back\\slash'],
  ['dot', '.'],
  ['dots', '..'],
  ['cafe', 'Cafe\u0301'],
].map(([id, name]) => page(id!, name!))

const rest = [
  page('journal-20261120', '2026-11-20'),
  block('today-1', 'journal-20261120', 'rain, 50% of the day; 東京 next'),
  page('journal-20261119', 'Nov 19th, 2026'),
  block('yesterday-1', 'journal-20261119', 'sun over the Hauptstrasse'),
  page('board', 'A board', [], 'whiteboard'),
  page('paper', 'A paper', [['pdf', '/api/files/zzzz']]),
]

/** The number of blocks on the page `long`, which are in outline order. */
export const LONG = 7
const long = [
  page('long', 'Long'),
  ...Array.from({ length: LONG }, (_, i): BlockRecord => block(`long-${i}`, 'long', `line ${i}`, i)),
]

export async function fill(graph: GraphStore): Promise<void> {
  const records = [...ada, ...tasks, ...named, ...rest, ...long]
  const committed = await graph.commits.commit({ puts: records.map((record) => ({ record, from: 0 })) })
  if (!committed.ok) throw new Error(committed.why)
}

/** Puts a picture into the block `long-2` and into its page's list of files. */
export async function holdPicture(graph: GraphStore): Promise<void> {
  const file = { id: 'zzzz', name: 'map.png', type: 'image/png', hash: 'h', size: 1, createdAt: NOON }
  const [block, page] = [await graph.records.find('long-2'), await graph.records.find('long')]
  if (block?.record.kind !== 'block' || page?.record.kind !== 'page') throw new Error('the graph is another')
  const words = { ...block.record.words, text: 'a map ![map](/api/files/zzzz)', rev: 'r2', at: NOON }
  const props = { ...page.record.props, image: { v: '/api/files/zzzz', at: NOON } }
  const committed = await graph.commits.commit({
    files: [file],
    puts: [
      { record: { ...block.record, words, updatedAt: NOON }, from: block.seq },
      { record: { ...page.record, props, updatedAt: NOON }, from: page.seq },
    ],
  })
  if (!committed.ok) throw new Error(committed.why)
}
