/** The embedded store as one side of a move, while servers use the same folder. @see MoveSide */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivateFolder } from '../../disk/private.ts'
import { FLAGS } from '../../account-tables.ts'
import { columnOf } from '../../members.ts'
import {
  MOVED_TABLES,
  SHORT_LIVED_TABLES,
  type AccountRows,
  type MovedColumns,
  type MoveSide,
} from '../../moving.ts'
import { connectedAppStore } from '../../account-sql/index.ts'
import { changeSignals } from '../accounts/change-signals.ts'
import { accountSql } from '../accounts/account-sql.ts'
import { fileHomes } from '../accounts/file-homes.ts'
import { noter } from '../accounts/sweeps.ts'
import { openDatabase, type Db } from '../database/database.ts'
import { ACCOUNTS, graphFile } from '../graph/graph-files.ts'
import { removeGraphFile } from '../graph/graph-folder.ts'
import { ACCOUNTS_SCHEMA } from '../schema/accounts/index.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import { closedMark } from '../write/closed.ts'

type Row = Record<string, string | number | null>

/** Columns that other stores have as true or false. */
const BOOLEANS: ReadonlySet<string> = new Set(FLAGS.map(columnOf))

/**
 * Opens the folder of an embedded store for a move.
 * @throws if a file cannot be opened, or was written by a newer release
 * @example
 * const side = openSqliteSide('data')
 * const mark = await side.find('ada')
 */
export function openSqliteSide(folder: string): MoveSide {
  makePrivateFolder(folder)
  const db = openDatabase(join(folder, ACCOUNTS), ACCOUNTS_SCHEMA)
  const signals = changeSignals(db, true)
  const homes = fileHomes(db)
  const note = noter(db)
  const mark = db.prepare<[string], { moving: string | null; id: string | null; place: string | null }>(
    'SELECT moving, move_id AS id, move_place AS place FROM account WHERE id = ?',
  )
  const setMark = db.prepare<[{ accountId: string; moving: string | null; id: string; place: string }]>(
    'UPDATE account SET moving = @moving, move_id = @id, move_place = @place WHERE id = @accountId',
  )
  const turn = db.prepare<[{ accountId: string; from: string; to: string | null; id: string }]>(
    'UPDATE account SET moving = @to WHERE id = @accountId AND moving = @from AND move_id = @id',
  )
  const tables = movedTables(db)
  const shortLived = SHORT_LIVED_TABLES.map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE account_id = ?`),
  )
  const path = (accountId: string) => graphFile(folder, accountId)

  const find: MoveSide['find'] = async (accountId) => {
    const row = mark.get(accountId)
    return row && (Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as object)
  }

  function setClosed(accountId: string, isClosed: boolean): void {
    if (!isClosed && !existsSync(path(accountId))) return
    makePrivateFolder(join(path(accountId), '..'))
    const graph = openDatabase(path(accountId), GRAPH_SCHEMA)
    try {
      graph.transaction(() => closedMark(graph).set(isClosed)).immediate()
    } finally {
      graph.close()
    }
  }

  function removeGraph(accountId: string): void {
    removeGraphFile(path(accountId))
    homes.forget(accountId)
  }

  return {
    clients: connectedAppStore(accountSql(db)),
    find,
    async close(accountId, move) {
      setMark.run({ accountId, moving: 'leaving', ...move })
      setClosed(accountId, true)
      signals.signal(accountId)
    },
    async reopen(accountId) {
      const before = mark.get(accountId)
      if (before?.moving !== 'leaving') return
      setClosed(accountId, false)
      turn.run({ accountId, from: 'leaving', to: null, id: before.id! })
      note(accountId)
      signals.signal(accountId)
    },
    rows: async (accountId) => db.transaction(() => tables.read(accountId)).deferred(),
    receive: async (accountId, rows, move) =>
      db
        .transaction(() => {
          tables.remove(accountId)
          tables.write(accountId, rows)
          setMark.run({ accountId, moving: 'arriving', ...move })
        })
        .immediate(),
    async leave(accountId, id) {
      const isLeft = turn.run({ accountId, from: 'leaving', to: 'left', id }).changes > 0
      signals.signal(accountId)
      return isLeft
    },
    async arrive(accountId, id) {
      note(accountId)
      const isThere = turn.run({ accountId, from: 'arriving', to: null, id }).changes > 0
      signals.signal(accountId)
      return isThere
    },
    async clear(accountId) {
      removeGraph(accountId)
      for (const one of shortLived) one.run(accountId)
      signals.signal(accountId)
    },
    async discard(accountId, move) {
      const before = mark.get(accountId)
      if (before && before.moving !== 'left' && before.moving !== 'arriving') return
      removeGraph(accountId)
      if (before?.moving === 'arriving') setMark.run({ accountId, moving: 'left', ...move })
    },
    async end() {
      signals.close()
      db.close()
    },
  }
}

interface MovedRows {
  read(accountId: string): AccountRows
  write(accountId: string, rows: AccountRows): void
  remove(accountId: string): void
}

function movedTables(db: Db): MovedRows {
  const of = ({ table, columns, by }: MovedColumns) => {
    const owner = table === 'account' ? 'id' : 'account_id'
    return {
      read: db.prepare<[string], Row>(
        `SELECT ${columns.join(', ')} FROM ${table} WHERE ${owner} = ? ORDER BY "${by}"`,
      ),
      write: db.prepare<[Row]>(
        `INSERT INTO ${table} (${owner}, ${columns.join(', ')})
         VALUES (@accountId, ${columns.map((column) => `@${column}`).join(', ')})`,
      ),
      remove: db.prepare<[string]>(`DELETE FROM ${table} WHERE ${owner} = ?`),
    }
  }
  const statements = MOVED_TABLES.map((moved) => [moved.table, of(moved)] as const)
  const fromRow = (row: Row) =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [column, BOOLEANS.has(column) ? value === 1 : value]),
    )
  return {
    read: (accountId) =>
      Object.fromEntries(
        statements.map(([table, { read }]) => [table, read.all(accountId).map(fromRow)]),
      ) as unknown as AccountRows,
    write(accountId, rows) {
      for (const [table, { write }] of statements)
        for (const row of rows[table]) {
          const values = Object.entries(row).map(([column, value]) => [
            column,
            typeof value === 'boolean' ? Number(value) : (value ?? null),
          ])
          write.run({ ...(Object.fromEntries(values) as Row), accountId })
        }
    },
    remove(accountId) {
      for (const [, { remove }] of statements) remove.run(accountId)
    },
  }
}
