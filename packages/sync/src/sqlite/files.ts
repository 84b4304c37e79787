/** Files of a device in SQLite. Bytes are in a table of their own, so that listing the entries reads no bytes. */
import type { Database } from 'better-sqlite3'
import type { FileChange, FileStore, LocalFile } from '../files/file-store.ts'

/** The tables of files. */
export const FILE_SCHEMA = `
  CREATE TABLE IF NOT EXISTS file (id TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS file_bytes (id TEXT PRIMARY KEY, bytes BLOB NOT NULL);
`

/**
 * Creates the store of files.
 *
 * @param checkOwner throws if another store has locked the file since
 */
export function sqliteFiles(db: Database, checkOwner: () => void): FileStore {
  const all = db.prepare<[], string>('SELECT json FROM file ORDER BY id').pluck()
  const bytesOf = db.prepare<[string], Buffer>('SELECT bytes FROM file_bytes WHERE id = ?').pluck()
  const put = db.prepare<[string, string]>('INSERT OR REPLACE INTO file VALUES (?, ?)')
  const putBytes = db.prepare<[string, Uint8Array]>('INSERT OR REPLACE INTO file_bytes VALUES (?, ?)')
  const hasBytes = db.prepare<[string], number>('SELECT 1 FROM file_bytes WHERE id = ?').pluck()
  const drop = db.prepare<[string]>('DELETE FROM file WHERE id = ?')
  const dropBytes = db.prepare<[string]>('DELETE FROM file_bytes WHERE id = ?')

  const commit = db.transaction(({ puts, removes }: FileChange) => {
    checkOwner()
    for (const id of removes) {
      drop.run(id)
      dropBytes.run(id)
    }
    for (const { file, bytes } of puts) {
      if (bytes) putBytes.run(file.id, bytes)
      else if (hasBytes.get(file.id) === undefined) throw new Error(`the file ${file.id} has no bytes`)
      put.run(file.id, JSON.stringify(file))
    }
  })

  return {
    list: async () => all.all().map((json) => JSON.parse(json) as LocalFile),
    bytes: async (id) => {
      const bytes = bytesOf.get(id)
      return bytes && new Uint8Array(bytes)
    },
    commit: async (change) => commit.immediate(change),
  }
}
