/**
 * What a query finds, read off the records one by one: slow, direct, and without the rows and the SQL that a store
 * answers from. The names below say what query.md and the decisions say; a driver has to find the same.
 *
 * A name that is a day leads to the page of that day, whatever form it is written in.
 */
import { fold, linkedNames, listValues, readDay } from '@notegraph/block-text'
import {
  dayAt,
  journalDay,
  journalId,
  kindOf,
  propOf,
  resolveType,
  type BlockRecord,
  type ResolvedType,
} from '@notegraph/graph'
import { findType } from '@notegraph/page-types'
import { resolveRange, type DayField, type Query } from '@notegraph/query'
import type { Window } from '../src/index.ts'
import {
  readNotes,
  stringOf,
  type Block,
  type Graph,
  type Notes,
  type Page,
  type Parsed,
  type Property,
  type Source,
} from './read-notes.ts'

/** When and where the query is asked. */
export interface Asked {
  readonly today: number
  readonly zone: string
}

export interface Found {
  readonly ids: string[]
  readonly total: number
  readonly truncated: boolean
}

/** Latest edit first, then by id; nothing is counted beyond the ceiling. @see decisions 5.4 */
export function evaluate(query: Query, notes: Notes, asked: Asked, window: Window, ceiling: number): Found {
  const all = [...matching(query, readNotes(notes), asked)]
    .toSorted((a, b) => b.record.updatedAt - a.record.updatedAt || (a.record.id < b.record.id ? -1 : 1))
    .map(({ record }) => record.id)
  const counted = all.slice(0, ceiling)
  const ids = counted.slice(window.offset, window.offset + window.limit)
  return { ids, total: counted.length, truncated: all.length > ceiling }
}

function matching(query: Query, graph: Graph, asked: Asked): ReadonlySet<Block> {
  if (query.kind === 'not') {
    const those = matching(query.operand, graph, asked)
    return new Set(graph.blocks.filter((block) => !those.has(block)))
  }
  if ('operands' in query) {
    const sets = query.operands.map((operand) => matching(operand, graph, asked))
    const held = (block: Block) => (set: ReadonlySet<Block>) => set.has(block)
    return new Set(
      graph.blocks.filter((block) =>
        query.kind === 'and' ? sets.every(held(block)) : sets.some(held(block)),
      ),
    )
  }
  return new Set(graph.blocks.filter((block) => matches(query, block, graph, asked)))
}

type Leaf = Exclude<Query, { readonly kind: 'and' | 'or' | 'not' }>

function matches(query: Leaf, block: Block, graph: Graph, asked: Asked): boolean {
  const { page, parsed, record } = block
  switch (query.kind) {
    case 'words':
      return fold(block.words).includes(foldedRun(query.text))
    case 'ref':
      return [...block.links, ...block.tags].some((name) => samePage(name, query.name, graph))
    case 'task':
      return parsed.marker !== undefined && query.markers.includes(parsed.marker)
    case 'priority':
      return parsed.priority !== undefined && query.priorities.includes(parsed.priority)
    case 'journal':
      return within(journalDay(page.record.id), query, asked)
    case 'between':
      return within(DAY_OF[query.field](parsed, record, asked.zone), query, asked)
    case 'property':
      return has(block.properties, query)
    case 'page-property':
      return has(page.properties, query)
    case 'page-type':
      return typeOf(page, graph) === query.type
    case 'page-tags':
      return page.tags.some((name) => query.tags.some((tag) => samePage(name, tag, graph)))
    case 'page':
      return pageOf(query.name, graph) === page
    case 'namespace':
      return inside(fold(page.name), `${fold(query.name)}/`)
  }
}

/** The run with its outer white space, which folding would take away. */
function foldedRun(text: string): string {
  const inner = text.trim()
  const start = text.indexOf(inner)
  return (
    text.slice(0, start).normalize('NFC') + fold(inner) + text.slice(start + inner.length).normalize('NFC')
  )
}

const inside = (name: string, namespace: string): boolean =>
  name.startsWith(namespace) && name.length > namespace.length

/** @see decisions 1.1, 1.2 */
function pageOf(name: string, { pages }: Graph): Page | undefined {
  const day = readDay(name)
  const folded = fold(name)
  return (
    pages.find(({ record }) => day !== undefined && record.id === journalId(day)) ??
    pages.find((page) => fold(page.name) === folded) ??
    pages.find(({ aliases }) => aliases.some((alias) => fold(alias) === folded))
  )
}

function samePage(a: string, b: string, graph: Graph): boolean {
  const page = pageOf(b, graph)
  if (page) return pageOf(a, graph) === page
  const day = readDay(b)
  return fold(a) === fold(b) || (day !== undefined && readDay(a) === day)
}

function within(
  day: number | undefined,
  ends: Parameters<typeof resolveRange>[0],
  { today }: Asked,
): boolean {
  const [first, last] = resolveRange(ends, today)
  return day !== undefined && day >= first && day <= last
}

const DAY_OF: Record<DayField, (parsed: Parsed, record: BlockRecord, zone: string) => number | undefined> = {
  scheduled: ({ scheduled }) => scheduled,
  deadline: ({ deadline }) => deadline,
  due: ({ deadline, scheduled, refs }) => {
    const linked = refs.map(readDay).filter((day) => day !== undefined)
    return deadline ?? scheduled ?? (linked.length > 0 ? Math.min(...linked) : undefined)
  },
  created: (_, { createdAt }, zone) => dayAt(createdAt, zone),
  updated: (_, { updatedAt }, zone) => dayAt(updatedAt, zone),
}

function has(
  properties: readonly Property[],
  { key, value }: { readonly key: string; readonly value?: string },
) {
  const held = properties.find((property) => property.key === key)?.value
  if (held === undefined || value === undefined) return held !== undefined
  const day = readDay(value)
  return [held, ...held.split(/[,，]/), ...listValues(held), ...linkedNames(held)].some(
    (one) => fold(one) === fold(value) || (day !== undefined && readDay(one) === day),
  )
}

/** @see decisions 3.2 */
function typeOf(page: Page, graph: Graph): ResolvedType {
  const declared = findType(stringOf(page.record, 'type'))?.type
  const sources: readonly Source[] = [...graph.pages, ...graph.blocks]
  const using = (side: 'tags' | 'links') =>
    sources.filter((source) => source[side].some((name) => pageOf(name, graph) === page)).length
  return resolveType({
    ...(declared !== undefined && { declared }),
    kind: kindOf(page.record),
    pdf: propOf(page.record, 'pdf') !== undefined,
    tagged: using('tags'),
    linked: using('links'),
  })
}
