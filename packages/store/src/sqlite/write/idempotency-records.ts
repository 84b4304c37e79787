/** Answers kept under their callers' keys, so that a request sent again is answered again and writes nothing. */
import type { Change, GraphStore, KeptAnswer, Shown } from '../../graph-store.ts'
import type { Db } from '../database/database.ts'
import { Refused } from './refusal.ts'
import { storage } from './storage.ts'

type Keep = NonNullable<Change['keep']>

const DROPPED_AT_ONCE = 20

export interface KeptWrites {
  /** @throws Refused where an answer is kept under the key */
  admit(keep: Keep): void
  keep(keep: Keep, shown: Shown): void
}

export function keptWrites(db: Db): KeptWrites {
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
      if (held.get(key)) throw new Refused('already_kept')
    },
    keep({ key, request, at, answer, mostBytes = Infinity }, shown) {
      while (answerBytes() >= mostBytes) dropOldest.run(DROPPED_AT_ONCE)
      insert.run(key, request, answer(shown), at)
    },
  }
}

export function keptReads(db: Db): Pick<GraphStore, 'kept'> {
  const find = db.prepare<[string], KeptAnswer>('SELECT request, answer, at FROM kept WHERE key = ?')
  return { kept: async (key) => find.get(key) }
}
