/** The thread behind `bulkWriter`: commits the batches that it receives, in their order. */
import { parentPort, workerData } from 'node:worker_threads'
import { workInBackground } from '../../background.ts'
import { boundLog } from '../database/bound-log.ts'
import type { BulkAnswer, BulkSettings } from './bulk.ts'
import { inTransaction, commitWriter } from '../write/commit.ts'
import { openDatabase } from '../database/database.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import { unpack, type PackedChange } from './pack.ts'
import type { PreparedCommit } from '../write/prepared-commit.ts'

workInBackground()
const { path, origin } = workerData as BulkSettings
const db = openDatabase(path, GRAPH_SCHEMA)
const commit = inTransaction(db, commitWriter(db, origin))

parentPort!.on('message', (changes: readonly PackedChange[]) => {
  let answer: BulkAnswer
  try {
    answer = { result: commit(unpacked(changes)) }
  } catch (error) {
    answer = { error: error as Error }
  }
  parentPort!.postMessage(answer)
  boundLog(db)
})

/** Unpacks one change at a time, so that only the current one is in memory. */
function* unpacked(changes: readonly PackedChange[]): Generator<PreparedCommit> {
  for (const change of changes) yield unpack(change)
}
