/** Work on accounts in SQLite. It runs in one turn, so that no transaction is open across an await. */
import {
  statement,
  valuesOf,
  type AccountSql,
  type AccountStatement,
  type Answer,
  type Query,
  type Row,
  type Work,
} from '../../account-sql/index.ts'
import { FLAGS, UNMOVED_TABLES } from '../../account-tables.ts'
import { MOVED_TABLE_NAMES } from '../../moving.ts'
import { withoutSync, type Db } from '../database/database.ts'
import { transact } from '../database/transactions.ts'
import { isBusy } from '../write/refusal.ts'

/** The row of `account` itself goes last. */
const REMOVALS = [...MOVED_TABLE_NAMES.filter((table) => table !== 'account'), ...UNMOVED_TABLES].map(
  (table) => statement(`DELETE FROM ${table} WHERE account_id = @accountId`),
)

/** Members that are true or false, those of a credential's account too. SQLite has 1 and 0. */
const TRUE_OR_FALSE: ReadonlySet<string> = new Set(
  [...FLAGS, 'isPublic'].flatMap((name) => [name, `account.${name}`]),
)

/** PostgreSQL's words that SQLite spells otherwise. A write has the whole file, so nothing is locked apart. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/ FOR (?:UPDATE|SHARE)(?: SKIP LOCKED)?/g, ''],
  [/pg_advisory_xact_lock\(.*\)/g, '1'],
  [/\bgreatest\(/g, 'max('],
  [/= ANY \((@\w+)\)/g, 'IN (SELECT value FROM json_each($1))'],
  [/\baccount\.account_id\b/g, 'account.id'],
  [/INTO account \(account_id/g, 'INTO account (id'],
  [/= true\b/g, '= 1'],
  [/= false\b/g, '= 0'],
  [/LIMIT ALL\b/g, 'LIMIT -1'],
]

/**
 * With a bare value in a condition, SQLite plans a join, an order or DISTINCT with it, and so plans again for each run.
 * Planning takes several times as long as the run.
 */
const GIVEN: typeof SPELLINGS = [
  [/([=<>]) (@\w+)/g, '$1 (SELECT $2)'],
  [/\b(LIMIT|OFFSET) (@\w+)/g, '$1 +$2'],
]

export const spell = (text: string): string =>
  [...SPELLINGS, ...(/\b(?:JOIN|ORDER BY|DISTINCT)\b/.test(text) ? GIVEN : [])].reduce(
    (spelled, [words, own]) => spelled.replaceAll(words, own),
    text,
  )

function present(row: Row): Row {
  const members: Record<string, unknown> = {}
  for (const key in row)
    if (row[key] !== null) members[key] = TRUE_OR_FALSE.has(key) ? row[key] === 1 : row[key]
  return members
}

type Run = (given: object) => Answer

function prepare(db: Db, one: AccountStatement): Run {
  const places: number[] = []
  const text = spell(one.text).replaceAll(/@(\w+)/g, (_, name) => {
    places.push(one.names.findIndex((value) => value.name === name))
    return '?'
  })
  const prepared = db.prepare<unknown[], Row>(text)
  const bind = (given: object) => {
    const values = valuesOf(one, given)
    return places.map((place) => {
      const value = values[place]
      return typeof value === 'boolean' ? Number(value) : Array.isArray(value) ? JSON.stringify(value) : value
    })
  }
  if (!one.returns) return (given) => ({ rows: [], count: prepared.run(...bind(given)).changes })
  return (given) => {
    const rows = prepared.all(...bind(given)).map(present)
    return { rows, count: rows.length }
  }
}

export function accountSql(db: Db): AccountSql {
  const prepared = new Map<AccountStatement, Run>()

  function execute({ statement: one, given }: Query): Answer {
    let run = prepared.get(one)
    if (!run) prepared.set(one, (run = prepare(db, one)))
    return run(given)
  }

  function finish<T>(work: Work<T>): T {
    let step = work.next()
    while (step.done !== true) step = work.next(step.value.map(execute))
    return step.value
  }

  return {
    removals: REMOVALS,
    run: async (work, isBrief = false) => (isBrief ? withoutSync(db, () => finish(work)) : finish(work)),
    async transact(work, { isBrief = false } = {}) {
      const run = () => transact(db, 'BEGIN IMMEDIATE', () => finish(work()))
      return isBrief ? withoutSync(db, run) : run()
    },
    scrub: (what) => {
      try {
        if (what === 'file') db.exec('VACUUM')
        db.pragma('wal_checkpoint(TRUNCATE)')
      } catch (error) {
        if (!isBusy(error)) throw error // other processes use the file: pages are overwritten as it goes on
      }
    },
  }
}
