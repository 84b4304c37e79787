import { expect, test } from 'vitest'
import { openDatabase } from '../database/database.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import { commitMakers } from './commit-makers.ts'

const BY = { kind: 'device', id: 's1', name: 'Phone', at: 7 } as const

test('[sync server 5] the makers of so many latest commits are known, and others until a round number', () => {
  const db = openDatabase(':memory:', GRAPH_SCHEMA)
  const makers = commitMakers(db, 10)
  const known = () => db.prepare('SELECT seq FROM commit_maker ORDER BY seq').pluck().all()
  for (const seq of [3, 240, 246]) makers.noteDevice(seq, 'phone')
  for (const seq of [247, 255]) makers.noteAuthor(seq, BY)
  expect(known()).toEqual([3, 240, 246, 247, 255])
  makers.noteAuthor(256, BY)
  expect(known()).toEqual([247, 255, 256])
  for (const seq of [257, 512]) makers.noteDevice(seq, 'phone')
  expect(known()).toEqual([512])
  db.close()
})

test('a commit has a device and an author, in whatever order they are noted', () => {
  const db = openDatabase(':memory:', GRAPH_SCHEMA)
  const makers = commitMakers(db)
  makers.noteDevice(1, 'phone')
  makers.noteAuthor(1, BY)
  makers.noteAuthor(2, BY)
  makers.noteDevice(2, 'phone')
  const maker = { device: 'phone', at: 7, kind: 'device', who: 's1', name: 'Phone' }
  expect(db.prepare('SELECT * FROM commit_maker').all()).toEqual([
    { seq: 1, ...maker },
    { seq: 2, ...maker },
  ])
  db.close()
})
