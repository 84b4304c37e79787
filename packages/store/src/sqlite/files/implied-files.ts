/** Looks up the PDF and the block that keep a file of highlights, because no record names such a file. */
import { highlightSources, pdfStem, type FileLocation } from '@notegraph/graph'
import type { Db } from '../database/database.ts'

/** @returns a check of files in one transaction: whether a file belongs to a linked PDF or an existing block */
export function impliedFiles(db: Db): () => (file: FileLocation) => boolean {
  const linked = db.prepare<[], FileLocation>(
    `SELECT name, path FROM file LEFT JOIN file_import ON file_import.file = file.id
     WHERE name LIKE '%.pdf' AND EXISTS (SELECT 1 FROM file_use WHERE file_use.file = file.id)`,
  )
  const block = db.prepare<[string]>('SELECT 1 FROM block WHERE id = ?')

  return () => {
    let stems: Set<string> | undefined
    const isLinked = (stem: string): boolean => {
      stems ??= new Set(linked.all().map(pdfStem))
      return stems.has(stem)
    }
    return (file) => {
      const sources = highlightSources(file)
      if (!sources) return false
      return (sources.block !== undefined && block.get(sources.block) !== undefined) || isLinked(sources.pdf)
    }
  }
}
