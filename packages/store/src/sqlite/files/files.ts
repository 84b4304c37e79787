/** The files of a graph. */
import type { FileEntry, FileStore } from '../../graph/files.ts'
import { NO_LINE, type Line } from '../bulk/bulk.ts'
import type { Db } from '../database/database.ts'
import { importedFiles } from './imported-files.ts'
import { unusedFiles } from './unused-files.ts'

const FILE = 'id, hash, name, type, size, created_at AS createdAt'

export function fileStore(db: Db, line: Line = NO_LINE): FileStore {
  const byId = db.prepare<[string], FileEntry>(`SELECT ${FILE} FROM file WHERE id = ?`)
  const byHash = db.prepare<[string], FileEntry>(`SELECT ${FILE} FROM file WHERE hash = ?`)
  const all = db.prepare<[], FileEntry>(`SELECT ${FILE} FROM file ORDER BY id`)
  return {
    find: async (id) => byId.get(id),
    findByHash: async (hash) => byHash.get(hash),
    list: async () => all.all(),
    ...unusedFiles(db, line),
    ...importedFiles(db, line),
  }
}
