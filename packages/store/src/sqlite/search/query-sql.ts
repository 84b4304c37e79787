/**
 * Compiles a query to one SQL condition over the rows of blocks (`record AS block`) and of their pages (`page`). Text
 * from a caller is always bound as a value. Each condition is 0 or 1, never NULL, so that `NOT` follows set logic.
 */
import { isPageLeaf, type PageLeaf, type PropertyQuery, type SettledQuery } from '@notegraph/query'
import { fold, WordsFinder } from '@notegraph/block-text'
import { journalId, linkName } from '@notegraph/graph'
import { GIVEN, type Db } from '../database/database.ts'
import { PRIORITY_CODES } from '../schema/codes.ts'
import { defineHolds, repeatsItself } from './substring.ts'

export interface Condition {
  readonly sql: string
  readonly values: readonly (string | number)[]
}

const FIELDS = {
  scheduled: 'block.scheduled',
  deadline: 'block.deadline',
  due: 'block.due',
  created: 'block.created_at',
  updated: 'block.updated_at',
} as const

/** The search text of a block, as in the view `block_words`. */
const WORDS = 'coalesce(block.folded, lower(block.content))'

/** A property of a query. */
export type HeldProperty = Pick<PropertyQuery, 'key' | 'value' | 'link'>

/** The page that a name leads to. */
interface Holder {
  readonly n: number
  /** JSON array. */
  readonly names: string
}

export interface QueryCompiler {
  condition(question: SettledQuery): Condition
  /** @returns the condition for a part of the query about pages, over `page` alone */
  ofPages(leaf: PageLeaf): Condition
  /** @returns the condition for the rows of a property */
  heldProperty(leaf: HeldProperty): Condition
  /**
   * @param literal whether to leave out aliases
   * @returns the numbers of all names of the pages that these names find, aliases included
   */
  namesLike(names: readonly string[], literal?: boolean): number[]
}

export function queryCompiler(db: Db): QueryCompiler {
  defineHolds(db)
  const held = `FROM page_name JOIN page ON page.id = page_name.id WHERE fold = ${GIVEN}
     ORDER BY alias, page_name.created_at, page_name.id LIMIT 1`
  const holder = db.prepare<[string], Holder>(`SELECT page.n, names ${held}`)
  const holderNumber = db.prepare<[string], number>(`SELECT page.n ${held}`).pluck()
  const nameNumber = db.prepare<[string], number>('SELECT n FROM name WHERE fold = ?').pluck()

  const namesLike = (names: readonly string[], literal = false): number[] =>
    (literal ? [...new Set(names.map(linkName))] : foldsLike(names))
      .map((name) => nameNumber.get(name))
      .filter((n) => n !== undefined)

  function foldsLike(names: readonly string[]): string[] {
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
    return [...folded]
  }

  function heldProperty({ key, value, link }: HeldProperty): Condition {
    if (value === undefined) return { sql: 'key = ?', values: [key] }
    const forms = [fold(value), linkName(value)]
    if (!link) return { sql: 'key = ? AND value IN (?, ?)', values: [key, ...forms] }
    const among = JSON.stringify([...forms, ...foldsLike([value])])
    return { sql: 'key = ? AND value IN (SELECT value FROM json_each(?))', values: [key, among] }
  }

  /** The condition that `source` has the property. */
  function property(leaf: HeldProperty, source: string): Condition {
    const { sql, values } = heldProperty(leaf)
    return { sql: `EXISTS (SELECT 1 FROM property WHERE ${sql} AND source = ${source})`, values }
  }

  /**
   * The condition that `source` uses one of the names. They are one bound value, because a page may have many aliases.
   */
  function uses(
    names: readonly string[],
    literal: true | undefined,
    tags: string,
    source: string,
  ): Condition {
    const among = 'name IN (SELECT value FROM json_each(?))'
    const sql = `EXISTS (SELECT 1 FROM ref WHERE ${among} AND tag IN (${tags}) AND source = ${source})`
    return { sql, values: [JSON.stringify(namesLike(names, literal))] }
  }

  function condition(question: SettledQuery): Condition {
    if (isPageLeaf(question)) return ofPages(question)
    switch (question.kind) {
      case 'and':
      case 'or': {
        const parts = different(question.operands.map(condition))
        const word = question.kind === 'and' ? ' AND ' : ' OR '
        return {
          sql: `(${parts.map(({ sql }) => sql).join(word)})`,
          values: parts.flatMap(({ values }) => values),
        }
      }
      case 'not': {
        const { sql, values } = condition(question.operand)
        return { sql: `NOT ${sql}`, values }
      }
      case 'words':
        return holding(question.text, question.whole === true)
      case 'ref':
        return uses([question.name], question.literal, '0, 1', 'block.n')
      case 'task':
        return {
          sql: `(block.state IS NOT NULL AND block.marker IN (${marks(question.markers)}))`,
          values: question.markers,
        }
      case 'priority':
        return {
          sql: `block.rank IN (${marks(question.priorities)})`,
          values: question.priorities.map((one) => PRIORITY_CODES[one]),
        }
      case 'between': {
        const { first, last } = question
        const column = FIELDS[question.field]
        return { sql: `(${column} IS NOT NULL AND ${column} BETWEEN ? AND ?)`, values: [first, last] }
      }
      case 'property':
        return property(question, 'block.n')
    }
  }

  function ofPages(leaf: PageLeaf): Condition {
    switch (leaf.kind) {
      case 'journal':
        return {
          sql: "(page.kind = 'journal' AND page.id BETWEEN ? AND ?)",
          values: [journalId(leaf.first), journalId(leaf.last)],
        }
      case 'page-property':
        return property(leaf, 'page.n')
      case 'page-type':
        return { sql: `page.type = ${GIVEN}`, values: [leaf.type] }
      case 'page-tags':
        return uses(leaf.tags, leaf.literal, '1', 'page.n')
      case 'page-ids':
        return {
          sql: 'page.id IN (SELECT value FROM json_each(?))',
          values: [JSON.stringify(leaf.ids)],
        }
      case 'page': {
        const page = holderNumber.get(linkName(leaf.name))
        return page === undefined ? { sql: '0', values: [] } : { sql: `page.n = ${GIVEN}`, values: [page] }
      }
      case 'namespace': {
        const inside = `${fold(leaf.name)}/`
        return {
          sql: 'page.id IN (SELECT id FROM page_name WHERE fold > ? AND fold < ? AND alias = 0)',
          values: [inside, `${fold(leaf.name)}0`], // 0 is the character after the slash
        }
      }
    }
  }

  return { condition, ofPages, heldProperty, namesLike }
}

const marks = (values: readonly unknown[]): string => values.map(() => '?').join()

/** Removes repeated conditions, because a person may write a word many times. */
const different = (parts: readonly Condition[]): Condition[] => [
  ...new Map(parts.map((part) => [JSON.stringify(part), part])).values(),
]

/** The condition of a whole word is slower, and that of marks even more, so that of a part comes first. */
function holding(text: string, whole: boolean): Condition {
  const { words, isMarked } = new WordsFinder(text)
  const part = repeatsItself(words) ? `holds(${WORDS}, ?)` : `instr(${WORDS}, ?) > 0`
  if (isMarked) {
    // Only a text without marks equals the content.
    const marked = `block.folded IS NOT NULL AND ${part} AND holds_marked(block.content, ?, ${whole ? 1 : 0})`
    return { sql: `(${marked})`, values: [words, text] }
  }
  return whole
    ? { sql: `(${part} AND holds_whole(${WORDS}, ?))`, values: [words, words] }
    : { sql: part, values: [words] }
}
