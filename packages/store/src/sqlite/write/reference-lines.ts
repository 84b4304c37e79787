/**
 * The lines that replace block references, one row for each block that others refer to. An edit of such a block changes
 * only this row. Reads insert the line into the blocks that refer to it (`references.ts`).
 */
import { placesOf, shownAt } from '@notegraph/graph'
import type { VisibleText } from '@notegraph/block-text'
import type { Db } from '../database/database.ts'

interface LineRow {
  readonly line: string
  readonly places: string | null
}

export interface LineWrites {
  /** @returns those of the ids that a block refers to */
  referred(ids: readonly string[]): string[]
  /** Stores the line, or deletes the row if there is no line. */
  set(id: string, line: VisibleText | undefined): void
  /** Makes cached texts with references invalid. */
  bumpVersion(): void
}

export function lineWrites(db: Db): LineWrites {
  const among = db
    .prepare<[string], string>(
      'SELECT value FROM json_each(?) WHERE EXISTS (SELECT 1 FROM block_ref WHERE target = value)',
    )
    .pluck()
  const put = db.prepare<[string, string, string | null]>(
    `INSERT INTO block_line VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET line = excluded.line, places = excluded.places`,
  )
  const remove = db.prepare<[string]>('DELETE FROM block_line WHERE id = ?')
  // Random, because a counter would repeat a number after a rollback. Below 2^53, so that JavaScript reads it exactly.
  const version = db.prepare(
    `UPDATE meta SET value = abs(random() % ${Number.MAX_SAFE_INTEGER}) WHERE key = 'lines'`,
  )
  return {
    referred: (ids) => among.all(JSON.stringify(ids)),
    set(id, line) {
      if (line) put.run(id, line.text, placesOf(line) ?? null)
      else remove.run(id)
    },
    bumpVersion: () => void version.run(),
  }
}

/** Reads the line of a block for references to it; undefined if the block is not live. */
export function lineReader(db: Db): (id: string) => VisibleText | undefined {
  const find = db.prepare<[string], LineRow>('SELECT line, places FROM block_line WHERE id = ?')
  return (id) => {
    const row = find.get(id)
    return row && shownAt(row.line, row.places)
  }
}
