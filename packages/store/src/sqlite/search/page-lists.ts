/** Finds pages by a filter, in the order that it names. @see assistants 4 */
import { fold } from '@notegraph/block-text'
import { compareNames, linkName, nameRank } from '@notegraph/graph'
import { PAGE_TYPES } from '@notegraph/page-types'
import { isInRange, type ValueRange } from '@notegraph/query'
import type { Searcher } from '@notegraph/search-index'
import type { PageFilter } from '../../graph/pages.ts'
import type { Window } from '../../graph/window.ts'
import { rows, snapshot, type Db } from '../database/database.ts'
import { queryCompiler, type Condition, type QueryCompiler } from './query-sql.ts'
import { namedStatements, numberStatements } from './statements.ts'
import { hasMark } from './typed-marks.ts'

/** A filter and a part of its list, as plain data for any thread. */
export interface PagesQuery {
  readonly kind: 'pages'
  readonly filter: PageFilter
  readonly window: Window
}

/** Numbers of pages in their order; `total` counts all that pass. */
export interface PageNumbers {
  readonly numbers: readonly number[]
  readonly total: number
}

/** The names of a page that lead to it. */
const OWN_NAMES = `json_each(page.names) AS own WHERE (SELECT id FROM page_name WHERE fold = own.value
  ORDER BY alias, created_at, id LIMIT 1) = page.id`

/** The orders that SQL knows. The first name in the column is that of the page. */
const ORDERS: Readonly<Record<Exclude<NonNullable<PageFilter['sort']>, 'name'>, string>> = {
  updated: 'page.edited_at DESC',
  created: `(SELECT created_at FROM page_name WHERE fold = page.names ->> 0 AND id = page.id) DESC`,
  links: `(SELECT coalesce(sum(tagged + linked), 0) FROM name WHERE fold IN (SELECT own.value FROM ${OWN_NAMES})) DESC`,
}

/** Creates the lists of one connection. @param search answers the query of a filter that has one */
export function pageLists(db: Db, search?: Searcher): (query: PagesQuery) => PageNumbers {
  defineFunctions(db)
  const compiler = queryCompiler(db)
  const statement = numberStatements(db)
  const named = namedStatements(db)

  return ({ filter, window: { limit, offset } }) =>
    snapshot(db, () => {
      const { words, sort = 'updated' } = filter
      const { sql, values } = condition(compiler, filter, search)
      const rank = words === undefined ? [] : [words]
      const found = `FROM page WHERE ${sql}`
      const ranked = words === undefined ? '' : 'name_rank(page.names, ?), '
      if (sort === 'name') {
        const all = named(`SELECT ${ranked || '0, '}page.name, page.id, page.n ${found}`)
        return firstByName(all.iterate(...rank, ...values), limit, offset)
      }
      const order = `${ranked}${ORDERS[sort]}, page.id`
      return {
        numbers: statement(`SELECT page.n ${found} ORDER BY ${order} LIMIT +? OFFSET +?`).all(
          ...values,
          ...rank,
          rows(limit),
          offset,
        ),
        total: statement(`SELECT count(*) ${found}`).get(...values) ?? 0,
      }
    })
}

/** The rank, name, id and number of a page. */
type NamedPage = [rank: number, name: string, id: string, n: number]

const byName = (a: NamedPage, b: NamedPage): number =>
  a[0] - b[0] || compareNames(a[1], b[1]) || (a[2] < b[2] ? -1 : 1)

/** A part of the pages in the order of names, which SQLite does not have. Keeps few more than it returns. */
function firstByName(pages: Iterable<NamedPage>, limit: number, offset: number): PageNumbers {
  const most = offset + limit
  let first: NamedPage[] = []
  let last: NamedPage | undefined
  let total = 0
  for (const page of pages) {
    total += 1
    if (last && byName(last, page) < 0) continue
    first.push(page)
    if (first.length <= 2 * most) continue
    first = first.toSorted(byName).slice(0, most)
    last = first.at(-1)
  }
  const part = first.toSorted(byName).slice(offset, most)
  return { numbers: part.map(([, , , n]) => n), total }
}

function condition(compiler: QueryCompiler, filter: PageFilter, search: Searcher | undefined): Condition {
  const { type, words, tag, property, namespace, linkedTo, markedBy, holding, ids, favorite } = filter
  const parts: Condition[] = []
  if (favorite) parts.push({ sql: FAVORITE, values: [] })
  if (type !== undefined) parts.push(compiler.ofPages({ kind: 'page-type', type, at: 0 }))
  if (tag !== undefined) parts.push(compiler.ofPages({ kind: 'page-tags', tags: [tag], at: 0 }))
  if (property?.range) parts.push({ sql: IN_RANGE, values: [property.key, JSON.stringify(property.range)] })
  else if (property) parts.push(compiler.ofPages({ kind: 'page-property', ...property, link: true, at: 0 }))
  if (namespace !== undefined) parts.push(compiler.ofPages({ kind: 'namespace', name: namespace, at: 0 }))
  if (linkedTo !== undefined) parts.push(linking(compiler, linkedTo))
  if (markedBy) {
    const marks = JSON.stringify(markedBy)
    const typed = JSON.stringify(markedBy.map((mark) => `${mark.key}:${mark.value}`))
    parts.push({ sql: MARKED, values: [marks, marks, typed, typed] })
  }
  if (holding) {
    if (!search) throw new Error('these lists have no search')
    const { numbers } = search.find(holding, { limit: Infinity, offset: 0 }, Infinity)
    parts.push({ sql: HOLDING, values: [JSON.stringify(numbers)] })
  }
  if (ids) parts.push(compiler.ofPages({ kind: 'page-ids', ids, at: 0 }))
  if (words !== undefined) parts.push(...Array.from(new Set(words.split(/\s+/)), holdingWord))
  return {
    sql: ['1', ...parts.map(({ sql }) => sql)].join(' AND '),
    values: parts.flatMap(({ values }) => values),
  }
}

/** As in the index `page_favorite`. */
export const FAVORITE = "page.view ->> '$.favorite' = 1"

/** The condition that a row of blocks is at the top level: its parent is not on its page. */
const atTop = (block: string): string =>
  `NOT EXISTS (SELECT 1 FROM record AS above WHERE above.id = ${block}.parent_id AND above.page = ${block}.page)`

/** The condition that a page, or its first block, has one of some properties, as JSON, or has it typed. */
const MARKED = `(page.n IN (
  WITH marked(n) AS MATERIALIZED (
    SELECT source FROM json_each(?) AS wanted
      CROSS JOIN property ON property.key = wanted.value ->> '$.key' AND property.value = wanted.value ->> '$.value')
  SELECT n FROM marked
  UNION SELECT first.page FROM marked CROSS JOIN record AS first ON first.n = marked.n AND first.page IS NOT NULL
    WHERE ${atTop('first')} AND NOT EXISTS (SELECT 1 FROM record AS earlier WHERE earlier.page = first.page
      AND (earlier.ord < first.ord OR (earlier.ord = first.ord AND earlier.id < first.id)) AND ${atTop('earlier')}))
  OR EXISTS (SELECT 1 FROM property JOIN json_each(?) AS wanted ON property.key = wanted.value ->> '$.key'
    WHERE property.source = page.n AND has_mark(property.key || ':' || property.value, ?))
  OR has_mark((SELECT first.content FROM record AS first WHERE first.page = page.n AND ${atTop('first')}
    ORDER BY first.ord, first.id LIMIT 1), ?))`

/** The condition that a page has one of some blocks, a JSON array of their numbers. */
const HOLDING = 'page.n IN (SELECT block.page FROM json_each(?) CROSS JOIN block ON block.n = value)'

/** The condition that a page has a property with a value in a range, as JSON. */
const IN_RANGE = 'page.n IN (SELECT source FROM property WHERE key = ? AND in_range(value, ?))'

/** The condition that another page links or tags a page by one of its names. */
function linking(compiler: QueryCompiler, name: string): Condition {
  const names = JSON.stringify(compiler.namesLike([name]))
  const users = 'FROM json_each(?) AS wanted CROSS JOIN ref ON ref.name = wanted.value'
  return {
    sql: `page.n IN (SELECT ref.source ${users}
        UNION SELECT block.page ${users} CROSS JOIN record AS block ON block.n = ref.source AND block.page IS NOT NULL)
      AND page.id <> coalesce((SELECT id FROM page_name WHERE fold = ? ORDER BY alias, created_at, id LIMIT 1), '')`,
    values: [names, names, linkName(name)],
  }
}

/** Characters that JSON adds around, between and within names. */
const OF_JSON = /[[\]",\\]/

/** The condition that a name of the page contains a word, or the key, label or value of a property. @see assistants 4.1 */
function holdingWord(word: string): Condition {
  // JSON is parsed only where its own characters may be what matches: few names have an escape.
  const quick = OF_JSON.test(word) ? '' : `instr(page.names, '\\') = 0 OR `
  return {
    sql: `(instr(page.names, ?) > 0
        AND (${quick}EXISTS (SELECT 1 FROM json_each(page.names) AS own WHERE instr(own.value, ?) > 0))
      OR EXISTS (SELECT 1 FROM property WHERE property.source = page.n AND (instr(property.value, ?) > 0
        OR instr(property.key, ?) > 0 OR property.key IN (SELECT value FROM json_each(?)))))`,
    values: [JSON.stringify(word).slice(1, -1), word, word, word, JSON.stringify(keysLabelled(word))],
  }
}

/** The fields of all types: their labels, folded, with their keys. */
const LABELS = PAGE_TYPES.flatMap(({ fields }) => fields.map(({ label, key }) => [fold(label), key] as const))

/** The keys of fields whose label contains a word. */
const keysLabelled = (word: string): string[] => [
  ...new Set(LABELS.flatMap(([label, key]) => (label.includes(word) ? [key] : []))),
]

const defined = new WeakSet<Db>()

/** Adds the SQL functions `name_rank`, `in_range` and `has_mark` to the connection; names, range and marks are JSON. */
function defineFunctions(db: Db): void {
  if (defined.has(db)) return
  defined.add(db)
  db.function('name_rank', { deterministic: true }, (names: unknown, words: unknown) =>
    nameRank(JSON.parse(String(names)) as string[], String(words)),
  )
  db.function('in_range', { deterministic: true }, (value: unknown, range: unknown) =>
    Number(isInRange(String(value), JSON.parse(String(range)) as ValueRange)),
  )
  let read = { json: '[]', marks: new Set<string>() }
  db.function('has_mark', { deterministic: true }, (text: unknown, marks: unknown) => {
    const json = String(marks)
    if (json !== read.json) read = { json, marks: new Set(JSON.parse(json) as string[]) }
    return Number(typeof text === 'string' && hasMark(text, read.marks))
  })
}
