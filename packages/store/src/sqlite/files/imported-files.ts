/** Imported files. They stay until a person removes them, even if nothing links them. */
import type { FileEntry, FileStore, UnlinkedFile } from '../../graph/files.ts'
import type { Line } from '../bulk/bulk.ts'
import type { Db } from '../database/database.ts'
import { impliedFiles } from './implied-files.ts'
import { namingRecords } from './naming-records.ts'
import { closedMark } from '../write/closed.ts'
import { Grown, storage } from '../write/storage.ts'

const MOST_TRIES = 5

interface Row extends FileEntry {
  readonly path: string | null
}

export function importedFiles(db: Db, line: Line): Pick<FileStore, 'listUnlinked' | 'removeUnlinked'> {
  const unused = db.prepare<[], Row>(
    `SELECT id, hash, name, type, size, created_at AS createdAt, path
     FROM file_import CROSS JOIN file ON id = file_import.file
     WHERE NOT EXISTS (SELECT 1 FROM file_use WHERE file_use.file = id) ORDER BY name, id`,
  )
  const head = db.prepare<[], number>("SELECT value FROM meta WHERE key = 'seq'").pluck()
  const forget = db.prepare<[string]>('DELETE FROM file WHERE id = ?')
  const forgetImport = db.prepare<[string]>('DELETE FROM file_import WHERE file = ?')
  const named = namingRecords(db)
  const implied = impliedFiles(db)
  const sums = storage(db)
  const closed = closedMark(db)

  async function unlinked(): Promise<UnlinkedFile[]> {
    const rows = unused.all()
    if (rows.length === 0) return []
    const names = await named(new Set(rows.map(({ id }) => id)))
    const belongs = implied()
    return rows
      .filter(({ id }) => !names.has(id))
      .map(({ path, ...file }) => ({
        ...file,
        ...(path !== null && { path }),
        belongs: belongs({ ...file, path }),
      }))
  }

  const remove = db.transaction((files: readonly FileEntry[], seq: number) => {
    closed.check()
    if (head.get() !== seq) return undefined
    const shrunk = new Grown()
    const gone: FileEntry[] = []
    for (const file of files) {
      if (forgetImport.run(file.id).changes === 0) continue
      forget.run(file.id)
      shrunk.add('file', -1, -file.size)
      gone.push(file)
    }
    sums.add(shrunk)
    return gone
  })

  return {
    listUnlinked: unlinked,
    async removeUnlinked(ids) {
      const asked = new Set(ids)
      // A commit during the scan of the records may name one of the files.
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const seq = head.get()!
        const files = (await unlinked()).filter(({ id, belongs }) => asked.has(id) && !belongs)
        const entries = files.map(({ id, hash, name, type, size, createdAt }) => ({
          id,
          hash,
          name,
          type,
          size,
          createdAt,
        }))
        const gone = await line(() => remove.immediate(entries, seq))
        if (gone) return gone
      }
      return []
    },
  }
}
