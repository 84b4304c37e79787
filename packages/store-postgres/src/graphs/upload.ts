/**
 * Copies a whole graph of another store into PostgreSQL. Its records can be copied while others write to it; those that
 * changed since then are copied again. The row of the graph comes last, after everything was read back and compared. So
 * nobody sees a graph that is incomplete, and an interrupted upload starts again.
 */
import type {
  GraphSource,
  Problem,
  SourceAnswer,
  SourceChange,
  SourceFile,
  SourceKept,
  SourceRecord,
  SourceState,
} from '@notegraph/store'
import { addFileHomes } from '../accounts/file-homes.ts'
import { noteSweep } from '../accounts/account-sql.ts'
import type { Database, Session } from '../database/database.ts'
import { ofAccount } from '../database/statement.ts'
import { answerBytes } from './idempotency-records.ts'
import { changeBytes } from './change-list.ts'
import { storedTexts } from './change-texts.ts'
import { columnsOf } from './files.ts'
import {
  addBytes,
  compareGraph,
  compareRecords,
  noBytes,
  storedRecords,
  type RecordBytes,
} from './compare.ts'
import { createGraph } from './graph-row.ts'
import { putRecords } from './records.ts'
import { hasGraph, removeGraph } from './removal.ts'

const ADD_FILES = ofAccount(
  `INSERT INTO file (account_id, seq, id, hash, name, type, size, created_at, path, imported, unused_since)
   SELECT $1, $2, added.* FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[],
     $9::text[], $10::boolean[], $11::bigint[]) AS added`,
)
// Numbers of entries grow in the order of the rows.
const ADD_CHANGES = ofAccount(
  `INSERT INTO change (account_id, id, at, open, token, token_id, action, summary, page, page_id, block_id, touched, bytes,
     checksum, own, kept_at, seen_at)
   SELECT $1, id, at, open, token, token_id, action, summary, page, page_id, block_id, touched, bytes, checksum, own, kept_at,
     seen_at
   FROM unnest($2::text[], $3::bigint[], $4::boolean[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
     $10::text[], $11::text[], $12::text[], $13::bigint[], $14::bigint[], $15::boolean[], $16::bigint[], $17::bigint[]) WITH ORDINALITY
     AS added (id, at, open, token, token_id, action, summary, page, page_id, block_id, touched, bytes, checksum, own, kept_at,
       seen_at, place)
   ORDER BY place`,
)
const ADD_ANSWERS = ofAccount(
  `INSERT INTO idempotency_record (account_id, key, request, answer, at, bytes)
   SELECT $1, key, request, answer, at, bytes
   FROM unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[]) WITH ORDINALITY
     AS added (key, request, answer, at, bytes, place) ORDER BY place`,
)
// The commit of a device that another store took has no id that anybody asks for.
const ADD_PUSHES = ofAccount(
  `INSERT INTO graph_commit (account_id, id, seq, device)
   SELECT $1, 'moved ' || seq, seq, device FROM unnest($2::bigint[], $3::text[]) AS added (seq, device)`,
)
const ADD_DAYS = ofAccount(
  `INSERT INTO feed_day (account_id, at, seq) SELECT $1, at, seq FROM unnest($2::bigint[], $3::bigint[]) AS added (at, seq)`,
)

// Numbers of states grow in the order of the rows.
const ADD_KEPT = ofAccount(
  `INSERT INTO kept_state (account_id, id, page, since, seq, until, began, at, ended, deleted, kind, who, name, doc)
   SELECT $1, id, page, since, seq, until, began, at, ended, deleted, kind, who, name, doc
   FROM unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[],
     $10::boolean[], $11::text[], $12::text[], $13::text[], $14::text[]) WITH ORDINALITY
     AS added (id, page, since, seq, until, began, at, ended, deleted, kind, who, name, doc, place) ORDER BY place`,
)
const ADD_AUTHORS = ofAccount(
  `INSERT INTO commit_author (account_id, seq, at, kind, who, name)
   SELECT $1, added.* FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[]) AS added`,
)
const ADD_SNAPSHOTS = ofAccount(
  `INSERT INTO snapshot (account_id, id, name, seq, at)
   SELECT $1, added.* FROM unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[]) AS added`,
)

const KINDS = ['page', 'block', 'shape'] as const

/** @see uploadGraph */
export type UploadResult =
  | { readonly ok: true; readonly head: number; readonly epoch: number }
  | {
      readonly ok: false
      /** The account has a graph in PostgreSQL, or somebody wrote to one of the two meanwhile. */
      readonly why: 'exists' | 'changed_meanwhile'
    }
  /** Rows that are not the same in both; nobody sees the uploaded ones. */
  | { readonly ok: false; readonly why: 'differs'; readonly problems: readonly string[] }

/** Records that were copied while others could write to the graph. @see copyRecordsAhead */
export interface RecordsAhead {
  /** The state of the graph before the first record was read. */
  readonly state: SourceState
  /** The bytes of the copied records. */
  readonly bytes: RecordBytes
}

/**
 * Copy the records of a graph while others write to it. Rows of an earlier upload were deleted.
 * @returns instead the differences between the copy and what was read
 */
export async function copyRecordsAhead(
  db: Database,
  accountId: string,
  source: GraphSource,
): Promise<RecordsAhead | { readonly problems: readonly Problem[] }> {
  const ahead = { state: await source.state(), bytes: noBytes() }
  const problems = await copyRecords(db, accountId, source.records(), ahead.bytes)
  return problems.length > 0 ? { problems } : ahead
}

/** Whether all that changed since then is in records of later commits, and no tombstone was deleted. */
const isContinued = ({ state: { epoch, floor } }: RecordsAhead, now: SourceState): boolean =>
  epoch === now.epoch && floor.seq === now.floor.seq && floor.n === now.floor.n

/** Copies records, and reads each piece back. @param bytes is kept up to date with the records in PostgreSQL */
async function copyRecords(
  db: Database,
  accountId: string,
  pieces: Iterable<SourceRecord[]>,
  bytes: RecordBytes,
): Promise<readonly Problem[]> {
  for (const records of pieces) {
    addBytes(bytes, (await storedRecords(db, accountId, records)).values(), -1)
    await putRecords(db, accountId, records)
    const copied = await compareRecords(db, accountId, [records])
    for (const kind of KINDS) bytes[kind] += copied.bytes[kind]
    if (copied.problems.length > 0) return copied.problems
  }
  return []
}

/**
 * Copy a graph. Nobody may write to the source meanwhile. The graph gets a greater epoch, so devices offer all they have.
 * @param now milliseconds since 1970
 * @param ahead the records that were copied before
 */
export async function uploadGraph(
  db: Database,
  accountId: string,
  source: GraphSource,
  now: number,
  ahead?: RecordsAhead,
): Promise<UploadResult> {
  if (await hasGraph(db, accountId)) return { ok: false, why: 'exists' }
  const before = await source.state()
  const { head } = before
  const isBegun = ahead !== undefined && isContinued(ahead, before)
  if (!isBegun) await removeGraph(db, accountId) // rows of an upload that was interrupted
  const bytes = isBegun ? ahead.bytes : noBytes()
  const ofRecords = await copyRecords(
    db,
    accountId,
    source.records(isBegun ? ahead.state.head : undefined),
    bytes,
  )
  for (const files of source.files()) await addFiles(db, accountId, files, head)
  for (const changes of source.changes()) await addChanges(db, accountId, changes)
  for (const answers of source.answers()) await addAnswers(db, accountId, answers)
  for (const pushes of source.pushes())
    await db.write(ADD_PUSHES, [accountId, pushes.map(({ seq }) => seq), pushes.map(({ device }) => device)])
  for (const days of source.days())
    await db.write(ADD_DAYS, [accountId, days.map(({ at }) => at), days.map(({ seq }) => seq)])
  for (const states of source.kept()) await addKept(db, accountId, states)
  for (const commits of source.authors())
    await db.write(ADD_AUTHORS, [
      accountId,
      commits.map(({ seq }) => seq),
      commits.map(({ at }) => at),
      commits.map(({ kind }) => kind),
      commits.map(({ who }) => who),
      commits.map(({ name }) => name),
    ])
  for (const snapshots of source.snapshots())
    await db.write(ADD_SNAPSHOTS, [
      accountId,
      snapshots.map(({ id }) => id),
      snapshots.map(({ name }) => name ?? null),
      snapshots.map(({ seq }) => seq),
      snapshots.map(({ at }) => at),
    ])

  const problems = await compareGraph(db, accountId, source, { problems: ofRecords, bytes })
  if (JSON.stringify(await source.state()) !== JSON.stringify(before))
    return { ok: false, why: 'changed_meanwhile' }
  if (problems.length > 0) return { ok: false, why: 'differs', problems }
  const epoch = Math.max(before.epoch + 1, now)
  const isNew = await db.transaction(async (session) => {
    await noteSweep(session, accountId)
    return createGraph(session, accountId, { ...before, epoch })
  })
  return isNew ? { ok: true, head, epoch } : { ok: false, why: 'changed_meanwhile' }
}

async function addFiles(
  session: Session,
  accountId: string,
  files: readonly SourceFile[],
  seq: number,
): Promise<void> {
  await session.write(ADD_FILES, [
    accountId,
    seq,
    ...columnsOf(files),
    files.map(({ imported }) => imported),
    files.map(({ unusedSince }) => unusedSince ?? null),
  ])
  await addFileHomes(
    session,
    accountId,
    files.map(({ id }) => id),
  )
}

async function addChanges(
  session: Session,
  accountId: string,
  changes: readonly SourceChange[],
): Promise<void> {
  const texts = changes.map(storedTexts)
  await session.write(ADD_CHANGES, [
    accountId,
    changes.map(({ id }) => id),
    changes.map(({ at }) => at),
    changes.map(({ state }) => state === 'open'),
    changes.map(({ token }) => token),
    changes.map(({ tokenId }) => tokenId ?? null),
    changes.map(({ action }) => action),
    texts.map(({ summary }) => summary),
    texts.map(({ page }) => page),
    changes.map(({ pageId }) => pageId),
    changes.map(({ blockId }) => blockId ?? null),
    changes.map(({ touched }) => touched),
    changes.map(changeBytes),
    changes.map(({ checksum }) => checksum ?? null),
    changes.map(({ own }) => own === true),
    changes.map(({ keptAt }) => keptAt ?? null),
    changes.map(({ seenAt }) => seenAt ?? null),
  ])
}

async function addAnswers(
  session: Session,
  accountId: string,
  answers: readonly SourceAnswer[],
): Promise<void> {
  await session.write(ADD_ANSWERS, [
    accountId,
    answers.map(({ key }) => key),
    answers.map(({ request }) => request),
    answers.map(({ answer }) => answer),
    answers.map(({ at }) => at),
    answers.map(answerBytes),
  ])
}

const addKept = async (session: Session, accountId: string, states: readonly SourceKept[]): Promise<void> =>
  void (await session.write(ADD_KEPT, [
    accountId,
    states.map(({ id }) => id),
    states.map(({ page }) => page),
    states.map(({ since }) => since),
    states.map(({ seq }) => seq),
    states.map(({ until }) => until),
    states.map(({ began }) => began),
    states.map(({ at }) => at),
    states.map(({ ended }) => ended),
    states.map(({ deleted }) => deleted),
    states.map(({ kind }) => kind ?? null),
    states.map(({ who }) => who ?? null),
    states.map(({ name }) => name ?? null),
    states.map(({ doc }) => doc),
  ]))
