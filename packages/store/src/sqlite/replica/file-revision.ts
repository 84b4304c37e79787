/**
 * Makes the files of a replica those of the truth, after the truth deleted or changed files without a commit. The list
 * comes in parts, and counts once it is complete.
 */
import type { Db } from '../database/database.ts'
import { runAtOnce } from '../database/steps.ts'
import { Grown, storage } from '../write/storage.ts'
import { writeBatches } from '../write/write-batch.ts'
import type { TruthFile } from './patch.ts'

/** A list of all files of the truth, from one edition. */
export interface FileRevision {
  add(files: readonly TruthFile[]): void
  /** Deletes the files that the list lacks, adds those that the replica lacks, and notes the edition. */
  finish(edition: number): void
}

/** @returns a function that begins a list, and forgets one that was not finished */
export function fileRevisions(db: Db, origin: string | undefined): () => FileRevision {
  db.exec('CREATE TEMP TABLE IF NOT EXISTS listed_file (id TEXT PRIMARY KEY, path TEXT, imported, doc TEXT)')
  const clear = db.prepare('DELETE FROM listed_file')
  const list = db.prepare<[string, string | null, number, string]>(
    'INSERT OR REPLACE INTO listed_file VALUES (?, ?, ?, ?)',
  )
  const remove = db
    .prepare<[], number>('DELETE FROM file WHERE id NOT IN (SELECT id FROM listed_file) RETURNING size')
    .pluck()
  const forget = ['file_import', 'file_unused'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE file NOT IN (SELECT id FROM listed_file)`),
  )
  const missing = db
    .prepare<[], string>('SELECT doc FROM listed_file WHERE id NOT IN (SELECT id FROM file)')
    .pluck()
  const markImports = db.prepare(
    `INSERT INTO file_import SELECT id, path FROM listed_file WHERE imported = 1
     ON CONFLICT (file) DO UPDATE SET path = excluded.path WHERE file_import.path IS NULL`,
  )
  const note = db.prepare<[number]>("UPDATE meta SET value = ? WHERE key = 'file_edition'")
  const begin = writeBatches(db, origin)
  const sums = storage(db)

  const add = db.transaction((files: readonly TruthFile[]) => {
    for (const file of files)
      list.run(file.id, file.path ?? null, file.imported ? 1 : 0, JSON.stringify(file))
  })
  const finish = db.transaction((edition: number) => {
    const shrunk = new Grown()
    for (const size of remove.all()) shrunk.add('file', -1, -size)
    sums.add(shrunk)
    for (const statement of forget) statement.run()
    const batch = begin()
    for (const doc of missing.all()) {
      const file = JSON.parse(doc) as TruthFile
      batch.addFile(file, file.imported)
    }
    runAtOnce(batch.finish())
    markImports.run()
    note.run(edition)
    clear.run()
  })

  return () => {
    clear.run()
    return { add: (files) => add(files), finish: (edition) => finish.immediate(edition) }
  }
}
