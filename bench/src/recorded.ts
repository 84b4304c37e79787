/**
 * Records the rows that each write changes, with triggers on every table of a copy. A floor can then make exactly the
 * same changes by hand, whatever the tables are.
 */
import type Database from 'better-sqlite3'

type Column = string | number | null

/** A row that was inserted, updated or deleted. */
export interface RowChange {
  readonly table: string
  readonly op: 'INSERT' | 'UPDATE' | 'DELETE'
  /** The row after the change, or before it if it was deleted. */
  readonly row: readonly Column[]
  /** The row before an update. */
  readonly old: readonly Column[]
}

interface Table {
  readonly name: string
  readonly columns: readonly string[]
  /** Positions of the primary key's columns. */
  readonly key: readonly number[]
}

/** All tables of the file except SQLite's own. */
export function tablesOf(db: Database.Database): Table[] {
  const names = db
    .prepare<[], string>(
      "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE TABLE%'",
    )
    .pluck()
    .all()
  return names.map((name) => {
    const columns = db.pragma(`table_info(${name})`) as { name: string; pk: number }[]
    return {
      name,
      columns: columns.map((column) => column.name),
      key: columns.flatMap(({ pk }, i) => (pk > 0 ? [i] : [])),
    }
  })
}

/** Starts recording changed rows, in the file itself. */
export function record(db: Database.Database): void {
  const tables = tablesOf(db)
  db.exec('CREATE TABLE recorded (i INTEGER PRIMARY KEY, name TEXT, op TEXT, new TEXT, old TEXT)')
  for (const { name, columns } of tables) {
    const all = (row: 'NEW' | 'OLD') => `json_array(${columns.map((column) => `${row}.${column}`).join()})`
    for (const [op, row, old] of [
      ['INSERT', all('NEW'), "'[]'"],
      ['UPDATE', all('NEW'), all('OLD')],
      ['DELETE', all('OLD'), "'[]'"],
    ] as const)
      db.exec(
        `CREATE TRIGGER recorded_${name}_${op} AFTER ${op} ON ${name} BEGIN
           INSERT INTO recorded (name, op, new, old) VALUES ('${name}', '${op}', ${row}, ${old}); END`,
      )
  }
}

/** @returns the changes since the last call */
export function takeRecorded(db: Database.Database): RowChange[] {
  const rows = db
    .prepare<[], { name: string; op: RowChange['op']; new: string; old: string }>(
      'SELECT name, op, new, old FROM recorded ORDER BY i',
    )
    .all()
  db.exec('DELETE FROM recorded')
  return rows.map(({ name, op, new: row, old }) => ({
    table: name,
    op,
    row: JSON.parse(row) as Column[],
    old: JSON.parse(old) as Column[],
  }))
}

/** Replays changes by hand. Statements are prepared here, so that each write is only one transaction. */
export function replays(db: Database.Database, writes: readonly (readonly RowChange[])[]): (() => void)[] {
  const tables = new Map(tablesOf(db).map((table) => [table.name, table]))
  const prepared = new Map<string, Database.Statement<Column[]>>()
  const statement = (sql: string) => {
    const known = prepared.get(sql) ?? db.prepare<Column[]>(sql)
    prepared.set(sql, known)
    return known
  }
  const step = ({ table, op, row, old }: RowChange) => {
    const { columns, key } = tables.get(table)!
    const where = key.map((i) => `${columns[i]} = ?`).join(' AND ')
    const values = (places: readonly number[]) => places.map((i) => row[i]!)
    if (op === 'INSERT')
      return { run: statement(`INSERT INTO ${table} VALUES (${columns.map(() => '?').join()})`), values: row }
    if (op === 'DELETE') return { run: statement(`DELETE FROM ${table} WHERE ${where}`), values: values(key) }
    const changed = columns.flatMap((_, i) => (row[i] === old[i] ? [] : [i]))
    const set = changed.map((i) => `${columns[i]} = ?`).join()
    return {
      run: statement(`UPDATE ${table} SET ${set} WHERE ${where}`),
      values: values([...changed, ...key]),
    }
  }
  const changes = (write: readonly RowChange[]) =>
    write.filter(({ op, row, old }) => op !== 'UPDATE' || row.some((value, i) => value !== old[i])).map(step)
  const transaction = db.transaction((steps: ReturnType<typeof changes>) => {
    for (const { run, values } of steps) run.run(...values)
  })
  return writes.map((write) => {
    const steps = changes(write)
    return () => transaction.immediate(steps)
  })
}
