/**
 * A piece of work on the rows of accounts is a generator: it yields statements, and gets their answers. The embedded database
 * runs it in one turn, so that nothing else uses its connection in between. A server waits for each answer.
 */
import { AccountMoving } from '../unavailable.ts'
import { ofAccount, type AccountStatement, type Row } from './statement.ts'

/** A statement with its values by name. */
export interface Query {
  readonly statement: AccountStatement
  readonly given: object
}

/** The answer of the database to a statement. */
export interface Answer {
  readonly rows: readonly Row[]
  /** How many rows were read or written. */
  readonly count: number
}

/** Work yields statements that do not wait for each other. `yield*` a part of it. */
export type Work<T> = Generator<readonly Query[], T, readonly Answer[]>

/** A database of accounts. */
export interface AccountSql {
  /** Deletes the rows of an account, except its own in `account`. */
  readonly removals: readonly AccountStatement[]
  /**
   * Runs work whose statements need no transaction.
   * @param isBrief whether a power cut may take what it writes
   */
  run<T>(work: Work<T>, isBrief?: boolean): Promise<T>
  /** Runs work in a transaction. It may begin again after a deadlock. */
  transact<T>(work: () => Work<T>, options?: TransactOptions): Promise<T>
  /** Removes the words of deleted rows from the log, or from the whole file. A server has no such file. */
  scrub(what: 'log' | 'file'): void
}

export interface TransactOptions {
  /** Whether a power cut may take what it writes. */
  readonly isBrief?: boolean
  /** Whether it may take minutes. */
  readonly isLong?: boolean
}

/** The rows of a statement. */
export function* all<R>(statement: AccountStatement<R>, given: object = {}): Work<R[]> {
  const [answer] = yield [{ statement, given }]
  return answer!.rows.map(statement.read)
}

/** The first row of a statement. */
export function* one<R>(statement: AccountStatement<R>, given: object = {}): Work<R | undefined> {
  return (yield* all(statement, given))[0]
}

/** The column `n` of a statement with one row. */
export function* count(
  statement: AccountStatement<{ readonly n: number }>,
  given: object = {},
): Work<number> {
  return (yield* one(statement, given))!.n
}

/** @returns how many rows a statement wrote */
export function* written(statement: AccountStatement, given: object = {}): Work<number> {
  const [answer] = yield [{ statement, given }]
  return answer!.count
}

/** @returns whether a statement wrote a row */
export function* wrote(statement: AccountStatement, given: object = {}): Work<boolean> {
  return (yield* written(statement, given)) > 0
}

/** Works that do not wait for each other: their statements travel together. */
export function* together<T extends readonly unknown[]>(
  ...works: { readonly [I in keyof T]: Work<T[I]> }
): Work<T> {
  const steps = works.map((work) => work.next())
  for (;;) {
    const queries = steps.map((step) => (step.done === true ? [] : step.value))
    if (steps.every(({ done }) => done === true)) return steps.map(({ value }) => value) as unknown as T
    const answers = yield queries.flat()
    let from = 0
    for (const [i, { length }] of queries.entries()) {
      if (steps[i]!.done !== true) steps[i] = works[i]!.next(answers.slice(from, from + length))
      from += length
    }
  }
}

// A move that begins meanwhile waits for the transaction. One that began before is waited for, and then seen.
const MARK = ofAccount<{ readonly moving?: string }>(
  'SELECT moving FROM account WHERE account.account_id = @accountId FOR SHARE',
)
const LOCK = ofAccount<{ readonly moving?: string }>(
  'SELECT moving FROM account WHERE account.account_id = @accountId FOR UPDATE',
)

/**
 * In a transaction that writes to an account: keep the account from moving until the end.
 * @throws AccountMoving if it has a mark; an account that does not exist has none
 */
export function* keepInPlace(accountId: string): Work<void> {
  if ((yield* one(MARK, { accountId }))?.moving !== undefined) throw new AccountMoving()
}

/** Runs a write to one account. @throws AccountMoving if it moves */
export const inPlace = async <T>(
  db: AccountSql,
  accountId: string,
  work: () => Work<T>,
  options?: TransactOptions,
): Promise<T> =>
  db.transact(function* () {
    return (yield* together<[void, T]>(keepInPlace(accountId), work()))[1]
  }, options)

/** As {@link inPlace}, after every other such write to the account, so that the work may count. @returns `otherwise` if there is no account */
export const alone = async <T>(
  db: AccountSql,
  accountId: string,
  otherwise: T,
  work: () => Work<T>,
): Promise<T> =>
  db.transact(function* () {
    const account = yield* one(LOCK, { accountId })
    if (account?.moving !== undefined) throw new AccountMoving()
    return account ? yield* work() : otherwise
  })

/** Runs a write that finds its accounts itself. @throws AccountMoving if one of them moves; nothing is written then */
export const found = async <T extends { readonly accountId: string }>(
  db: AccountSql,
  work: () => Work<T[]>,
): Promise<T[]> =>
  db.transact(function* () {
    const rows = yield* work()
    const accounts = new Set(rows.map(({ accountId }) => accountId))
    for (const accountId of [...accounts].toSorted()) yield* keepInPlace(accountId)
    return rows
  })
