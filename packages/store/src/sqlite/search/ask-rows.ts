/** Asks the rows of blocks whether they meet a question, which is put as one SQL condition. */
import type { Window } from '../../graph-store.ts'
import { rows, type Db } from '../database.ts'
import type { Condition, QueryCompiler } from '../query-sql.ts'
import type { Question } from './question.ts'
import { numberStatements } from './statements.ts'

export interface RowAsker {
  /** Those of the numbers that are of blocks that match, in the order of the numbers, and no more than `most`. */
  readonly matching: (numbers: readonly number[], most?: number) => number[]
  /** All of them that match, in the order of an answer. */
  readonly inOrder: (numbers: readonly number[]) => number[]
  /** The same of all numbers that a statement gives, or of a part of them. */
  readonly inOrderOf: (
    source: Condition,
    part?: { readonly limit: number; readonly offset: number },
  ) => number[]
}

const ALL: Window = { limit: Infinity, offset: 0 }

/** @param question `undefined` where it is enough that they are blocks */
export function rowAsker(db: Db, compiler: QueryCompiler): (question: Question | undefined) => RowAsker {
  const statement = numberStatements(db)

  return (question) => {
    const { sql, values } = question ? compiler.condition(question) : { sql: '1', values: [] }

    function ask(source: Condition, order: string, { limit, offset }: Window): number[] {
      const page = sql.includes('page.')
      const block = page || (sql + order).includes('block.')
      const joins = [
        block && 'CROSS JOIN block ON block.n = hit.n',
        page && 'CROSS JOIN page ON page.n = block.page',
        (!block || sql.includes('words.')) && 'CROSS JOIN block_words AS words ON words.n = hit.n',
      ]
      return statement(
        `WITH hit(n) AS (${source.sql})
         SELECT hit.n FROM hit ${joins.filter(Boolean).join(' ')} WHERE ${sql} ${order} LIMIT +? OFFSET +?`,
      ).all(...source.values, ...values, rows(limit), offset)
    }
    const inOrderOf: RowAsker['inOrderOf'] = (source, window = ALL) =>
      ask(source, 'ORDER BY block.updated_at DESC, block.id', window)

    return {
      matching: (numbers, most = numbers.length) =>
        most > 0 ? ask(given(numbers), '', { limit: most, offset: 0 }) : [],
      inOrder: (numbers) => inOrderOf(given(numbers)),
      inOrderOf,
    }
  }
}

const given = (numbers: readonly number[]): Condition => ({
  sql: 'SELECT value FROM json_each(?)',
  values: [JSON.stringify(numbers)],
})
