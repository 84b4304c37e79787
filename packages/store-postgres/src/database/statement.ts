/**
 * Every statement of this package is created here. A statement names the account that its rows belong to, or says why it
 * cannot. The rule lets an engine such as Citus distribute the tables by `account_id`. A test reads all of them.
 */

const checked: unique symbol = Symbol('statement')

/** A statement with placeholders `$1`, `$2` … */
export interface Statement {
  /** Differs from that of every other statement of the process. @see prepared.ts */
  readonly name?: string
  readonly text: string
  /** Why the statement reads or writes rows of more than one account, or of an account that it does not know. */
  readonly reason?: string
  readonly [checked]: true
}

const statements: Statement[] = []

function register(text: string, reason?: string): Statement {
  const statement = {
    name: `statement_${statements.length}`,
    text,
    ...(reason !== undefined && { reason }),
    [checked]: true,
  } as const
  statements.push(statement)
  return statement
}

/** A statement on the rows of one account, which names `account_id`. */
export const ofAccount = (text: string): Statement => register(text)

/** A statement that does not name one account. @param reason a sentence, for an operator who distributes the tables */
export const acrossAccounts = (reason: string, text: string): Statement => register(text, reason)

/** Every statement of the modules that are loaded. */
export const allStatements = (): readonly Statement[] => statements
