/** All derived rows of a graph, from its records alone. */
import type { FileName } from '@notegraph/block-text'
import { isoDay } from '@notegraph/block-text'
import {
  blockLine,
  deriveBlock,
  derivePage,
  resolveType,
  type BlockRecord,
  type BlockRow,
  type GraphRecord,
  type PageRecord,
  type PageRow,
} from '../src/index.ts'
import type { MemoryRows } from './memory-rows.ts'

type Using = Pick<PageRow, 'id' | 'links' | 'tags' | 'files' | 'properties'> & {
  blockRefs?: readonly string[]
}

/** The rows by the ids of their records, in the form in which `rowsFromRecords` gives them. */
export function rowsOf(rows: MemoryRows) {
  const ids = new Map(Array.from(rows.numbers, ([id, n]) => [n, id]))
  const idOf = (n: number) => ids.get(n)!
  return {
    pages: sorted([...rows.pages.values()].map((page) => [page.row.id, page])),
    blocks: sorted(Array.from(rows.blocks, ([n, { page, row }]) => [idOf(n), { page: idOf(page), row }])),
    shapes: sorted(Array.from(rows.shapes, ([n, page]) => [idOf(n), idOf(page)])),
    waiting: sorted(Array.from(rows.waiting, ([n, pageId]) => [idOf(n), pageId])),
    uses: [...rows.uses.values()].map(([n, kind, value]) => `${idOf(n)} ${kind} ${value}`).toSorted(),
    counts: sorted(Array.from(rows.counts).filter(([, { linked, tagged }]) => linked + tagged > 0)),
    names: [...rows.pageNames.values()]
      .map(({ name, alias, pageId }) => `${name} ${alias ? 'alias' : 'name'} ${pageId}`)
      .toSorted(),
    lines: sorted([...rows.lines]),
  }
}

export function rowsFromRecords(
  records: readonly GraphRecord[],
  files: ReadonlyMap<string, FileName>,
): ReturnType<typeof rowsOf> {
  const env = { file: (id: string) => files.get(id) }
  const live = records.filter(({ deleted }) => deleted === undefined)
  const pages = live.filter((record): record is PageRecord => record.kind === 'page')
  const rows = pages.map((record) => derivePage(record, env))
  const placed = live.filter((record) => record.kind !== 'page')
  const isOnPage = ({ place }: (typeof placed)[number]) => pages.some(({ id }) => id === place.pageId)
  const blockRecords = placed.filter((record): record is BlockRecord => record.kind === 'block')
  const blocks = blockRecords.filter(isOnPage).map((record) => ({ record, row: deriveBlock(record, env) }))
  const users: readonly Using[] = [...rows, ...blocks.map(({ row }) => row)]
  const names = rows.flatMap((row) => row.names.map((name, i) => ({ name, row, alias: !isOwn(row, i) })))
  const holder = (name: string) =>
    names
      .filter((one) => one.name === name)
      .toSorted(
        (a, b) =>
          Number(a.alias) - Number(b.alias) ||
          a.row.createdAt - b.row.createdAt ||
          (a.row.id < b.row.id ? -1 : 1),
      )[0]?.row
  const count = (kind: 'links' | 'tags', own: readonly string[]) =>
    users.filter((user) => user[kind].some((name) => own.includes(name))).length
  const used = new Set(users.flatMap(({ links, tags }) => [...links, ...tags]))
  const targets = new Set(users.flatMap(({ blockRefs = [] }) => blockRefs))
  return {
    pages: sorted(
      rows.map((row) => {
        const own = row.names.filter((name) => holder(name) === row)
        const type = resolveType({ ...row, tagged: count('tags', own), linked: count('links', own) })
        return [
          row.id,
          {
            ...sumsOf(
              blocks.map((block) => block.row).filter(({ pageId }) => pageId === row.id),
              row,
            ),
            row,
            type,
          },
        ]
      }),
    ),
    blocks: sorted(blocks.map(({ row }) => [row.id, { page: row.pageId, row }])),
    shapes: sorted(
      placed
        .filter((record) => record.kind === 'shape' && isOnPage(record))
        .map(({ id, place }) => [id, place.pageId]),
    ),
    waiting: sorted(placed.filter((record) => !isOnPage(record)).map(({ id, place }) => [id, place.pageId])),
    uses: users.flatMap(usesOf).toSorted(),
    counts: sorted(
      Array.from(used, (name) => [name, { linked: count('links', [name]), tagged: count('tags', [name]) }]),
    ),
    names: names.map(({ name, row, alias }) => `${name} ${alias ? 'alias' : 'name'} ${row.id}`).toSorted(),
    lines: sorted(
      blocks
        .filter(({ row }) => targets.has(row.id))
        .map(({ record }) => [record.id, blockLine(record, env).text]),
    ),
  }
}

function sumsOf(blocks: readonly BlockRow[], page: PageRow) {
  const sum = (of: (row: BlockRow) => number) => blocks.reduce((total, row) => total + of(row), 0)
  return {
    blocks: blocks.length,
    words: sum(({ counts }) => counts.words),
    sentences: sum(({ counts }) => counts.sentences),
    paragraphs: sum(({ counts }) => counts.paragraphs),
    characters: sum(({ counts }) => counts.characters),
    referring: sum(({ places }) => (places === undefined ? 0 : 1)),
    editedAt: Math.max(page.updatedAt, ...blocks.map(({ updatedAt }) => updatedAt)),
  }
}

const usesOf = ({ id, links, tags, blockRefs = [], files, properties }: Using): string[] => [
  ...links.map((name) => `${id} link ${name}`),
  ...tags.map((name) => `${id} tag ${name}`),
  ...blockRefs.map((target) => `${id} block ${target}`),
  ...files.map((file) => `${id} file ${file}`),
  ...new Set(
    properties.flatMap(({ key, values }) => values.map((value) => `${id} property ${key}=${value}`)),
  ),
]

const isOwn = ({ names, day }: PageRow, i: number): boolean =>
  i === 0 || (day !== undefined && names[i] === isoDay(day))

const sorted = <T>(entries: readonly (readonly [string, T])[]): (readonly [string, T])[] =>
  entries.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
