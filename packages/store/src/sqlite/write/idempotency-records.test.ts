import { keep } from '../../../test/change-builder.ts'
import { T0 } from '../../../test/builder.ts'
import { expect, test } from 'vitest'
import { openDatabase } from '../database/database.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import { idempotencyWrites } from './idempotency-records.ts'

// All accounts wait for a commit.
test('records that expired go over several commits, and their keys are free at once', () => {
  const db = openDatabase(':memory:', GRAPH_SCHEMA)
  const writes = idempotencyWrites(db)
  const write = (key: string, at: number, since: number) => {
    const record = keep(key, at, since)
    writes.admit(record)
    writes.add(record, {})
  }
  const expired = db.prepare<[number], number>('SELECT count(*) FROM kept WHERE at < ?').pluck()
  const since = T0 + 1
  for (let n = 0; n < 100; n++) write(`k${n}`, T0, 0)
  write('k99', since, since)
  expect(expired.get(since)).toBe(79)
  expect(() => write('k99', since, since)).toThrow()
  for (let n = 0; n < 5; n++) write(`new${n}`, since, since)
  expect(expired.get(since)).toBe(0)
  db.close()
})
