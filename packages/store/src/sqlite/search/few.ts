/**
 * Questions that few blocks can match, as the counts of names, properties and pages tell at once. One statement answers
 * them, from the numbers of those blocks alone, in less time than it takes to hand them to another thread.
 */
import type { SettledQuery } from '@notegraph/query'
import type { Db } from '../database.ts'
import { heldProperty, isOfPages, type Condition, type PageLeaf, type QueryCompiler } from '../query-sql.ts'
import { askCost } from './costs.ts'
import type { Counts } from './counts.ts'
import { numberStatements } from './statements.ts'

/** Among which blocks all that match are. */
export interface Few {
  /** Gives numbers of records, each once. */
  readonly source: Condition
  /** Whether each block among them matches. */
  readonly exact: boolean
  /** How many match, where that is known. */
  readonly total?: number
}
interface Costed extends Few {
  /** Microseconds, about, to read their rows. */
  readonly cost: number
}

/** As many pages as are looked at to tell whether few blocks stand on them. */
const FEW_PAGES = 100
/** A question of more parts than these asks so much of each block that a quarter as many are few. */
const FEW_PARTS = 4

/** @returns for a question and the microseconds that it may take; undefined where it is more, or not known at once */
export function fewBlocks(
  db: Db,
  compiler: QueryCompiler,
  counts: Counts,
): (question: SettledQuery, most: number) => Few | undefined {
  const statement = numberStatements(db)

  function of(question: SettledQuery, most: number): Costed | undefined {
    if (isOfPages(question)) return onPages(question, most)
    switch (question.kind) {
      case 'and':
        return least(question.operands, most)
      case 'or':
        return all(question.operands, most)
      case 'ref': {
        const cost = farCost(counts.users(question.name))
        if (cost > most) return undefined
        const names = JSON.stringify(compiler.namesLike([question.name]))
        const sql = `SELECT DISTINCT source FROM ref
          WHERE name IN (SELECT value FROM json_each(?)) AND tag IN (0, 1)`
        return { source: { sql, values: [names] }, exact: true, cost }
      }
      case 'property': {
        const cost = farCost(counts.holders(question, Math.ceil(most / farCost(1)) + 1))
        if (cost > most) return undefined
        const { sql, values } = heldProperty(question)
        return {
          source: { sql: `SELECT DISTINCT source FROM property WHERE ${sql}`, values },
          exact: true,
          cost,
        }
      }
      case 'not':
      case 'words':
      case 'task':
      case 'priority':
      case 'between':
        return undefined
    }
  }

  function least(operands: readonly SettledQuery[], most: number): Costed | undefined {
    let found: Costed | undefined
    for (const operand of operands) found = of(operand, found?.cost ?? most) ?? found
    return found && { source: found.source, exact: false, cost: found.cost }
  }

  function all(operands: readonly SettledQuery[], most: number): Costed | undefined {
    const parts: Costed[] = []
    let cost = 0
    for (const operand of operands) {
      const part = of(operand, most - cost)
      if (!part) return undefined
      parts.push(part)
      cost += part.cost
    }
    const sql = parts.map(({ source }) => `SELECT * FROM (${source.sql})`).join(' UNION ')
    const values = parts.flatMap(({ source }) => source.values)
    return { source: { sql, values }, exact: parts.every(({ exact }) => exact), cost }
  }

  /** Blocks of a page lie near one another. */
  function onPages(leaf: PageLeaf, most: number): Costed | undefined {
    if (leaf.kind === 'namespace') return undefined // to find even one such page takes a look at all
    const { sql, values } = counts.pagesSql(leaf)
    const pages = statement(`${sql} LIMIT ${FEW_PAGES}`).all(...values)
    if (pages.length === FEW_PAGES) return undefined
    const list = JSON.stringify([...new Set(pages)])
    const total = counts.on(list)
    const cost = askCost(total, total)
    if (cost > most) return undefined
    const blocks = 'SELECT block.n FROM json_each(?) CROSS JOIN block ON block.page = value'
    return { source: { sql: blocks, values: [list] }, exact: true, total, cost }
  }

  return (question, most) => of(question, partsOf(question) > FEW_PARTS ? most / 4 : most)
}

/** Of blocks that lie anywhere. */
const farCost = (count: number): number => askCost(count, Infinity)

function partsOf(question: SettledQuery): number {
  if ('operands' in question) return question.operands.reduce((sum, operand) => sum + partsOf(operand), 1)
  return question.kind === 'not' ? 1 + partsOf(question.operand) : 1
}
