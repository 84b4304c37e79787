/** Asks the rows of blocks whether they meet a question, which is put as one SQL condition. */
import type { SettledQuery } from '@notegraph/query'
import type { Window } from '../../graph-store.ts'
import { rows, type Db } from '../database.ts'
import type { Condition, QueryCompiler } from '../query-sql.ts'
import { numberStatements, pairStatements } from './statements.ts'

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
  /** All blocks that match among those that wait to be indexed, in one pass. @see Extent */
  readonly waiting: (indexed: number) => Timed[]
}

/** A block, and when it was changed last. */
export interface Timed {
  readonly n: number
  readonly time: number
}

const ALL: Window = { limit: Infinity, offset: 0 }

/** @param question `undefined` where it is enough that they are blocks */
export function rowAsker(db: Db, compiler: QueryCompiler): (question: SettledQuery | undefined) => RowAsker {
  const numbersOf = numberStatements(db)
  const timedOf = pairStatements(db)

  return (question) => {
    const { sql, values } = question ? compiler.condition(question) : { sql: '1', values: [] }
    const page = sql.includes('page.') ? 'CROSS JOIN page ON page.n = block.page' : ''
    const matches = `block.page IS NOT NULL AND ${sql}`

    function ask(source: Condition, order: string, { limit, offset }: Window): number[] {
      return numbersOf(
        `WITH hit(n) AS (${source.sql})
         SELECT block.n FROM hit CROSS JOIN record AS block ON block.n = hit.n ${page}
         WHERE ${matches} ${order} LIMIT +? OFFSET +?`,
      ).all(...source.values, ...values, rows(limit), offset)
    }
    const inOrderOf: RowAsker['inOrderOf'] = (source, window = ALL) =>
      ask(source, 'ORDER BY block.updated_at DESC, block.id', window)

    return {
      matching: (numbers, most = numbers.length) =>
        most > 0 ? ask(given(numbers), '', { limit: most, offset: 0 }) : [],
      inOrder: (numbers) => inOrderOf(given(numbers)),
      inOrderOf,
      waiting: (indexed) =>
        timedOf(
          `SELECT block.n, block.updated_at FROM record AS block ${page} WHERE block.n > ? AND ${matches}
           UNION ALL SELECT block.n, block.updated_at FROM search_changed
             CROSS JOIN record AS block ON block.n = search_changed.n ${page} WHERE ${matches}`,
        )
          .all(indexed, ...values, ...values)
          .map(([n, time]) => ({ n, time })),
    }
  }
}

const given = (numbers: readonly number[]): Condition => ({
  sql: 'SELECT value FROM json_each(?)',
  values: [JSON.stringify(numbers)],
})
