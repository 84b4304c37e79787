/** Idempotency records: a repeated request gets its stored answer and writes nothing. */
import type { CommitStore, IdempotencyRecord, NewIdempotencyRecord, ReadBack } from '../../graph/commits.ts'
import type { Db } from '../database/database.ts'
import { RefusalError } from './refusal.ts'
import { storage } from './storage.ts'

const DELETED_AT_ONCE = 20

export interface IdempotencyWrites {
  /** @throws RefusalError if there is a record with the key */
  admit(record: NewIdempotencyRecord): void
  add(record: NewIdempotencyRecord, shown: ReadBack): void
}

export function idempotencyWrites(db: Db): IdempotencyWrites {
  const drop = db.prepare<[number]>('DELETE FROM kept WHERE at < ?')
  const held = db.prepare<[string]>('SELECT 1 FROM kept WHERE key = ?')
  const insert = db.prepare<[string, string, string, number]>(
    'INSERT INTO kept (key, request, answer, at) VALUES (?, ?, ?, ?)',
  )
  const dropOldest = db.prepare<[number]>(
    'DELETE FROM kept WHERE n IN (SELECT n FROM kept ORDER BY n LIMIT +?)',
  )
  const { answerBytes } = storage(db)
  return {
    admit({ key, since }) {
      drop.run(since)
      if (held.get(key)) throw new RefusalError('key_in_use')
    },
    add({ key, request, at, answer, mostBytes = Infinity }, shown) {
      while (answerBytes() >= mostBytes) dropOldest.run(DELETED_AT_ONCE)
      insert.run(key, request, answer(shown), at)
    },
  }
}

export function idempotencyReader(db: Db): CommitStore['findIdempotencyRecord'] {
  const find = db.prepare<[string], IdempotencyRecord>('SELECT request, answer, at FROM kept WHERE key = ?')
  return async (key) => find.get(key)
}
