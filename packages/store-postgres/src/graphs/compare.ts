/** Compares every row of a graph in PostgreSQL with another store's, and the sums with both. */
import { isDeepStrictEqual } from 'node:util'
import {
  recordBytes,
  STATE_BYTES,
  type GraphSource,
  type Problem,
  type SourceRecord,
  type VersionedRecord,
} from '@notegraph/store'
import type { Session } from '../database/database.ts'
import { ofAccount, type Statement } from '../database/statement.ts'
import { STATE } from './change-reads.ts'
import { withOwnTexts } from './change-texts.ts'

/** As many differences are described. */
const MOST_PROBLEMS = 100

const RECORDS = ofAccount(
  'SELECT id, n, seq, deleted, doc FROM record WHERE account_id = $1 AND n = ANY ($2)',
)
const FILES = ofAccount(
  `SELECT id, hash, name, type, size, created_at AS "createdAt", path, imported, unused_since AS "unusedSince"
   FROM file WHERE account_id = $1 AND id = ANY ($2)`,
)
const CHANGES = ofAccount(
  `SELECT id, at, token, token_id AS "tokenId", action, summary, page, page_id AS "pageId", block_id AS "blockId", touched,
     checksum, nullif(own, false) AS own, ${STATE} FROM change WHERE account_id = $1 AND id = ANY ($2)`,
)
const ANSWERS = ofAccount(
  'SELECT key, request, answer, at FROM idempotency_record WHERE account_id = $1 AND key = ANY ($2)',
)
const PUSHES = ofAccount(
  'SELECT seq, device FROM graph_commit WHERE account_id = $1 AND seq = ANY ($2) AND device IS NOT NULL',
)
const DAYS = ofAccount('SELECT at, seq FROM feed_day WHERE account_id = $1 AND at = ANY ($2)')
const KEPT = ofAccount(
  `SELECT id, page, since, seq, until, began, at, ended, deleted, kind, who, name, doc FROM kept_state
   WHERE account_id = $1 AND id = ANY ($2)`,
)
const AUTHORS = ofAccount(
  'SELECT seq, at, kind, who, name FROM commit_author WHERE account_id = $1 AND seq = ANY ($2)',
)
const SNAPSHOTS = ofAccount('SELECT id, name, seq, at FROM snapshot WHERE account_id = $1 AND id = ANY ($2)')
const COUNTS = ofAccount(
  `SELECT (SELECT count(*) FROM record WHERE account_id = $1) AS records,
     (SELECT count(*) FROM file WHERE account_id = $1) AS files,
     (SELECT count(*) FROM change WHERE account_id = $1) AS changes,
     (SELECT count(*) FROM idempotency_record WHERE account_id = $1) AS answers,
     (SELECT count(*) FROM graph_commit WHERE account_id = $1 AND device IS NOT NULL) AS pushes,
     (SELECT count(*) FROM feed_day WHERE account_id = $1) AS days,
     (SELECT count(*) FROM kept_state WHERE account_id = $1) AS kept,
     (SELECT count(*) FROM commit_author WHERE account_id = $1) AS authors,
     (SELECT count(*) FROM snapshot WHERE account_id = $1) AS snapshots,
     (SELECT coalesce(sum(${STATE_BYTES} + octet_length(doc)), 0)::bigint FROM kept_state WHERE account_id = $1) AS "keptBytes",
     (SELECT coalesce(sum(bytes), 0)::bigint FROM change WHERE account_id = $1) AS "changeBytes",
     (SELECT coalesce(sum(bytes), 0)::bigint FROM idempotency_record WHERE account_id = $1) AS "answerBytes",
     (SELECT coalesce(sum(size), 0)::bigint FROM file WHERE account_id = $1) AS "fileBytes"`,
)

type Part = 'files' | 'changes' | 'answers' | 'pushes' | 'days' | 'kept' | 'authors' | 'snapshots'
type Counts = Readonly<
  Record<Part | 'records' | 'changeBytes' | 'answerBytes' | 'keptBytes' | 'fileBytes', number>
>

/** The bytes of records, by kind. */
export type RecordBytes = Record<VersionedRecord['record']['kind'], number>

export const noBytes = (): RecordBytes => ({ page: 0, block: 0, shape: 0 })

/** The result of a comparison of records. */
export interface ComparedRecords {
  /** The first hundred differences in words. */
  readonly problems: readonly Problem[]
  /** The bytes of the records in PostgreSQL. */
  readonly bytes: Readonly<RecordBytes>
}

/**
 * Compare records with those of the same numbers in PostgreSQL, byte for byte.
 * @param upTo leaves out records that a later commit than this one has written in PostgreSQL, or deleted there
 */
export async function compareRecords(
  session: Session,
  accountId: string,
  pieces: Iterable<readonly SourceRecord[]>,
  upTo: number = Infinity,
): Promise<ComparedRecords> {
  const problems: Problem[] = []
  const bytes = noBytes()
  for (const records of pieces) {
    const stored = await storedRecords(session, accountId, records)
    addBytes(bytes, stored.values())
    for (const record of records) {
      const copy = stored.get(record.n)
      if (copy === undefined ? upTo < Infinity : copy.seq > upTo) continue
      if (copy === undefined) problems.push(`records: ${record.n} is missing`)
      else if (!isDeepStrictEqual(copy, { ...record })) problems.push(`records: ${record.n} differs`)
      if (problems.length >= MOST_PROBLEMS) return { problems, bytes }
    }
  }
  return { problems, bytes }
}

/** @returns the records in PostgreSQL with the numbers of these, by their number */
export async function storedRecords(
  session: Session,
  accountId: string,
  records: readonly SourceRecord[],
): Promise<ReadonlyMap<number, SourceRecord>> {
  const rows = await session.all<SourceRecord>(RECORDS, [accountId, records.map(({ n }) => n)])
  return new Map(rows.map((row) => [row.n, row]))
}

/** @param sign -1 takes them away */
export function addBytes(bytes: RecordBytes, records: Iterable<SourceRecord>, sign: 1 | -1 = 1): void {
  for (const { doc } of records) {
    const record = JSON.parse(doc) as VersionedRecord['record']
    bytes[record.kind] += sign * recordBytes(record)
  }
}

/**
 * Compare a graph with its copy in PostgreSQL, byte for byte.
 * @param compared an earlier comparison of the records; by default they are compared now
 * @returns the differences in words, the first hundred of each part; empty if both are the same
 */
export async function compareGraph(
  session: Session,
  accountId: string,
  source: GraphSource,
  compared?: ComparedRecords,
): Promise<Problem[]> {
  const { problems: ofRecords, bytes } =
    compared ?? (await compareRecords(session, accountId, source.records()))
  const problems = [...ofRecords]
  const counts: Record<string, number> = {}

  async function part<T extends object>(
    name: Part,
    pieces: Iterable<T[]>,
    statement: Statement,
    keyOf: (row: T) => string | number,
    ownForm: (row: T) => T = (row) => row,
    /** The key by which the statement finds a row, if it has another. */
    foundBy: (row: T) => string | number = keyOf,
  ): Promise<void> {
    let count = 0
    for (const rows of pieces) {
      count += rows.length
      const keys = rows.map(foundBy) as string[] | number[]
      const stored = new Map(
        (await session.all<T>(statement, [accountId, keys])).map((row) => [
          keyOf(row),
          withoutNulls(ownForm(row)),
        ]),
      )
      for (const row of rows) {
        const copy = stored.get(keyOf(row))
        if (copy === undefined) problems.push(`${name}: ${keyOf(row)} is missing`)
        else if (!isDeepStrictEqual(copy, { ...row })) problems.push(`${name}: ${keyOf(row)} differs`)
        if (problems.length >= MOST_PROBLEMS) return
      }
    }
    counts[name] = count
  }

  await part('files', source.files(), FILES, ({ id }) => id)
  await part('changes', source.changes(), CHANGES, ({ id }) => id, withOwnTexts)
  await part('answers', source.answers(), ANSWERS, ({ key }) => key)
  await part('pushes', source.pushes(), PUSHES, ({ seq }) => seq)
  await part('days', source.days(), DAYS, ({ at }) => at)
  await part(
    'kept',
    source.kept(),
    KEPT,
    ({ id, until }) => `${id} ${until}`,
    (row) => row,
    ({ id }) => id,
  )
  await part('authors', source.authors(), AUTHORS, ({ seq }) => seq)
  await part('snapshots', source.snapshots(), SNAPSHOTS, ({ id }) => id)
  if (problems.length > 0) return problems

  const stored = (await session.one<Counts>(COUNTS, [accountId]))!
  const { storage, records } = await source.state()
  const pairs: readonly (readonly [what: string, copy: number, own: number])[] = [
    ['records', stored.records, records],
    ...Object.entries(counts).map(([name, own]) => [name, stored[name as Part], own] as const),
    ['bytes of pages', bytes.page, storage.pages.bytes],
    ['bytes of blocks', bytes.block, storage.blocks.bytes],
    ['bytes of shapes', bytes.shape, storage.shapes.bytes],
    ['bytes of files', stored.fileBytes, storage.files.bytes],
    ['bytes of kept states', stored.keptBytes, storage.history.bytes],
    ['bytes of changes', stored.changeBytes, storage.changes.bytes],
    ['bytes of answers', stored.answerBytes, storage.answers.bytes],
  ]
  return pairs
    .filter(([, copy, own]) => copy !== own)
    .map(([what, copy, own]) => `${what}: ${copy} in PostgreSQL, ${own} in the source`)
}

const withoutNulls = (row: object): object =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
