/**
 * A query as one SQL condition over the rows of blocks (`block`) and of their pages (`page`). What a caller wrote is only
 * ever bound as a value. Each condition is 0 or 1, never NULL, so that `NOT` means what set logic says.
 */
import { addDays, fold, type Day } from '@notegraph/block-text'
import { journalId, linkName } from '@notegraph/graph'
import { resolveRange, type BetweenQuery, type DayTerm, type Query } from '@notegraph/query'
import type { Days } from '../graph-store.ts'
import type { Db } from './database.ts'

export interface Condition {
  readonly sql: string
  readonly values: readonly (string | number)[]
}

const RANKS = { A: 1, B: 2, C: 3 } as const
const FIELDS = { scheduled: 'block.scheduled', deadline: 'block.deadline', due: 'block.due' } as const
const TIMES = { created: 'block.created_at', updated: 'block.updated_at' } as const

/** The page that a name leads to. */
interface Holder {
  readonly n: number
  /** JSON array. */
  readonly names: string
}

export type QueryCompiler = (query: Query, days: Days) => Condition

export function queryCompiler(db: Db): QueryCompiler {
  const held = `FROM page_name JOIN page ON page.id = page_name.id WHERE fold = ?
     ORDER BY alias, page_name.created_at, page_name.id LIMIT 1`
  const holder = db.prepare<[string], Holder>(`SELECT page.n, names ${held}`)
  const holderNumber = db.prepare<[string], number>(`SELECT page.n ${held}`).pluck()
  const nameNumber = db.prepare<[string], number>('SELECT n FROM name WHERE fold = ?').pluck()

  /** Numbers of all names that lead where one of these leads: a page's own and its aliases. */
  function namesLike(names: readonly string[]): number[] {
    const folded = new Set<string>()
    const pages = new Map<number, Holder>()
    for (const name of names.map(linkName)) {
      const page = holder.get(name)
      if (page) pages.set(page.n, page)
      else folded.add(name)
    }
    for (const page of pages.values())
      for (const name of JSON.parse(page.names) as string[])
        if (holderNumber.get(name) === page.n) folded.add(name)
    return Array.from(folded, (name) => nameNumber.get(name)).filter((n) => n !== undefined)
  }

  /** That `source` uses one of the names. They are bound as one value, since a page may have very many aliases. */
  function uses(names: readonly string[], tags: string, source: string): Condition {
    const among = 'name IN (SELECT value FROM json_each(?))'
    const sql = `EXISTS (SELECT 1 FROM ref WHERE ${among} AND tag IN (${tags}) AND source = ${source})`
    return { sql, values: [JSON.stringify(namesLike(names))] }
  }

  function compile(query: Query, days: Days): Condition {
    switch (query.kind) {
      case 'and':
      case 'or': {
        const parts = query.operands.map((operand) => compile(operand, days))
        const word = query.kind === 'and' ? ' AND ' : ' OR '
        return {
          sql: `(${parts.map(({ sql }) => sql).join(word)})`,
          values: parts.flatMap(({ values }) => values),
        }
      }
      case 'not': {
        const { sql, values } = compile(query.operand, days)
        return { sql: `NOT ${sql}`, values }
      }
      case 'words':
        return { sql: 'instr(words.words, ?) > 0', values: [foldRun(query.text)] }
      case 'ref':
        return uses([query.name], '0, 1', 'block.n')
      case 'task':
        return {
          sql: `(block.state IS NOT NULL AND block.marker IN (${marks(query.markers)}))`,
          values: query.markers,
        }
      case 'priority':
        return {
          sql: `block.rank IN (${marks(query.priorities)})`,
          values: query.priorities.map((one) => RANKS[one]),
        }
      case 'journal': {
        const [first, last] = resolveRange(query, days.today)
        return {
          sql: "(page.kind = 'journal' AND page.id BETWEEN ? AND ?)",
          values: [journalId(first), journalId(last)],
        }
      }
      case 'between':
        return between(query, days)
      case 'property':
        return property(query, 'block.n')
      case 'page-property':
        return property(query, 'page.n')
      case 'page-type':
        return { sql: 'page.type = ?', values: [query.type] }
      case 'page-tags':
        return uses(query.tags, '1', 'page.n')
      case 'page': {
        const page = holderNumber.get(fold(query.name)) ?? holderNumber.get(linkName(query.name))
        return page === undefined ? { sql: '0', values: [] } : { sql: 'page.n = ?', values: [page] }
      }
      case 'namespace': {
        const inside = `${fold(query.name)}/`
        return {
          sql: 'page.id IN (SELECT id FROM page_name WHERE fold > ? AND fold < ? AND alias = 0)',
          values: [inside, `${fold(query.name)}0`], // 0 is what follows a slash
        }
      }
    }
  }
  return compile
}

const marks = (values: readonly unknown[]): string => values.map(() => '?').join()

/** Folded, but with the white space that the run begins and ends with: it is looked for exactly. */
const foldRun = (text: string): string => fold(`|${text}|`).slice(1, -1)

function between({ field, from, to }: BetweenQuery & { from: DayTerm; to: DayTerm }, days: Days): Condition {
  const [first, last] = resolveRange({ from, to }, days.today)
  if (field === 'created' || field === 'updated') {
    const after: Day | undefined = addDays(last, 1)
    const end = after === undefined ? Number.MAX_SAFE_INTEGER : days.startOf(after)
    return { sql: `(${TIMES[field]} >= ? AND ${TIMES[field]} < ?)`, values: [days.startOf(first), end] }
  }
  const column = FIELDS[field]
  return { sql: `(${column} IS NOT NULL AND ${column} BETWEEN ? AND ?)`, values: [first, last] }
}

function property(query: { readonly key: string; readonly value?: string }, source: string): Condition {
  const { key, value } = query
  const held = `SELECT 1 FROM property WHERE key = ? AND source = ${source}`
  if (value === undefined) return { sql: `EXISTS (${held})`, values: [key] }
  return { sql: `EXISTS (${held} AND value IN (?, ?))`, values: [key, fold(value), linkName(value)] }
}
