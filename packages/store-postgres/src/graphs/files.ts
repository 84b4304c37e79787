/**
 * The files of a graph, and the times since when no record uses them. PostgreSQL does not read texts: a replica at the
 * head says which files its records use.
 */
import type { FileEntry, NewFile, SweepBacklog } from '@notegraph/store'
import { removeFileHomes } from '../accounts/file-homes.ts'
import { noteSweep } from '../accounts/account-sql.ts'
import type { Database, Session, Value, Writer } from '../database/database.ts'
import { ofAccount } from '../database/statement.ts'
import { growGraph, lockGraph, NO_SUMS } from './graph-row.ts'

/** A file as a replica keeps it. */
export interface StoredFile extends NewFile {
  /** Whether an import brought it. The path may be unknown. */
  readonly imported: boolean
  /** The number of the commit that added it. */
  readonly seq: number
}

/** The place of a file in the order of the commits that added them. */
export interface FilePosition {
  readonly seq: number
  readonly id: string
}

/** A file that was noted as unused. */
export interface UnusedFile extends FileEntry {
  /** Milliseconds since 1970. */
  readonly since: number
}

const FILE = 'id, hash, name, type, size, created_at AS "createdAt"'
const ADD = ofAccount(
  `INSERT INTO file (account_id, seq, id, hash, name, type, size, created_at, path, imported)
   SELECT $1, $2, id, hash, name, type, size, created_at, path, path IS NOT NULL
   FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[], $9::text[])
     AS added (id, hash, name, type, size, created_at, path)
   ON CONFLICT DO NOTHING`,
)
const AFTER = ofAccount(
  `SELECT ${FILE}, path, imported, seq FROM file WHERE account_id = $1 AND (seq, id) > ($2, $3)
   ORDER BY seq, id LIMIT $4`,
)
const USED = ofAccount(
  `UPDATE file SET unused_since = NULL WHERE account_id = $1 AND id = ANY ($2) AND unused_since IS NOT NULL`,
)
const NOTE_UNUSED = ofAccount(
  `UPDATE file SET unused_since = $3 WHERE account_id = $1 AND id = ANY ($2) AND unused_since IS NULL AND NOT imported`,
)
const LIST_UNUSED = ofAccount(
  `SELECT ${FILE}, unused_since AS since FROM file WHERE account_id = $1 AND unused_since <= $2
   ORDER BY unused_since, id LIMIT $3`,
)
const MARK_IMPORTED = ofAccount(
  'UPDATE file SET imported = true, path = $3 WHERE account_id = $1 AND id = $2 AND path IS NULL',
)
const REMOVE_UNUSED = ofAccount(
  `DELETE FROM file USING unnest($2::text[], $3::bigint[]) AS gone (id, since)
   WHERE file.account_id = $1 AND file.id = gone.id AND file.unused_since = gone.since
   RETURNING file.id, hash, name, type, size, created_at AS "createdAt"`,
)
const REMOVE_IMPORTED = ofAccount(
  `DELETE FROM file WHERE account_id = $1 AND id = ANY ($2) AND imported RETURNING ${FILE}`,
)
const RAISE_EDITION = ofAccount('UPDATE graph SET file_edition = file_edition + 1 WHERE account_id = $1')
const BACKLOG = ofAccount(
  `SELECT (SELECT min(unused_since) FROM file WHERE account_id = $1) AS "unusedSince",
     CASE WHEN EXISTS (SELECT 1 FROM record WHERE account_id = $1 AND deleted)
       THEN coalesce((SELECT min(at) FROM feed_day WHERE account_id = $1), 0) END AS "deletedSince"`,
)

/** In a transaction that has locked the graph: add files. One that is there already stays as it is. */
export async function addFiles(
  writer: Writer,
  accountId: string,
  files: readonly NewFile[],
  seq: number,
): Promise<void> {
  if (files.length === 0) return
  await writer.write(ADD, [accountId, seq, ...columnsOf(files)])
}

/** The columns of new files, each with the values of all files. */
export const columnsOf = (files: readonly NewFile[]): Value[] => [
  files.map(({ id }) => id),
  files.map(({ hash }) => hash),
  files.map(({ name }) => name),
  files.map(({ type }) => type),
  files.map(({ size }) => size),
  files.map(({ createdAt }) => createdAt),
  files.map(({ path }) => path ?? null),
]

/** In a transaction that has locked the graph: files that a record uses again are not unused. */
export async function renewUsedFiles(
  writer: Writer,
  accountId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await writer.write(USED, [accountId, ids])
}

/** Files after a position, in the order of the commits that added them. @param most the number of files */
export async function filesAfter(
  session: Session,
  accountId: string,
  { seq, id }: FilePosition,
  most: number,
): Promise<StoredFile[]> {
  type Row = Omit<StoredFile, 'path'> & { readonly path: string | null }
  const rows = await session.all<Row>(AFTER, [accountId, seq, id, most])
  return rows.map(({ path, ...file }) => ({ ...file, ...(path !== null && { path }) }))
}

/**
 * Note files that no record uses and no import brought. A file that is noted already keeps its time.
 * @param ids as a replica at `head` found them
 * @param now milliseconds since 1970
 * @returns false if there was a commit since `head`, and nothing was noted
 */
export const noteUnused = async (
  db: Database,
  accountId: string,
  head: number,
  ids: readonly string[],
  now: number,
): Promise<boolean> =>
  db.transaction(async (session) => {
    if ((await lockGraph(session, accountId)).head !== head) return false
    await session.write(NOTE_UNUSED, [accountId, ids, now])
    return true
  })

/** The files that were noted as unused at `since` or before, the oldest note first. @param most the number of files */
export const listUnused = async (
  session: Session,
  accountId: string,
  since: number,
  most: number,
): Promise<UnusedFile[]> => session.all(LIST_UNUSED, [accountId, since, most])

/**
 * Restart the time for which unused files are kept.
 * @param path the path at which an import found the same bytes; the file counts as imported from now on
 */
export const renewFile = async (db: Database, accountId: string, id: string, path?: string): Promise<void> =>
  db.transaction(async (session) => {
    await lockGraph(session, accountId)
    await Promise.all([renewUsedFiles(session, accountId, [id]), noteSweep(session, accountId)])
    if (path === undefined) return
    if ((await session.write(MARK_IMPORTED, [accountId, id, path])) > 0)
      await session.write(RAISE_EDITION, [accountId])
  })

/** The files that `removeFiles` deletes. */
export type Removal =
  | {
      /** Files with the times of their notes. One that was used meanwhile has another time, and stays. */
      readonly unused: readonly Pick<UnusedFile, 'id' | 'since'>[]
      /** Files that a record names after all. Their notes are deleted. */
      readonly named: readonly string[]
    }
  | {
      /** Imported files that no record names. */
      readonly imported: readonly string[]
    }

/**
 * Delete files, their homes and the bytes that they count.
 * @param head the number of the commit up to which a replica looked for records that name the files
 * @returns the deleted files; undefined if there was a commit since `head`, and nothing was deleted
 */
export const removeFiles = async (
  db: Database,
  accountId: string,
  head: number,
  removal: Removal,
): Promise<FileEntry[] | undefined> =>
  db.transaction(async (session) => {
    if ((await lockGraph(session, accountId)).head !== head) return undefined
    if ('unused' in removal) await renewUsedFiles(session, accountId, removal.named)
    const removed = await deleteRows(session, accountId, removal)
    if ('imported' in removal) await noteSweep(session, accountId)
    if (removed.length === 0) return []
    const bytes = removed.reduce((sum, { size }) => sum - size, 0)
    await Promise.all([
      removeFileHomes(
        session,
        accountId,
        removed.map(({ id }) => id),
      ),
      growGraph(session, accountId, { ...NO_SUMS, files: { count: -removed.length, bytes } }),
      session.write(RAISE_EDITION, [accountId]),
    ])
    return removed
  })

const deleteRows = async (session: Session, accountId: string, removal: Removal): Promise<FileEntry[]> =>
  'unused' in removal
    ? session.all(REMOVE_UNUSED, [
        accountId,
        removal.unused.map(({ id }) => id),
        removal.unused.map(({ since }) => since),
      ])
    : session.all(REMOVE_IMPORTED, [accountId, removal.imported])

/** The work that a graph has for the sweep. */
export async function sweepBacklog(session: Session, accountId: string): Promise<SweepBacklog> {
  const row = await session.one<{ unusedSince: number | null; deletedSince: number | null }>(BACKLOG, [
    accountId,
  ])
  const { unusedSince, deletedSince } = row!
  return {
    ...(unusedSince !== null && { unusedSince }),
    ...(deletedSince !== null && { deletedSince }),
  }
}
