/**
 * Commits a change in one transaction, or nothing of it. It checks the versions and the storage limit, writes the
 * records with the graph's next number, and updates the derived rows.
 */
import type { CommitResult } from '../../graph/commits.ts'
import type { Authorship } from '../../graph/history.ts'
import type { Writer } from '../../graph/outbox.ts'
import type { WrittenRecord } from '../../graph/written-pages.ts'
import { storedRecord } from '../read/stored-record.ts'
import type { Db } from '../database/database.ts'
import { runAtOnce, type Steps } from '../database/steps.ts'
import { recordOf, type NewBlock, type PreparedCommit, type PreparedPut } from './prepared-commit.ts'
import { closedMark } from './closed.ts'
import { outboxNotes, type OutboxNote } from './outbox.ts'
import { keptStateWrites, type KeptStateBatch } from './kept-states.ts'
import { isBusy, CommitRefusalError } from './refusal.ts'
import { storage } from './storage.ts'
import { writeBatches, type KeepState, type WriteBatch } from './write-batch.ts'

/**
 * Commits changes inside a transaction. Each change that is not empty gets a number of its own.
 * @param head the number of the latest commit when the changes were decided, if that matters
 * @param beside further writes, called after the records and before the check of the storage limit
 * @param by the writer of the changes, for the outbox
 * @returns the latest number
 * @throws CommitRefusalError, AccountMoving, or what `beside` throws
 */
export type WriteCommits = (
  changes: Iterable<PreparedCommit>,
  head?: number,
  beside?: () => void,
  by?: Writer,
) => Steps<number>

/** Several commits in one transaction are an import. */
const IMPORT: Writer = { kind: 'import' }

/**
 * @param origin the service's own origin; its file addresses are shown as file names
 * @param keepsStates whether the file keeps what commits replace
 */
export function commitWriter(db: Db, origin: string | undefined, keepsStates = true): WriteCommits {
  const begin = writeBatches(db, origin)
  const readSeq = db.prepare<[], number>("SELECT value FROM meta WHERE key = 'seq'").pluck()
  const writeSeq = db.prepare<[number]>("UPDATE meta SET value = ? WHERE key = 'seq'")
  const sums = storage(db)
  const closed = closedMark(db)
  const beginNote = outboxNotes(db)
  const history = keptStateWrites(db)

  return function* (changes, head, beside, by = IMPORT) {
    closed.check()
    const before = readSeq.get()!
    if (head !== undefined && head !== before) throw new CommitRefusalError('changed_meanwhile')
    let seq = before
    let bytes = sums.bytes()
    let full = false
    let most = Infinity
    let isKept = false
    const batch = begin()
    const kept = history.begin()
    for (const { puts, blocks, pages, files, quota, by: author } of changes) {
      if (puts.length > 0 || blocks.length > 0 || files.length > 0) {
        seq++
        if (author) kept.note(seq, author)
      }
      const keep = keepsStates ? keeper(kept, seq, author) : undefined
      const note = beginNote(by)
      let grown = 0
      for (const file of files) grown += batch.addFile(file)
      for (const put of puts) {
        grown += orRefuse(writePut(batch, put, seq, note, keep))
        yield
      }
      if (!pages.every((id) => batch.isLive(id))) throw new CommitRefusalError('changed_meanwhile')
      for (const block of blocks) {
        grown += orRefuse(batch.insertBlock(block, seq))
        note.add(() => newRecord(block))
        yield
      }
      note.finish(seq)
      bytes += grown
      full ||= grown > 0 && bytes > quota
      isKept ||= author !== undefined
      most = Math.min(most, quota)
    }
    beside?.()
    if (full) throw new CommitRefusalError('quota_full')
    if (seq === before) return seq
    writeSeq.run(seq)
    yield* batch.finish()
    if (isKept) kept.finish(bytes, most)
    return seq
  }
}

const keeper =
  (kept: KeptStateBatch, seq: number, by: Authorship | undefined): KeepState =>
  (before, record) =>
    by ? kept.keep(before, record, seq, by) : kept.skip(seq)

/** @returns by how many bytes the record grew; undefined if it has another version */
function writePut(
  batch: WriteBatch,
  put: PreparedPut,
  seq: number,
  note: OutboxNote,
  keep: KeepState | undefined,
): number | undefined {
  if (put.from === 0) {
    note.add(() => recordOf(put))
    return batch.insert(put, seq)
  }
  const before = batch.find(put.id)
  if (before?.seq !== put.from) return undefined
  note.add(
    () => recordOf(put),
    () => storedRecord(before),
  )
  return batch.update(put, seq, before, keep)
}

const newRecord = ({ row: { id, pageId } }: NewBlock): WrittenRecord => ({
  id,
  kind: 'block',
  place: { pageId },
})

function orRefuse(grown: number | undefined): number {
  if (grown === undefined) throw new CommitRefusalError('changed_meanwhile')
  return grown
}

/** Commits changes in one transaction; all of them or none. */
export function inTransaction(
  db: Db,
  write: WriteCommits,
): (changes: Iterable<PreparedCommit>) => CommitResult {
  const transaction = db.transaction((changes: Iterable<PreparedCommit>) => runAtOnce(write(changes)))
  return (changes) => {
    try {
      return { ok: true, seq: transaction.immediate(changes) }
    } catch (error) {
      if (error instanceof CommitRefusalError) return { ok: false, why: error.why }
      if (isBusy(error)) return { ok: false, why: 'changed_meanwhile' }
      throw error
    }
  }
}
