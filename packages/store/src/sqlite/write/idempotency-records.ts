/** Idempotency records: a repeated request gets its stored answer and writes nothing. */
import { DROPPED_AT_ONCE } from '../../dropped-at-once.ts'
import type { CommitStore, IdempotencyRecord, NewIdempotencyRecord, ReadBack } from '../../graph/commits.ts'
import type { Db } from '../database/database.ts'
import { RefusalError } from './refusal.ts'
import { storage } from './storage.ts'

export interface IdempotencyWrites {
  /** @throws RefusalError if there is a record with the key */
  admit(record: NewIdempotencyRecord): void
  add(record: NewIdempotencyRecord, shown: ReadBack): void
}

export function idempotencyWrites(db: Db): IdempotencyWrites {
  const dropExpired = db.prepare<[number, number]>(
    'DELETE FROM kept WHERE n IN (SELECT n FROM kept WHERE at < ? LIMIT +?)',
  )
  const dropOfKey = db.prepare<[string, number]>('DELETE FROM kept WHERE key = ? AND at < ?')
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
      dropExpired.run(since, DROPPED_AT_ONCE)
      dropOfKey.run(key, since)
      if (held.get(key)) throw new RefusalError('key_in_use')
    },
    add({ key, request, at, answer, mostBytes = Infinity }, shown) {
      while (answerBytes() >= mostBytes) dropOldest.run(DROPPED_AT_ONCE)
      insert.run(key, request, answer(shown), at)
    },
  }
}

export function idempotencyReader(db: Db): CommitStore['findIdempotencyRecord'] {
  const find = db.prepare<[string], IdempotencyRecord>('SELECT request, answer, at FROM kept WHERE key = ?')
  return async (key) => find.get(key)
}
