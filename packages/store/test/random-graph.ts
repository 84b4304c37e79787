/**
 * Graphs and queries drawn at random from few names, words and days, so that they meet: aliases and names that clash,
 * journal days in several written forms, tags, properties, tasks, references, files, whiteboards, records that are
 * deleted, changed or whose page is missing.
 */
import { isoDay, MARKERS, PRIORITIES } from '@notegraph/block-text'
import { journalId, makeShape, type GraphRecord } from '@notegraph/graph'
import { PAGE_TYPE_IDS } from '@notegraph/page-types'
import type { DayTerm, Query } from '@notegraph/query'
import fc from 'fast-check'
import { block, page } from './builder.ts'
import type { FileEntry, Window } from '../src/index.ts'
import type { Asked, Notes } from './evaluate.ts'

/** Records as they come, and some of them once more, as they are changed later. */
export interface History {
  readonly first: readonly GraphRecord[]
  readonly later: readonly GraphRecord[]
  readonly files: readonly FileEntry[]
}

/** What the history leaves. */
export function notesOf({ first, later, files }: History): Notes {
  const records = new Map([...first, ...later].map((record) => [record.id, record]))
  return { records: [...records.values()], files }
}

const NAMES = [
  'Ann',
  'ann',
  'Ben',
  'Straße',
  'STRASSE',
  'Ann/log',
  'ann/Log/old',
  'Annex',
  '日本',
  'Cafe\u0301',
]
const DAYS = [20260105, 20260106, 20260328, 20260329, 20260330]
const FORMS: readonly ((iso: string, day: number) => string)[] = [
  (iso) => iso,
  (iso) => iso.replaceAll('-', '_'),
  (iso, day) => `${iso[6] === '1' ? 'January' : 'mar'} ${day % 100}, 2026`,
  (iso, day) => `${iso[6] === '1' ? 'Jan' : 'March'} ${day % 100}th, 2026`,
]
const WORDS = [
  'rye',
  'RYE bread',
  'blue  folder',
  'straße',
  'a',
  '%',
  '_x',
  '日本',
  'c\u0327a',
  "'",
  'ΣΑΣ',
  'x\u2000y',
]
const VALUES = ['open', 'Open, done', 'false', '2026-01-05', 'in progress', '日本']
const KEYS = ['status', 'tags', 'knows', 'k/ey']
const UUIDS = ['1', '2', '3'].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`)
const FILE: FileEntry = {
  id: 'f1secret',
  hash: 'hash',
  name: 'blue cat.png',
  type: 'image/png',
  size: 1,
  createdAt: 0,
}

const PAGE_IDS = ['p1', 'p2', 'p3', 'p4', ...DAYS.slice(0, 4).map(journalId), 'board']
const BLOCK_IDS = [...UUIDS, ...Array.from({ length: 9 }, (_, i) => `b${i}`)]

const name = fc.constantFrom(...NAMES)
const day = fc.constantFrom(...DAYS)
const dayName = fc.tuple(day, fc.constantFrom(...FORMS)).map(([day, form]) => form(isoDay(day), day))
const anyName = fc.oneof({ weight: 3, arbitrary: name }, { weight: 1, arbitrary: dayName })
const linked = anyName.map((name) => `[[${name}]]`)
const tagged = fc.oneof(
  anyName.map((name) => `#[[${name}]]`),
  fc.constantFrom('#Ann', '#ben', '#日本', '#Annex'),
)

/** Hours around the nights on which clocks change, and the milliseconds around midnight. */
const time = fc
  .tuple(
    fc.constantFrom(Date.UTC(2026, 0, 5), Date.UTC(2026, 2, 8), Date.UTC(2026, 2, 29)),
    fc.integer({ min: -50, max: 50 }),
    fc.constantFrom(-1, 0, 1, 1_800_000),
  )
  .map(([start, hours, more]) => start + hours * 3_600_000 + more)

const value = fc.oneof(
  fc.constantFrom(...VALUES),
  linked,
  tagged,
  fc
    .tuple(linked, tagged, fc.constantFrom(...VALUES))
    .map(([link, tag, words]) => `see ${link}, ${tag}, ${words}`),
)
const property = fc.tuple(fc.constantFrom(...KEYS), value)

const pageProps = fc.tuple(
  fc.uniqueArray(property, { maxLength: 3, selector: ([key]) => key }),
  fc.option(fc.array(name, { minLength: 1, maxLength: 2 }), { nil: [], freq: 2 }),
  fc.option(fc.constantFrom('person', 'Book', 'tag', 'nothing'), { nil: undefined, freq: 3 }),
  fc.constantFrom(false, false, false, true),
)

const pageRecord = (id: string): fc.Arbitrary<GraphRecord> =>
  fc
    .tuple(id.startsWith('journal-') ? fc.constantFrom(...FORMS) : name, pageProps, time, gone)
    .map(([name, [props, aliases, type, pdf], now, gone]) => {
      const written = typeof name === 'string' ? name : name(isoDay(Number(id.slice(8))), Number(id.slice(8)))
      const made = page(
        id,
        written,
        [
          ...props,
          ...(aliases.length > 0 ? [['alias', aliases.join(', ')] as const] : []),
          ...(type === undefined ? [] : [['type', type] as const]),
          ...(pdf ? [['pdf', '/api/files/f1secret'] as const] : []),
        ],
        now,
      )
      const kind = id === 'board' ? { props: { ...made.props, ':kind': { v: 'whiteboard', at: now } } } : {}
      return { ...made, ...kind, ...(gone && { deleted: now }) }
    })

const gone = fc.constantFrom(false, false, false, false, true)

const inline = fc.oneof(
  fc.constantFrom(...WORDS),
  linked,
  tagged,
  fc.constantFrom(
    ...UUIDS.map((id) => `((${id}))`),
    '`[[Ann]] #ben`',
    '![x](/api/files/f1secret)',
    '{{embed [[Ben]]}}',
  ),
)
const line = fc.oneof(
  property.map(([key, value]) => `${key}:: ${value}`),
  fc
    .tuple(fc.constantFrom('SCHEDULED', 'DEADLINE'), day)
    .map(([kind, day]) => `${kind}: <${isoDay(day)} Mon>`),
  fc.constantFrom(
    'id:: 00000000-0000-4000-8000-000000000001',
    'collapsed:: true',
    '```\nrye:: [[Ann]]\n```',
    '',
  ),
)
const content = fc
  .tuple(
    fc.constantFrom('', '', '> ', '## '),
    fc.option(fc.constantFrom(...MARKERS), { nil: '' }),
    fc.constantFrom('', '', '[#A]', '[#B]', '[#C]'),
    fc.array(inline, { maxLength: 3 }),
    fc.array(line, { maxLength: 3 }),
  )
  .map(([quote, marker, priority, words, lines]) =>
    [quote + [marker, priority, ...words].filter((part) => part !== '').join(' '), ...lines].join('\n'),
  )

const blockRecord = (id: string): fc.Arbitrary<GraphRecord> =>
  fc
    .record({
      content,
      pageId: fc.constantFrom(...PAGE_IDS, 'missing'),
      parentId: fc.constantFrom(null, ...BLOCK_IDS),
      createdAt: time,
      now: time,
      gone,
    })
    .map(({ content, pageId, parentId, createdAt, now, gone }) => ({
      ...block(id, pageId, content, { now, ...(parentId !== null && { parentId }) }),
      createdAt,
      ...(gone && { deleted: now }),
    }))

const shape: GraphRecord = makeShape({
  id: 's1',
  text: 'rye [[Ann]] #ben',
  rev: 'r',
  pageId: 'board',
  order: 1,
  props: {},
  now: 0,
})

const records = (least: number): fc.Arbitrary<GraphRecord[]> =>
  fc
    .tuple(fc.subarray(PAGE_IDS, { minLength: least }), fc.subarray(BLOCK_IDS, { minLength: 2 * least }))
    .chain(([pages, blocks]) => fc.tuple(...pages.map(pageRecord), ...blocks.map(blockRecord)))

export const history: fc.Arbitrary<History> = fc
  .tuple(records(4), records(0))
  .map(([first, later]) => ({ first: [...first, shape], later, files: [FILE] }))

/** Where clocks change in the night of one of the days, and where they never do. */
export const asked: fc.Arbitrary<Asked> = fc.record({
  today: day,
  zone: fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Asia/Beirut',
    'Asia/Kolkata',
    'Pacific/Kiritimati',
  ),
})

export const windowed: fc.Arbitrary<{ window: Window; ceiling: number }> = fc.record({
  window: fc.record({
    limit: fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 4 })),
    offset: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 6 })),
  }),
  ceiling: fc.oneof(fc.constant(100), fc.integer({ min: 1, max: 6 })),
})

const at = fc.constant(0)
const several = { minLength: 1, maxLength: 2 }

const dayTerm: fc.Arbitrary<DayTerm> = fc.oneof(
  fc.record({ kind: fc.constantFrom('today', 'yesterday', 'tomorrow') }),
  fc.record({
    kind: fc.constant('offset' as const),
    count: fc.integer({ min: -3, max: 3 }),
    unit: fc.constantFrom('d', 'w', 'm', 'y'),
  }),
  fc.record({ kind: fc.constant('day' as const), day: fc.oneof(day, fc.constantFrom(10000101, 99991231)) }),
)
const ends = { from: dayTerm, to: dayTerm, at }
const asksProperty = {
  kind: fc.constantFrom('property', 'page-property'),
  key: fc.constantFrom(...KEYS, 'pdf', 'type'),
  at,
}
const run = fc.oneof(
  fc.constantFrom(
    ...WORDS,
    'E',
    ' folder',
    'e ',
    '\u2000Y',
    'cat.png',
    'f1secret',
    '::',
    '00000000',
    '\n',
    'sched',
  ),
  fc.string({ minLength: 1, maxLength: 2, unit: 'grapheme-ascii' }),
)

const leaf: fc.Arbitrary<Query> = fc.oneof(
  fc.record({ kind: fc.constant('words'), text: run, at }),
  fc.record({ kind: fc.constant('ref'), name: anyName, at }),
  fc.record({ kind: fc.constant('task'), markers: fc.array(fc.constantFrom(...MARKERS), several), at }),
  fc.record({
    kind: fc.constant('priority'),
    priorities: fc.array(fc.constantFrom(...PRIORITIES), several),
    at,
  }),
  fc.record({ kind: fc.constant('journal'), ...ends }),
  fc.record({
    kind: fc.constant('between'),
    field: fc.constantFrom('scheduled', 'deadline', 'due', 'created', 'updated'),
    ...ends,
  }),
  fc.record(asksProperty),
  fc.record({ ...asksProperty, value: fc.oneof(fc.constantFrom(...VALUES, 'done', 'PERSON'), name) }),
  fc.record({
    kind: fc.constant('page-type'),
    type: fc.constantFrom(...PAGE_TYPE_IDS, 'journal', 'whiteboard', 'pdf', 'page', 'page', 'tag'),
    at,
  }),
  fc.record({ kind: fc.constant('page-tags'), tags: fc.array(anyName, several), at }),
  fc.record({ kind: fc.constantFrom('page', 'namespace'), name: anyName, at }),
)

/** Trees of up to `depth` steps of `and`, `or` and `not`; half of them take four steps or more. */
function treeOf(depth: number): fc.Arbitrary<Query> {
  if (depth === 0) return leaf
  const inner = treeOf(depth - 1)
  return fc.oneof(
    { weight: depth > 3 ? 1 : 3, arbitrary: leaf },
    fc.record({
      kind: fc.constantFrom('and', 'or'),
      operands: fc.array(inner, { minLength: 1, maxLength: 3 }),
      at,
    }),
    fc.record({ kind: fc.constant('not'), operand: inner, at }),
  )
}

export const tree: fc.Arbitrary<Query> = fc.oneof(leaf, treeOf(6), treeOf(6))
