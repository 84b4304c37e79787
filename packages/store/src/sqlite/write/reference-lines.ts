/**
 * The lines that references to blocks read as, one row for each block that some block refers to. An edit of such a block
 * changes this one row; the blocks that refer to it put the line in when they are read (`references.ts`).
 */
import { placesOf, shownAt } from '@notegraph/graph'
import type { VisibleText } from '@notegraph/block-text'
import type { Db } from '../database/database.ts'

interface LineRow {
  readonly line: string
  readonly places: string | null
}

export interface LineWrites {
  /** Whether any block refers to another. */
  isNeeded(): boolean
  /** Those of the ids that some block refers to. */
  referred(ids: readonly string[]): string[]
  /** Keeps the line; removes the row where there is none. */
  set(id: string, line: VisibleText | undefined): void
  /** What was read out before may read otherwise from now on. */
  bumpVersion(): void
}

export function lineWrites(db: Db): LineWrites {
  const any = db.prepare('SELECT 1 FROM block_ref LIMIT 1')
  const among = db
    .prepare<[string], string>(
      'SELECT value FROM json_each(?) WHERE EXISTS (SELECT 1 FROM block_ref WHERE target = value)',
    )
    .pluck()
  const put = db.prepare<[string, string, string | null]>(
    `INSERT INTO block_line VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET line = excluded.line, places = excluded.places`,
  )
  const remove = db.prepare<[string]>('DELETE FROM block_line WHERE id = ?')
  // Random, since a number that was rolled back would be given again. Below 2^53, so that it is read exactly.
  const version = db.prepare(
    `UPDATE meta SET value = abs(random() % ${Number.MAX_SAFE_INTEGER}) WHERE key = 'lines'`,
  )
  return {
    isNeeded: () => any.get() !== undefined,
    referred: (ids) => among.all(JSON.stringify(ids)),
    set(id, line) {
      if (line) put.run(id, line.text, placesOf(line) ?? null)
      else remove.run(id)
    },
    bumpVersion: () => void version.run(),
  }
}

/** The line of a block that some block refers to; undefined where there is no such live block. */
export function lineReader(db: Db): (id: string) => VisibleText | undefined {
  const find = db.prepare<[string], LineRow>('SELECT line, places FROM block_line WHERE id = ?')
  return (id) => {
    const row = find.get(id)
    return row && shownAt(row.line, row.places)
  }
}
