/**
 * The writes of one transaction: records and files, and at the end the derived rows and the sums of storage that follow
 * from them. Commits number the records themselves; a replica gets the numbers from the truth.
 */
import type { GraphRecord } from '@notegraph/graph'
import type { NewFile } from '../../graph/files.ts'
import { plainBytes, recordBytes } from '../../record-bytes.ts'
import { GIVEN, type Db } from '../database/database.ts'
import type { Steps } from '../database/steps.ts'
import { movedFromWriter } from '../feed/moved-from.ts'
import { HOME, STORED, storedRecord, type StoredRow } from '../read/stored-record.ts'
import { KIND_CODES } from '../schema/codes.ts'
import { DerivedRows, type Step } from './derived-rows.ts'
import { derivedStatements } from './derived-statements.ts'
import { preparePut, recordOf, recordOfNew, type NewBlock, type PreparedPut } from './prepared-commit.ts'
import { Grown, storage } from './storage.ts'

/** A record as it is before a write. */
export interface RecordBefore extends StoredRow {
  readonly size: number
  readonly deleted: number
}

/** Keeps the state that a write replaces. */
export type KeepState = (before: RecordBefore, record: GraphRecord) => void

/** Each insert takes the number of the new record; the next one if left out. */
export interface WriteBatch {
  /** @returns the record, deleted or not */
  find(id: string): RecordBefore | undefined
  /**
   * @param imported whether an import brought it; the path may be unknown
   * @returns the bytes that the file counts for; 0 if the graph has it already
   */
  addFile(file: NewFile, imported?: boolean): number
  /** @returns the bytes that the record counts for; undefined if its id is taken */
  insert(put: PreparedPut, seq: number, n?: number): number | undefined
  /** @param keep keeps the state from before @returns by how many bytes the record grew */
  update(put: PreparedPut, seq: number, before: RecordBefore, keep?: KeepState): number
  /** @returns the bytes that the block counts for; undefined if its id is taken */
  insertBlock(block: NewBlock, seq: number, n?: number): number | undefined
  /** @returns whether the page is live after the writes so far */
  isLive(pageId: string): boolean
  /** Updates the sums and the derived rows. */
  finish(): Steps<void>
}

/** @param origin the service's own origin; its file addresses are shown as file names */
export function writeBatches(db: Db, origin: string | undefined): () => WriteBatch {
  const statements = derivedStatements(db)
  const held = db.prepare<[string], RecordBefore>(
    `SELECT record.size, record.deleted, ${STORED} FROM record ${HOME} WHERE record.id = ${GIVEN}`,
  )
  const insert = db.prepare<[number | null, string, number, number, number, number, string]>(
    `INSERT INTO record (n, id, kind, seq, deleted, size, doc) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO NOTHING`,
  )
  const update = db.prepare<[number, number, number, string, number]>(
    'UPDATE record SET seq = ?, deleted = ?, size = ?, doc = ? WHERE n = ?',
  )
  const insertFile = db.prepare(
    `INSERT INTO file VALUES (@id, @hash, @name, @type, @size, @createdAt) ON CONFLICT DO NOTHING`,
  )
  const insertImport = db.prepare<[string, string | null]>('INSERT INTO file_import VALUES (?, ?)')
  const sums = storage(db)
  const noteMove = movedFromWriter(db)

  return () => {
    const kinds = new Grown()
    const indexer = new DerivedRows(statements, origin)
    const steps = new Map<number, Step>()

    function note(step: Step, more: number, grown: number): number {
      const { n, put } = step
      kinds.add(put.kind, more, grown)
      const earlier = steps.get(n)
      steps.set(n, earlier ? { ...step, before: earlier.before } : step)
      if (put.kind === 'page') indexer.expectPage(put.id, put.deleted ? undefined : n)
      return grown
    }

    function insertPut(put: PreparedPut, seq: number, n?: number): number | undefined {
      const { id, kind, doc } = put
      const deleted = put.deleted ? 1 : 0
      const size = recordBytes(recordOf(put))
      const { changes, lastInsertRowid } = insert.run(
        n ?? null,
        id,
        KIND_CODES[kind],
        seq,
        deleted,
        size,
        doc,
      )
      if (changes === 0) return undefined
      return note({ n: Number(lastInsertRowid), before: undefined, put }, 1 - deleted, size)
    }

    return {
      find: (id) => held.get(id),
      addFile(file, imported = file.path !== undefined) {
        if (insertFile.run(file).changes === 0) return 0
        indexer.newFile(file)
        if (imported) insertImport.run(file.id, file.path ?? null)
        kinds.add('file', 1, file.size)
        return file.size
      },
      insert: insertPut,
      update(put, seq, before, keep) {
        const deleted = put.deleted ? 1 : 0
        const after = recordOf(put)
        const size = recordBytes(after)
        const earlier = storedRecord(before)
        keep?.(before, earlier)
        update.run(seq, deleted, size, put.doc, before.n)
        if (before.deleted === 0) noteMove(before.n, seq, earlier, after)
        const step = { n: before.n, before: earlier, put }
        return note(step, before.deleted - deleted, size - before.size)
      },
      insertBlock(block, seq, n) {
        const size = plainBytes(block.row.content)
        const why = indexer.newBlock(block, seq, size, n)
        if (why === 'taken') return undefined
        if (why === 'no_page') return insertPut(preparePut(recordOfNew(block), 0), seq, n)
        kinds.add('block', 1, size)
        return size
      },
      isLive: (pageId) => indexer.isLive(pageId),
      *finish() {
        sums.add(kinds)
        yield* indexer.apply([...steps.values()])
      },
    }
  }
}
