/**
 * Commits a change in one transaction, or nothing of it. It checks the versions and the storage limit, writes the
 * records with the graph's next number, and updates the derived rows.
 */
import type { CommitResult } from '../../graph/commits.ts'
import { plainBytes, recordBytes } from '../../record-bytes.ts'
import { GIVEN, type Db } from '../database/database.ts'
import { derivedStatements } from './derived-statements.ts'
import { DerivedRows, type Step } from './derived-rows.ts'
import {
  preparePut,
  recordOf,
  recordOfNew,
  type PreparedCommit,
  type PreparedPut,
} from './prepared-commit.ts'
import { isBusy, CommitRefusalError } from './refusal.ts'
import { KIND_CODES } from '../schema/codes.ts'
import { Grown, storage } from './storage.ts'
import { HOME, STORED, storedRecord, type StoredRow } from '../read/stored-record.ts'

interface Held extends StoredRow {
  readonly size: number
  readonly deleted: number
}

/**
 * Commits changes inside a transaction. Each change that is not empty gets a number of its own.
 * @param head the number of the latest commit when the changes were decided, if that matters
 * @param beside further writes, called after the records and before the check of the storage limit
 * @returns the latest number
 * @throws CommitRefusalError, or what `beside` throws
 */
export type WriteCommits = (changes: Iterable<PreparedCommit>, head?: number, beside?: () => void) => number

/** @param origin the service's own origin; its file addresses are shown as file names */
export function commitWriter(db: Db, origin: string | undefined): WriteCommits {
  const statements = derivedStatements(db)
  const held = db.prepare<[string], Held>(
    `SELECT record.size, record.deleted, ${STORED} FROM record ${HOME} WHERE record.id = ${GIVEN}`,
  )
  const insert = db.prepare<[string, number, number, number, number, string]>(
    'INSERT INTO record (id, kind, seq, deleted, size, doc) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const update = db.prepare<[number, number, number, string, number]>(
    'UPDATE record SET seq = ?, deleted = ?, size = ?, doc = ? WHERE n = ?',
  )
  const insertFile = db.prepare(
    `INSERT INTO file VALUES (@id, @hash, @name, @type, @size, @createdAt) ON CONFLICT DO NOTHING`,
  )
  const insertImport = db.prepare<[string, string]>('INSERT INTO file_import VALUES (?, ?)')
  const readSeq = db.prepare<[], number>("SELECT value FROM meta WHERE key = 'seq'").pluck()
  const writeSeq = db.prepare<[number]>("UPDATE meta SET value = ? WHERE key = 'seq'")
  const sums = storage(db)

  /** @returns the step, by how many bytes the record grew, and the difference in the number of live records */
  function writeRecord(put: PreparedPut, seq: number): { step: Step; grown: number; more: number } {
    const { id, kind, doc, from } = put
    const deleted = put.deleted ? 1 : 0
    const size = recordBytes(recordOf(put))
    if (from === 0) {
      const { changes, lastInsertRowid } = insert.run(id, KIND_CODES[kind], seq, deleted, size, doc)
      if (changes === 0) throw new CommitRefusalError('changed_meanwhile')
      return { step: { n: Number(lastInsertRowid), before: undefined, put }, grown: size, more: 1 - deleted }
    }
    const before = held.get(id)
    if (before?.seq !== from) throw new CommitRefusalError('changed_meanwhile')
    update.run(seq, deleted, size, doc, before.n)
    return {
      step: { n: before.n, before: storedRecord(before), put },
      grown: size - before.size,
      more: before.deleted - deleted,
    }
  }

  return (changes, head, beside) => {
    const before = readSeq.get()!
    if (head !== undefined && head !== before) throw new CommitRefusalError('changed_meanwhile')
    let seq = before
    let bytes = sums.bytes()
    const kinds = new Grown()
    let full = false
    const indexer = new DerivedRows(statements, origin)
    const steps = new Map<number, Step>()

    function writePut(put: PreparedPut): number {
      const { step, grown, more } = writeRecord(put, seq)
      kinds.add(put.kind, more, grown)
      const earlier = steps.get(step.n)
      steps.set(step.n, earlier ? { ...step, before: earlier.before } : step)
      if (put.kind === 'page') indexer.expectPage(put.id, put.deleted ? undefined : step.n)
      return grown
    }

    for (const { puts, blocks, pages, files, quota } of changes) {
      if (puts.length > 0 || blocks.length > 0 || files.length > 0) seq++
      let grown = 0
      for (const file of files)
        if (insertFile.run(file).changes > 0) {
          indexer.newFile(file)
          if (file.path !== undefined) insertImport.run(file.id, file.path)
          grown += file.size
          kinds.add('file', 1, file.size)
        }
      for (const put of puts) grown += writePut(put)
      if (!pages.every((id) => indexer.isLive(id))) throw new CommitRefusalError('changed_meanwhile')
      for (const block of blocks) {
        const size = plainBytes(block.row.content)
        const why = indexer.newBlock(block, seq, size)
        if (why === 'taken') throw new CommitRefusalError('changed_meanwhile')
        if (why === 'no_page') grown += writePut(preparePut(recordOfNew(block), 0))
        else {
          kinds.add('block', 1, size)
          grown += size
        }
      }
      bytes += grown
      full ||= grown > 0 && bytes > quota
    }
    beside?.()
    if (full) throw new CommitRefusalError('quota_full')
    if (seq === before) return seq
    writeSeq.run(seq)
    sums.add(kinds)
    indexer.apply([...steps.values()])
    return seq
  }
}

/** Commits changes in one transaction; all of them or none. */
export function inTransaction(
  db: Db,
  write: WriteCommits,
): (changes: Iterable<PreparedCommit>) => CommitResult {
  const transaction = db.transaction((changes: Iterable<PreparedCommit>) => write(changes))
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
