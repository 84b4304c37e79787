/**
 * Replaces block references with the text of their blocks at each read. The rows store the text with the references.
 */
import type { FileName } from '@notegraph/block-text'
import { referringText, type ReadEnv } from '@notegraph/graph'
import type { Db } from '../database/database.ts'
import { blockBytes } from './byte-window.ts'
import { lineReader } from '../write/reference-lines.ts'
import { pageCounts, type PageCounts } from './page-counts.ts'

/** A row with the column for the places of references, which is null in most rows. */
interface BlockRow {
  readonly id: string
  readonly content: string
  text?: string | null
  readonly places?: string | null
  readonly more?: string | null
}

export interface ReferenceReads {
  /**
   * Sets the text of the rows that refer to others. Call it in the snapshot that the rows were read in.
   * @param bytes the bound of a `Window`; rows beyond it are left out
   */
  readonly replaceReferences: <R extends BlockRow>(rows: R[], bytes?: number) => R[]
  readonly pages: PageCounts
}

const refers = <R extends BlockRow>(row: R): row is R & { readonly places: string } =>
  typeof row.places === 'string'

/** @param origin the service's own origin; its file addresses are shown as file names */
export function referenceReads(db: Db, origin: string | undefined): ReferenceReads {
  const file = db.prepare<[string], FileName>('SELECT name, type FROM file WHERE id = ?')
  const line = lineReader(db)

  /** Creates a reader for one batch, because many blocks refer to the same block. */
  function reader(): ReadEnv {
    const lines = new Map<string, ReturnType<typeof line>>()
    return {
      ...(origin !== undefined && { origin }),
      file: (id) => file.get(id),
      line(id) {
        if (!lines.has(id)) lines.set(id, line(id))
        return lines.get(id)
      },
    }
  }

  return {
    replaceReferences(rows, bytes = Infinity) {
      if (!rows.some(refers)) return rows
      const env = reader()
      let sum = 0
      for (const [i, row] of rows.entries()) {
        if (refers(row)) row.text = referringText(row, env)
        if (bytes === Infinity) continue
        sum += blockBytes(row)
        if (sum > bytes && i > 0) return rows.slice(0, i)
      }
      return rows
    },
    pages: pageCounts(db, reader),
  }
}
