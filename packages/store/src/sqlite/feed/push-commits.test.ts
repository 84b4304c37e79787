import { expect, test } from 'vitest'
import { openDatabase } from '../database/database.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import { pushCommitWrites } from './push-commits.ts'

test('[sync server 5] the device of a commit is known for so many commits', () => {
  const db = openDatabase(':memory:', GRAPH_SCHEMA)
  const note = pushCommitWrites(db, 10)
  for (const seq of [3, 7, 12, 14]) note(seq, 'phone')
  expect(db.prepare('SELECT seq FROM push_commit ORDER BY seq').pluck().all()).toEqual([7, 12, 14])
  db.close()
})
