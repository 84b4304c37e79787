/**
 * Random graphs from few names, words and days, so that these often coincide. Names and aliases clash, and journal days
 * have several written forms. There are tags, properties, tasks, references, files and whiteboards. Some records are
 * deleted or changed, or their page is missing.
 */
import { isoDay, MARKERS } from '@notegraph/block-text'
import { journalDay, journalId, makeShape, type GraphRecord } from '@notegraph/graph'
import fc from 'fast-check'
import { block, page } from './builder.ts'
import type { FileEntry } from '../src/index.ts'
import type { Kept } from './evaluate.ts'

/** Records in their order, and later changes of some of them. */
export interface History {
  readonly first: readonly GraphRecord[]
  readonly later: readonly GraphRecord[]
  readonly files: readonly FileEntry[]
}

/** @returns the records and files at the end of the history */
export function notesOf({ first, later, files }: History): Kept {
  const records = new Map([...first, ...later].map((record) => [record.id, record]))
  return { records: [...records.values()], files }
}

const NAMES: readonly string[] = [
  'Ann',
  'ann',
  'Ben',
  'Straße',
  'STRASSE',
  'Ann/log',
  'ann/Log/old',
  'Ann/',
  'Annex',
  '日本',
  'Cafe\u0301',
]
export const DAYS: readonly number[] = [20260105, 20260106, 20260328, 20260329, 20260330]
const FORMS: readonly ((iso: string, day: number) => string)[] = [
  (iso) => iso,
  (iso) => iso.replaceAll('-', '_'),
  (iso, day) => `${iso[6] === '1' ? 'January' : 'mar'} ${day % 100}, 2026`,
  (iso, day) => `${iso[6] === '1' ? 'Jan' : 'March'} ${day % 100}th, 2026`,
]
export const WORDS: readonly string[] = [
  'the café',
  'Cafe\u0301 cafe',
  '“ﬁt”',
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
  'antidisestablishmentarianism/and_its_friends',
  'supercalifragilisticexpialidocioussupercalifragilistic',
  '日本語の文章。',
  'rye日本bread',
  '😀😀x',
  "don't",
  'v1.2',
]
export const VALUES: readonly string[] = ['open', 'Open, done', 'false', '2026-01-05', 'in progress', '日本']
export const KEYS: readonly string[] = ['status', 'tags', 'knows', 'k/ey']
const UUIDS = ['1', '2', '3'].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`)
const FILE: FileEntry = {
  id: 'f1secret',
  hash: 'hash',
  name: 'blue cat.png',
  type: 'image/png',
  size: 1,
  createdAt: 0,
}

const PAGE_IDS = ['p1', 'p2', 'p3', 'p4', ...DAYS.slice(0, 4).map(journalId), 'board', 'journal-20260105.1']
const BLOCK_IDS = [...UUIDS, ...Array.from({ length: 9 }, (_, i) => `b${i}`)]

const name = fc.constantFrom(...NAMES)
export const day: fc.Arbitrary<number> = fc.constantFrom(...DAYS)
const dayName = fc.tuple(day, fc.constantFrom(...FORMS)).map(([day, form]) => form(isoDay(day), day))
export const anyName: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: name },
  { weight: 1, arbitrary: dayName },
)
const linked = anyName.map((name) => `[[${name}]]`)
const tagged = fc.oneof(
  anyName.map((name) => `#[[${name}]]`),
  fc.constantFrom('#Ann', '#ben', '#日本', '#Annex'),
)

/** Hours around the nights in which clocks change, the milliseconds around midnight, and a distant year. */
const near = fc
  .tuple(
    fc.constantFrom(Date.UTC(2026, 0, 5), Date.UTC(2026, 2, 8), Date.UTC(2026, 2, 29)),
    fc.integer({ min: -50, max: 50 }),
    fc.constantFrom(-1, 0, 1, 1_800_000),
  )
  .map(([start, hours, more]) => start + hours * 3_600_000 + more)
const far = fc.integer({ min: -2, max: 2 }).map((more) => Date.UTC(2110, 0, 5) + more)
const time = fc.oneof({ weight: 9, arbitrary: near }, { weight: 1, arbitrary: far })

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
    .tuple(journalDay(id) !== undefined ? fc.constantFrom(...FORMS) : name, pageProps, time, gone)
    .map(([name, [props, aliases, type, pdf], now, gone]) => {
      const day = journalDay(id) ?? 0
      const written = typeof name === 'string' ? name : name(isoDay(day), day)
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
