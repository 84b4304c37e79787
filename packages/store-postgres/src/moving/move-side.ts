/** PostgreSQL as one side of a move, while servers use the same database. @see MoveSide */
import {
  AccountMoving,
  MOVED_TABLES,
  SHORT_LIVED_TABLES,
  type AccountRows,
  type MoveMark,
  type MoveSide,
  type RowValue,
} from '@notegraph/store'
import { connectedAppStore } from '@notegraph/store/account-sql'
import type { Database } from '../database/database.ts'
import { ofAccount } from '../database/statement.ts'
import { accountSql, noteSweep } from '../accounts/account-sql.ts'
import { lockClosedGraph } from '../graphs/graph-row.ts'
import { removeGraph } from '../graphs/removal.ts'
import type { ChangeSignals } from '../signals.ts'

type Marked = { readonly moving: string | null; readonly id: string | null; readonly place: string | null }

const FIND = ofAccount('SELECT moving, move_id AS id, move_place AS place FROM account WHERE account_id = $1')
const SET = ofAccount('UPDATE account SET moving = $2, move_id = $3, move_place = $4 WHERE account_id = $1')
const TURN = ofAccount(
  'UPDATE account SET moving = $3 WHERE account_id = $1 AND moving = $2 AND move_id = $4',
)
const SET_CLOSED = ofAccount('UPDATE graph SET closed = $2 WHERE account_id = $1')
const SHORT_LIVED = SHORT_LIVED_TABLES.map((table) => ofAccount(`DELETE FROM ${table} WHERE account_id = $1`))

const TABLES = MOVED_TABLES.map(({ table, columns, by }) => {
  const names = columns.join(', ')
  return {
    table,
    read: ofAccount(`SELECT ${names} FROM ${table} WHERE account_id = $1 ORDER BY ${by}`),
    write: ofAccount(
      `INSERT INTO ${table} (account_id, ${names})
       SELECT $1, ${names} FROM json_populate_recordset(NULL::${table}, $2::json)`,
    ),
    remove: ofAccount(`DELETE FROM ${table} WHERE account_id = $1`),
  }
})

/**
 * A database as one side of a move.
 * @example
 * const { db, signals } = await openTruth({ url })
 * const side = postgresSide(db, signals)
 */
export function postgresSide(db: Database, signals: ChangeSignals): Omit<MoveSide, 'end'> {
  async function find(accountId: string): Promise<MoveMark | undefined> {
    const row = await db.one<Marked>(FIND, [accountId])
    return row && (Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as MoveMark)
  }

  return {
    clients: connectedAppStore(accountSql(db)),
    find,
    async close(accountId, { id, place }) {
      await db.write(SET, [accountId, 'leaving', id, place])
      await db.transaction(async (session) => {
        await lockClosedGraph(session, accountId)
        await session.write(SET_CLOSED, [accountId, true])
      })
      signals.signal(accountId)
    },
    async reopen(accountId) {
      const before = await find(accountId)
      if (before?.moving !== 'leaving') return
      await db.transaction(async (session) => {
        await session.write(TURN, [accountId, 'leaving', null, before.id!])
        await session.write(SET_CLOSED, [accountId, false])
        await noteSweep(session, accountId)
      })
      signals.signal(accountId)
    },
    rows: async (accountId) =>
      db.snapshot(async (session) => {
        const rows = await Promise.all(
          TABLES.map(
            async ({ table, read }) =>
              [table, await session.all<Record<string, RowValue>>(read, [accountId])] as const,
          ),
        )
        return Object.fromEntries(rows) as unknown as AccountRows
      }),
    receive: async (accountId, rows, { id, place }) =>
      db.transaction(async (session) => {
        for (const { remove } of TABLES) await session.write(remove, [accountId])
        for (const { table, write } of TABLES)
          if (rows[table].length > 0) await session.write(write, [accountId, JSON.stringify(rows[table])])
        await session.write(SET, [accountId, 'arriving', id, place])
      }),
    async leave(accountId, id) {
      const left = await db.write(TURN, [accountId, 'leaving', 'left', id])
      signals.signal(accountId)
      return left > 0
    },
    async arrive(accountId, id) {
      await noteSweep(db, accountId)
      const arrived = await db.write(TURN, [accountId, 'arriving', null, id])
      signals.signal(accountId)
      return arrived > 0
    },
    async clear(accountId) {
      if ((await find(accountId))?.moving !== 'left') throw new AccountMoving()
      await removeGraph(db, accountId)
      for (const one of SHORT_LIVED) await db.write(one, [accountId])
      signals.signal(accountId)
    },
    async discard(accountId, { id, place }) {
      const before = await find(accountId)
      if (before && before.moving !== 'left' && before.moving !== 'arriving') return
      await removeGraph(db, accountId)
      if (before?.moving === 'arriving') await db.write(SET, [accountId, 'left', id, place])
    },
  }
}
