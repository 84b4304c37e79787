/**
 * Files that no block or page uses and that no import brought. The next call notes the time from which a file is
 * unused; a block that uses the file again deletes the note (`DerivedRows`). A note alone does not justify a deletion,
 * because shapes, conflicting versions and blocks without a page name files too. So all live records are scanned
 * first, and all kept states, because a restored page needs its files.
 */
import type { FileEntry, FileStore } from '../../graph/files.ts'
import type { Line } from '../bulk/bulk.ts'
import type { Db } from '../database/database.ts'
import { impliedFiles } from './implied-files.ts'
import { namingRecords, namingStates } from './naming-records.ts'
import { closedMark } from '../write/closed.ts'
import { Grown, storage } from '../write/storage.ts'

interface Unused extends FileEntry {
  readonly since: number
}

export function unusedFiles(db: Db, line: Line): Pick<FileStore, 'clearUnused' | 'renew' | 'sweepBacklog'> {
  const note = db.prepare<[number]>(
    `INSERT INTO file_unused SELECT id, ? FROM file WHERE NOT EXISTS (SELECT 1 FROM file_use WHERE file = file.id)
       AND NOT EXISTS (SELECT 1 FROM file_import WHERE file = file.id)
     ON CONFLICT DO NOTHING`,
  )
  const due = db.prepare<[number], Unused>(
    `SELECT id, hash, name, type, size, created_at AS createdAt, since FROM file_unused JOIN file ON id = file
     WHERE since <= ?`,
  )
  const head = db.prepare<[], number>("SELECT value FROM meta WHERE key = 'seq'").pluck()
  const isUnused = db.prepare<[string]>('SELECT 1 FROM file_unused WHERE file = ?')
  const isImported = db.prepare<[string]>('SELECT 1 FROM file_import WHERE file = ? AND path IS NOT NULL')
  const renew = db.prepare<[string]>('DELETE FROM file_unused WHERE file = ?')
  const forgetNote = db.prepare<[string, number]>('DELETE FROM file_unused WHERE file = ? AND since = ?')
  const forget = db.prepare<[string]>('DELETE FROM file WHERE id = ?')
  const markImport = db.prepare<[string, string]>(
    `INSERT INTO file_import SELECT id, ? FROM file WHERE id = ?
     ON CONFLICT (file) DO UPDATE SET path = excluded.path WHERE path IS NULL`,
  )
  const named = namingRecords(db)
  const namedBefore = namingStates(db)
  const implied = impliedFiles(db)
  const sums = storage(db)
  const closed = closedMark(db)
  /** Runs a write alone. */
  const alone = db.transaction((run: () => unknown) => {
    closed.check()
    run()
  })

  const clear = db.transaction((unused: readonly Unused[], names: ReadonlySet<string>, seq: number) => {
    closed.check()
    if (head.get() !== seq) return [] // a commit in between may name one of the files; the next call checks again
    const cleared: FileEntry[] = []
    const shrunk = new Grown()
    const belongs = implied()
    for (const { since, ...file } of unused) {
      if (names.has(file.id) || belongs(file)) renew.run(file.id)
      else if (forgetNote.run(file.id, since).changes > 0) {
        forget.run(file.id)
        shrunk.add('file', -1, -file.size)
        cleared.push(file)
      }
    }
    sums.add(shrunk)
    return cleared
  })

  const left = db.prepare<[], { unusedSince: number | null; deletedSince: number | null }>(
    `SELECT (SELECT min(since) FROM file_unused) AS unusedSince,
       CASE WHEN EXISTS (SELECT 1 FROM record WHERE deleted = 1)
         THEN coalesce((SELECT min(at) FROM feed_noted), 0) END AS deletedSince`,
  )

  return {
    sweepBacklog: async () => {
      const { unusedSince, deletedSince } = left.get()!
      return {
        ...(unusedSince !== null && { unusedSince }),
        ...(deletedSince !== null && { deletedSince }),
      }
    },
    clearUnused: async (now, unusedSince, shown = []) => {
      const { unused, seq } = await line(() => {
        alone.immediate(() => note.run(now))
        return { unused: due.all(unusedSince), seq: head.get()! }
      })
      if (unused.length === 0) return []
      const ids = new Set(unused.map(({ id }) => id))
      const names = new Set([...(await named(ids)), ...(await namedBefore(ids)), ...shown])
      return line(() => clear.immediate(unused, names, seq))
    },
    renew: async (id, path) => {
      if (isUnused.get(id)) await line(() => alone.immediate(() => renew.run(id)))
      if (path !== undefined && !isImported.get(id))
        await line(() => alone.immediate(() => markImport.run(path, id)))
    },
  }
}
