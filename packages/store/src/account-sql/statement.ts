/**
 * Statements on the rows of accounts, written once in the words of PostgreSQL. The driver of each database runs them.
 *
 * `@name` is a value, and `@name?` is one that may be absent: NULL. A statement names the account that its rows belong to, or
 * says why it cannot. The rule lets an engine such as Citus distribute the tables by `account_id`.
 */
import { columnOf } from '../members.ts'

/** A row without its null columns, which are absent members. */
export type Row = Readonly<Record<string, unknown>>

/** A value of a column. A list follows `= ANY`. */
export type Value = string | number | boolean | null | readonly string[] | Uint8Array

/** @typeParam R what a row means */
export interface AccountStatement<R = unknown> {
  /** SQL with a value at each `@name`. */
  readonly text: string
  readonly names: readonly { readonly name: string; readonly isOptional: boolean }[]
  /** Whether it returns rows. */
  readonly returns: boolean
  readonly read: (row: Row) => R
  /** Why the statement reads or writes rows of more than one account, or of an account that it does not know. */
  readonly reason?: string
}

/**
 * A statement that the list of {@link accountStatements} leaves out.
 * @example
 * statement('SELECT name FROM token WHERE account_id = @accountId')
 */
export function statement<R = Row>(
  text: string,
  read: (row: Row) => R = (row) => row as R,
  reason?: string,
): AccountStatement<R> {
  const names = new Map<string, boolean>()
  const plain = text.replaceAll(/@(\w+)(\??)/g, (_, name: string, optional: string) => {
    names.set(name, optional === '?')
    return `@${name}`
  })
  return {
    text: plain,
    names: Array.from(names, ([name, isOptional]) => ({ name, isOptional })),
    returns: /^\s*SELECT|\bRETURNING\b/.test(plain),
    read,
    ...(reason !== undefined && { reason }),
  }
}

const declared: AccountStatement[] = []

function declare<R>(made: AccountStatement<R>): AccountStatement<R> {
  declared.push(made)
  return made
}

/** A statement on the rows of one account, which names `account_id`. */
export const ofAccount = <R = Row>(text: string, read?: (row: Row) => R): AccountStatement<R> =>
  declare(statement(text, read))

/** Counts the rows of one account. */
export const countOf = (from: string): AccountStatement<{ readonly n: number }> =>
  ofAccount(`SELECT count(*) AS n FROM ${from}`)

/** A statement that does not name one account. @param reason a sentence, for an operator who distributes the tables */
export const acrossAccounts = <R = Row>(
  reason: string,
  text: string,
  read?: (row: Row) => R,
): AccountStatement<R> => declare(statement(text, read, reason))

/**
 * Every statement of the modules that are loaded.
 * @example
 * const texts = accountStatements().map(({ text }) => text)
 */
export const accountStatements = (): readonly AccountStatement[] => declared

/** Why a statement finds a credential without its account. */
export const BY_CREDENTIAL = 'A request shows a secret, or names a credential, before its account is known.'
/** Why a statement deletes what expired. */
export const RETENTION = 'What expired goes for every account, also for one that nobody uses.'
/** Why a statement reads or writes a key of the server. */
export const ONE_KEY = 'One key serves all accounts.'

/**
 * The values of a statement in the order of its names.
 * @throws TypeError if one is absent that may not be
 * @example
 * valuesOf(statement('SELECT name FROM token WHERE id = @id'), { id: 't1' }) // ['t1']
 */
export const valuesOf = ({ names, text }: AccountStatement, given: object): Value[] =>
  names.map(({ name, isOptional }) => {
    const value = (given as Readonly<Record<string, Value | undefined>>)[name]
    if (value === undefined && !isOptional) throw new TypeError(`No value for ${name} in: ${text}`)
    return value ?? null
  })

/** A part of a statement for each of the members, whose names may end in `?`. */
const each = (names: string, part: (column: string, name: string, value: string) => string): string =>
  names
    .split(/\s+/)
    .map((given) => {
      const name = given.replace('?', '')
      return part(columnOf(name), name, `@${given}`)
    })
    .join(', ')

/**
 * Selects columns by the names of members.
 * @example
 * columns('id pageId', 'share') // 'share.id AS "id", share.page_id AS "pageId"'
 */
export const columns = (names: string, table?: string): string =>
  each(names, (column, name) => `${table === undefined ? '' : `${table}.`}${column} AS "${name}"`)

/**
 * @example
 * insertInto('share', 'accountId password?') // 'INSERT INTO share (account_id, password) VALUES (@accountId, @password?)'
 */
export const insertInto = (table: string, names: string): string =>
  `INSERT INTO ${table} (${each(names, (column) => column)}) VALUES (${each(names, (_column, _name, value) => value)})`

/**
 * @example
 * set('pageId password?') // 'page_id = @pageId, password = @password?'
 */
export const set = (names: string): string => each(names, (column, _name, value) => `${column} = ${value}`)

/** As {@link set}, from the row that an INSERT could not add. */
export const setExcluded = (names: string): string =>
  each(names, (column) => `${column} = excluded.${column}`)

/** Deletes rows of every account. Two processes that delete at once skip each other's rows. */
export const forget = (table: string, key: string, where: string): string =>
  `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key.replaceAll(/[()]/g, '')} FROM ${table} WHERE ${where} FOR UPDATE SKIP LOCKED)`
