/** How many blocks a part of a question can be met by, as far as the rows tell without a look at blocks. */
import type { Db } from '../database.ts'
import { heldProperty, type Condition, type PageLeaf, type QueryCompiler } from '../query-sql.ts'
import type { Leaf, Question } from './question.ts'
import { numberStatements } from './statements.ts'

/** As many as are worth counting. */
const MOST = 50_000
/** As many pages as are worth looking at to tell whether few blocks stand on them. */
const FEW_PAGES = 100

export interface Counts {
  /** That link or tag the page of this name. */
  readonly users: (name: string) => number
  /** That have the property, or pages that do; no more than are worth counting. */
  readonly holders: (leaf: Extract<Leaf, { readonly kind: 'property' }>) => number
  /** The numbers of the pages that meet a question about pages. */
  readonly pagesOf: (leaf: PageLeaf) => number[]
  /** On pages, given as a JSON array of numbers. */
  readonly on: (pages: string) => number
  /** Whether no more than `few` can match; `false` where that is not known at once. */
  readonly areFew: (question: Question, few: number) => boolean
}

export function counter(db: Db, compiler: QueryCompiler): Counts {
  const statement = numberStatements(db)
  const countUses = db
    .prepare<[string], number>(
      'SELECT coalesce(sum(tagged + linked), 0) FROM json_each(?) JOIN name ON name.n = value',
    )
    .pluck()
  const countOn = db
    .prepare<[string], number>(
      'SELECT coalesce(sum(blocks), 0) FROM json_each(?) CROSS JOIN page ON page.n = value',
    )
    .pluck()
  const users: Counts['users'] = (name) => countUses.get(JSON.stringify(compiler.namesLike([name])))!
  const on: Counts['on'] = (pages) => countOn.get(pages)!
  function holdersUpTo(leaf: Extract<Leaf, { readonly kind: 'property' }>, most: number): number {
    const { sql, values } = heldProperty(leaf)
    return statement(`SELECT count(*) FROM (SELECT 1 FROM property WHERE ${sql} LIMIT ?)`).get(
      ...values,
      most,
    )!
  }
  const holders: Counts['holders'] = (leaf) => holdersUpTo(leaf, MOST)

  function pagesSql(node: PageLeaf): Condition {
    if (node.kind === 'page-tags') {
      const sql = `SELECT page.n FROM ref CROSS JOIN page ON page.n = source
        WHERE ref.name IN (SELECT value FROM json_each(?)) AND tag = 1`
      return { sql, values: [JSON.stringify(compiler.namesLike(node.tags))] }
    }
    if (node.kind === 'page-property') {
      const { sql, values } = heldProperty(node)
      return { sql: `SELECT page.n FROM property CROSS JOIN page ON page.n = source WHERE ${sql}`, values }
    }
    const { sql, values } = compiler.ofPages(node)
    return { sql: `SELECT page.n FROM page WHERE ${sql}`, values }
  }

  const pagesOf: Counts['pagesOf'] = (leaf) => {
    const { sql, values } = pagesSql(leaf)
    return statement(sql).all(...values)
  }

  /** On the pages that meet the question; `Infinity` where those are many. */
  function onFew(leaf: PageLeaf): number {
    const { sql, values } = pagesSql(leaf)
    const pages = statement(`${sql} LIMIT ${FEW_PAGES}`).all(...values)
    return pages.length === FEW_PAGES ? Infinity : on(JSON.stringify(pages))
  }

  /** Counts no further than `few`, nor looks at the rest of a question that is over it. */
  function most(question: Question, few: number): number {
    switch (question.kind) {
      case 'and':
        return least(question.operands, few)
      case 'or': {
        let sum = 0
        for (const operand of question.operands) {
          sum += most(operand, few)
          if (sum > few) return Infinity
        }
        return sum
      }
      case 'ref':
        return users(question.name)
      case 'property':
        return holdersUpTo(question, few + 1)
      case 'page':
      case 'journal':
        return onFew(question)
      case 'not':
      case 'words':
      case 'task':
      case 'priority':
      case 'between':
      case 'page-property':
      case 'page-type':
      case 'page-tags':
      case 'namespace':
        return Infinity
    }
  }

  function least(operands: readonly Question[], few: number): number {
    for (const operand of operands) {
      const count = most(operand, few)
      if (count <= few) return count
    }
    return Infinity
  }

  return { users, holders, pagesOf, on, areFew: (question, few) => most(question, few) <= few }
}
