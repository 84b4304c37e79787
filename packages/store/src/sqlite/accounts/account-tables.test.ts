import { expect, test } from 'vitest'
import { ACCOUNT_TABLES, UNMOVED_TABLES } from '../../account-tables.ts'
import { columnOf } from '../../members.ts'
import { openDatabase } from '../database/database.ts'
import { ACCOUNTS_SCHEMA } from '../schema/accounts/index.ts'

/** Columns that no move takes along: the owner, marks of the move, the turn of a process, and numbers of the store. */
const STAYING: Readonly<Record<string, readonly string[]>> = {
  account: ['id', 'move_id', 'move_place', 'moving'],
  audit: ['n'],
  plan_change: ['n'],
  webhook: ['held_until', 'holder'],
}
/** The accounts of files are found again when the graph moves. */
const OF_GRAPH = 'file_home'

test('every table with rows of accounts is declared, with every column', () => {
  const db = openDatabase(':memory:', ACCOUNTS_SCHEMA)
  const rows = db
    .prepare<[], { table: string; column: string }>(
      `SELECT m.name AS "table", c.name AS "column" FROM sqlite_master m JOIN pragma_table_info(m.name) c
       WHERE m.type = 'table'`,
    )
    .all()
  db.close()
  const found = Map.groupBy(rows, ({ table }) => table)
  const ofAccounts = [...found]
    .filter(([table, all]) => table === 'account' || all.some(({ column }) => column === 'account_id'))
    .map(([table, all]): [string, string[]] => [table, all.map(({ column }) => column).toSorted()])
    .filter(([table]) => table !== OF_GRAPH && !(UNMOVED_TABLES as readonly string[]).includes(table))
  const declared = Object.entries(ACCOUNT_TABLES).map(([table, { members }]): [string, string[]] => {
    const owner = table === 'account' ? [] : ['account_id']
    return [table, [...owner, ...Object.keys(members).map(columnOf), ...(STAYING[table] ?? [])].toSorted()]
  })
  expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(ofAccounts))
})
