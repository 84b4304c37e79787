/** Asks the rows of blocks whether they meet a question, which is put as one SQL condition. */
import type { Db } from '../database.ts'
import type { QueryCompiler } from '../query-sql.ts'
import type { Question } from './question.ts'
import { numberStatements } from './statements.ts'

export interface RowAsker {
  /** Those of the numbers that are of blocks that match, in the order of the numbers, and no more than `most`. */
  readonly matching: (numbers: readonly number[], most?: number) => number[]
  /** All of them that match, in the order of an answer. */
  readonly inOrder: (numbers: readonly number[]) => number[]
}

/** @param question `undefined` where it is enough that they are blocks */
export function rowAsker(db: Db, compiler: QueryCompiler): (question: Question | undefined) => RowAsker {
  const statement = numberStatements(db)

  return (question) => {
    const { sql, values } = question ? compiler.condition(question) : { sql: '1', values: [] }

    function ask(numbers: readonly number[], ending: string): number[] {
      const page = sql.includes('page.')
      const block = page || (sql + ending).includes('block.')
      const joins = [
        block && 'CROSS JOIN block ON block.n = hit.n',
        page && 'CROSS JOIN page ON page.n = block.page',
        (!block || sql.includes('words.')) && 'CROSS JOIN block_words AS words ON words.n = hit.n',
      ]
      return statement(
        `WITH hit(n) AS (SELECT value FROM json_each(?))
         SELECT hit.n FROM hit ${joins.filter(Boolean).join(' ')} WHERE ${sql} ${ending}`,
      ).all(JSON.stringify(numbers), ...values)
    }

    return {
      matching: (numbers, most = numbers.length) => (most > 0 ? ask(numbers, `LIMIT ${most}`) : []),
      inOrder: (numbers) => ask(numbers, 'ORDER BY block.updated_at DESC, block.id'),
    }
  }
}
