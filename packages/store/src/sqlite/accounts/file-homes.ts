/**
 * The account of each file. The address of a file contains only its id, so the server looks the account up here. A row
 * is written before the file's row in the graph, so that every file has one. A row without a file does no harm.
 */
import type { Db } from '../database/database.ts'

export interface FileHomes {
  of(fileId: string): string | undefined
  add(accountId: string, fileIds: readonly string[]): void
  drop(fileIds: readonly string[]): void
  /** Deletes the rows of an account. */
  forget(accountId: string): void
  /** @returns those of the ids that are not listed for the account */
  missing(accountId: string, fileIds: readonly string[]): string[]
}

export function fileHomes(db: Db): FileHomes {
  const of = db.prepare<[string], string>('SELECT account_id FROM file_home WHERE file = ?').pluck()
  const add = db.prepare<[string, string]>(
    'INSERT INTO file_home SELECT value, ? FROM json_each(?) WHERE true ON CONFLICT DO NOTHING',
  )
  const drop = db.prepare<[string]>('DELETE FROM file_home WHERE file IN (SELECT value FROM json_each(?))')
  const forget = db.prepare<[string]>('DELETE FROM file_home WHERE account_id = ?')
  return {
    of: (fileId) => of.get(fileId),
    add: (accountId, fileIds) => void (fileIds.length > 0 && add.run(accountId, JSON.stringify(fileIds))),
    drop: (fileIds) => void (fileIds.length > 0 && drop.run(JSON.stringify(fileIds))),
    forget: (accountId) => void forget.run(accountId),
    missing: (accountId, fileIds) => fileIds.filter((id) => of.get(id) !== accountId),
  }
}
