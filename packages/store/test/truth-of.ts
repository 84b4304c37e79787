/** Reads an embedded graph as the truth of replicas, for tests of replicas without another store. */
import type { Db } from '../src/sqlite/database/database.ts'
import { HOME, STORED, storedJson, type StoredRow } from '../src/sqlite/read/stored-record.ts'
import type {
  PushCommit,
  ReplicaPatch,
  ReplicaState,
  TruthFile,
  TruthState,
} from '../src/sqlite/replica/patch.ts'

type Row = StoredRow & { readonly deleted: number }

export function truthState(db: Db): TruthState {
  const meta = db.prepare<[string], number>('SELECT value FROM meta WHERE key = ?').pluck()
  const of = (key: string) => meta.get(key) ?? 0
  const floor = { seq: of('floor'), n: of('floor_n') }
  const keptN = db
    .prepare<[number, number], number | null>(
      'SELECT max(n) FROM record WHERE deleted = 1 AND (seq, n) <= (?, ?)',
    )
    .pluck()
    .get(floor.seq, floor.n)
  return {
    epoch: of('epoch'),
    head: of('seq'),
    floor,
    ...(keptN != null && { keptN }),
    fileEdition: 0,
  }
}

/** Yields what a replica lacks, at most so many records in one patch. */
export function* patchesOf(db: Db, replica: ReplicaState | undefined, most: number): Generator<ReplicaPatch> {
  const state = truthState(db)
  const { seq, n } = replica?.position ?? { seq: 0, n: 0 }
  const rows = db
    .prepare<[number, number], Row>(
      `SELECT record.deleted, ${STORED} FROM record ${HOME} WHERE (record.seq, record.n) > (?, ?)
       ORDER BY record.seq, record.n`,
    )
    .all(seq, n)
  const files = db
    .prepare<[], Omit<TruthFile, 'path' | 'imported'> & { path: string | null; imported: 0 | 1 }>(
      `SELECT id, hash, name, type, size, created_at AS createdAt, path,
         file_import.file IS NOT NULL AS imported FROM file
       LEFT JOIN file_import ON file = id`,
    )
    .all()
    .map(({ path, imported, ...file }) => ({
      ...file,
      imported: imported === 1,
      ...(path !== null && { path }),
    }))
  const pushes = db
    .prepare<[number], PushCommit>(
      'SELECT seq, device FROM commit_maker WHERE seq > ? AND device IS NOT NULL',
    )
    .all(replica?.head ?? 0)
  const records = rows.map((row) => ({
    id: row.id,
    n: row.n,
    seq: row.seq,
    deleted: row.deleted === 1,
    doc: storedJson(row),
  }))
  let from = 0
  do {
    const part = records.slice(from, from + most)
    from += most
    yield { state, records: part, files, pushes, more: from < records.length }
  } while (from < records.length)
}
