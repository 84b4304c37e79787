/**
 * Files that nothing holds. When the last block or page let go of one is noted at the next look; whatever holds it again
 * takes the note away (`Indexer`). What a note says is not enough to forget a file by: shapes, versions of words and
 * blocks whose page is not there name files too, so every live record is looked through first.
 */
import { setImmediate } from 'node:timers/promises'
import { FILE_PATH } from '@notegraph/block-text'
import type { FileEntry, GraphStore } from '../graph-store.ts'
import type { Db } from './database.ts'
import { Grown, storage } from './storage.ts'

/** Records looked through at once, before others have their turn. */
const BATCH = 2_000
const NAMED = new RegExp(`${FILE_PATH}([\\w%-]+)`, 'g')
const ESCAPE = /%([0-9a-f]{2})/gi

interface Unused extends FileEntry {
  readonly since: number
}

export function unusedFiles(db: Db): Pick<GraphStore, 'clearUnusedFiles' | 'renewFile'> {
  const note = db.prepare<[number]>(
    `INSERT INTO file_unused SELECT id, ? FROM file WHERE NOT EXISTS (SELECT 1 FROM file_use WHERE file = file.id)
     ON CONFLICT DO NOTHING`,
  )
  const due = db.prepare<[number], Unused>(
    `SELECT id, hash, name, type, size, created_at AS createdAt, since FROM file_unused JOIN file ON id = file
     WHERE since <= ?`,
  )
  const naming = db.prepare<[number, number], { n: number; text: string | null }>(
    `SELECT n, iif(deleted = 0 AND instr(coalesce(doc, content), '${FILE_PATH}') > 0, coalesce(doc, content), NULL) AS text FROM record WHERE n > ?
     ORDER BY n LIMIT +?`,
  )
  const head = db.prepare<[], number>("SELECT value FROM meta WHERE key = 'seq'").pluck()
  const isUnused = db.prepare<[string]>('SELECT 1 FROM file_unused WHERE file = ?')
  const renew = db.prepare<[string]>('DELETE FROM file_unused WHERE file = ?')
  const forgetNote = db.prepare<[string, number]>('DELETE FROM file_unused WHERE file = ? AND since = ?')
  const forget = db.prepare<[string]>('DELETE FROM file WHERE id = ?')
  const sums = storage(db)

  /** Those of the ids that some live record names. */
  async function named(ids: ReadonlySet<string>): Promise<Set<string>> {
    const found = new Set<string>()
    let after = 0
    for (;;) {
      const rows = naming.all(after, BATCH)
      for (const { text } of rows)
        for (const [, id = ''] of text?.matchAll(NAMED) ?? []) {
          const plain = id.replaceAll(ESCAPE, (_, hex: string) =>
            String.fromCharCode(Number.parseInt(hex, 16)),
          )
          if (ids.has(plain)) found.add(plain)
        }
      if (rows.length < BATCH) return found
      after = rows.at(-1)!.n
      await setImmediate()
    }
  }

  const clear = db.transaction((unused: readonly Unused[], names: ReadonlySet<string>, seq: number) => {
    if (head.get() !== seq) return [] // something landed meanwhile, and may name one; the next look will tell
    const cleared: FileEntry[] = []
    const shrunk = new Grown()
    for (const { since, ...file } of unused) {
      if (names.has(file.id)) renew.run(file.id)
      else if (forgetNote.run(file.id, since).changes > 0) {
        forget.run(file.id)
        shrunk.file(-1, -file.size)
        cleared.push(file)
      }
    }
    sums.add(shrunk)
    return cleared
  })

  return {
    clearUnusedFiles: async (now, unusedSince) => {
      note.run(now)
      const unused = due.all(unusedSince)
      if (unused.length === 0) return []
      const seq = head.get()!
      return clear.immediate(unused, await named(new Set(unused.map(({ id }) => id))), seq)
    },
    renewFile: async (id) => void (isUnused.get(id) && renew.run(id)),
  }
}
