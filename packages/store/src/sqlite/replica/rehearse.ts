/**
 * Rehearses commits on a replica at the head of the truth. They run in a transaction that is rolled back, and return the
 * rows that the truth has to store. Caches of rows in memory stay valid, because none depends on a number that a rollback
 * gives out again. A rehearsal comes with its writes, so that the replica need not derive the rows again.
 */
import type { GraphRecord } from '@notegraph/graph'
import type { ChangeCheck } from '../../graph/change-reads.ts'
import type { Commit, NewIdempotencyRecord, Put, ReadBack, ReadBackQuery } from '../../graph/commits.ts'
import type { NewFile } from '../../graph/files.ts'
import type { Authorship } from '../../graph/history.ts'
import type { StorageUsage } from '../../graph/storage.ts'
import type { WrittenRecord } from '../../graph/written-pages.ts'
import type { Db } from '../database/database.ts'
import { recordWrites, type RecordedWrites } from '../database/recorded-writes.ts'
import { rehearse } from '../database/transactions.ts'
import type { Lookup } from '../read/lookup.ts'
import { HOME, STORED, storedJson, storedRecord, type StoredRow } from '../read/stored-record.ts'
import { changeReads } from '../write/change-reads.ts'
import { runAtOnce } from '../database/steps.ts'
import { commitWriter } from '../write/commit.ts'
import { prepare, rowAlone } from '../write/prepared-commit.ts'
import { isBusy, RefusalError } from '../write/refusal.ts'
import { storage } from '../write/storage.ts'
import type { TruthRecord } from './patch.ts'

/** The commits to rehearse, and the rows to read back. */
export interface RehearsalRequest {
  readonly commits: readonly Commit[]
  /** @see Change.head */
  readonly head?: number
  readonly show?: ReadBackQuery
  /** Makes the stored answer. */
  readonly idempotency?: Pick<NewIdempotencyRecord, 'answer'>
  readonly check?: ChangeCheck
}

/** The records and files of one commit that takes a number. */
export interface RehearsedCommit {
  /** With the number that the commit takes if no other comes first. */
  readonly records: readonly TruthRecord[]
  readonly files: readonly NewFile[]
  /** The files that its records use. */
  readonly usedFiles: readonly string[]
  /** The author. */
  readonly by?: Authorship
  /** The records that it replaces. */
  readonly replaced: readonly ReplacedRecord[]
}

/** A record from before a commit. */
export interface ReplacedRecord extends WrittenRecord {
  readonly updatedAt: number
}

/** The items of each kind that counts for storage, and their bytes. */
export type StorageSums = Pick<StorageUsage, 'pages' | 'blocks' | 'shapes' | 'files'>

/** The outcome of a rehearsal. */
export interface Rehearsal {
  /** The commits that take a number, in their order. */
  readonly commits: readonly RehearsedCommit[]
  /** Whether the graph would grow beyond its quota. */
  readonly isFull: boolean
  /** Whether the check of the request returned false. */
  readonly hasFailed: boolean
  /** The differences that the commits make to the sums; negative where the graph shrinks. */
  readonly grown: StorageSums
  readonly shown: ReadBack
  /** Present if the request has an idempotency record. */
  readonly answer?: string
}

interface Row extends StoredRow {
  readonly deleted: number
}

export interface Rehearsals {
  /** @returns undefined if a record or the head has changed meanwhile */
  run(request: RehearsalRequest): Rehearsal | undefined
  /** @returns the writes of a rehearsal; undefined if they were too many to keep */
  writesOf(rehearsal: Rehearsal): RecordedWrites | undefined
}

export function rehearsals(db: Db, lookup: Lookup, origin: string | undefined): Rehearsals {
  const env = rowAlone(origin)
  const recorder = recordWrites(db)
  const write = commitWriter(recorder.db, origin, false) // the truth keeps the states
  const sums = storage(db)
  const reads = changeReads(db)
  const written = db.prepare<[number], Row>(
    `SELECT record.deleted, ${STORED} FROM record ${HOME} WHERE record.seq = +? ORDER BY record.n`,
  )
  const used = db
    .prepare<[number], string>(
      'SELECT DISTINCT file FROM record JOIN file_use ON source = record.n WHERE record.seq = +?',
    )
    .pluck()
  const stored = db.prepare<[string], StoredRow>(
    `SELECT ${STORED} FROM json_each(?) CROSS JOIN record ON record.id = value ${HOME}`,
  )
  const replacedBy = (puts: readonly Put[]): ReplacedRecord[] => {
    const ids = puts.filter(({ from }) => from > 0).map(({ record }) => record.id)
    return ids.length === 0 ? [] : stored.all(JSON.stringify(ids)).map((row) => toReplaced(storedRecord(row)))
  }
  const head = db.prepare<[], number>("SELECT value FROM meta WHERE key = 'seq'").pluck()

  function run({ commits, head: from, show, idempotency, check }: RehearsalRequest): Rehearsal {
    const rehearsed: RehearsedCommit[] = []
    let isFull = false
    let last = head.get()!
    const before = sums.use()
    let bytes = sums.bytes()
    const passes = check?.(reads)
    for (const { quota = Infinity, by, ...commit } of commits) {
      const replaced = replacedBy(commit.puts)
      const seq = runAtOnce(write([prepare(commit, env)], rehearsed.length === 0 ? from : undefined))
      const now = sums.bytes()
      isFull ||= now > bytes && now > quota
      bytes = now
      if (seq === last) continue
      last = seq
      const records = written.all(seq).map(toRecord)
      const files = commit.files ?? []
      rehearsed.push({ records, files, usedFiles: used.all(seq), replaced, ...(by && { by }) })
    }
    const hasFailed = passes?.() === false
    const shown = lookup.show(show)
    return {
      commits: rehearsed,
      isFull,
      hasFailed,
      grown: difference(before, sums.use()),
      shown,
      ...(idempotency && { answer: idempotency.answer(shown) }),
    }
  }

  const writesOf = new WeakMap<Rehearsal, RecordedWrites>()

  return {
    run(request) {
      try {
        const { result, writes } = recorder.record(() => rehearse(db, () => run(request)))
        if (writes) writesOf.set(result, writes)
        return result
      } catch (error) {
        if (error instanceof RefusalError || isBusy(error)) return undefined
        throw error
      }
    },
    writesOf: (rehearsal) => writesOf.get(rehearsal),
  }
}

function difference(before: StorageUsage, after: StorageUsage): StorageSums {
  const of = (kind: keyof StorageSums) => ({
    count: after[kind].count - before[kind].count,
    bytes: after[kind].bytes - before[kind].bytes,
  })
  return { pages: of('pages'), blocks: of('blocks'), shapes: of('shapes'), files: of('files') }
}

const toRecord = (row: Row): TruthRecord => ({
  id: row.id,
  n: row.n,
  seq: row.seq,
  deleted: row.deleted === 1,
  doc: storedJson(row),
})

const toReplaced = (record: GraphRecord): ReplacedRecord => {
  const { id, kind, updatedAt, deleted } = record
  const known = { id, kind, updatedAt, ...(deleted !== undefined && { deleted }) }
  if (record.kind === 'page') return { ...known, props: record.props }
  const place = { pageId: record.place.pageId }
  return record.kind === 'block'
    ? { ...known, place, words: { text: record.words.text } }
    : { ...known, place }
}
