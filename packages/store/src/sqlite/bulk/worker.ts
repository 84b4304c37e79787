/** The thread behind `bulkWriter`: commits the batches that it receives, in their order. */
import { parentPort, workerData } from 'node:worker_threads'
import { workInBackground } from '../../background.ts'
import { onMessage } from '../../thread.ts'
import { AccountMoving } from '../../unavailable.ts'
import { boundLog } from '../database/bound-log.ts'
import type { BulkAnswer, BulkSettings } from './bulk.ts'
import { inTransaction, commitWriter } from '../write/commit.ts'
import { openDatabase } from '../database/database.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import { unpack, type PackedBatch } from './pack.ts'
import { derive, rowAlone, type PreparedCommit } from '../write/prepared-commit.ts'

workInBackground()
const { path, origin } = workerData as BulkSettings
const db = openDatabase(path, GRAPH_SCHEMA)
const commit = inTransaction(db, commitWriter(db, origin))
const env = rowAlone(origin)

onMessage((batch: PackedBatch) => {
  let answer: BulkAnswer
  try {
    answer = { result: commit(unpacked(batch)) }
  } catch (error) {
    answer = { error: error as Error, ...(error instanceof AccountMoving && { isMoving: true }) }
  }
  parentPort!.postMessage(answer)
  boundLog(db)
})

/** Unpacks one change at a time, so that only the current one is in memory. */
function* unpacked({ changes, isDerived }: PackedBatch): Generator<PreparedCommit> {
  for (const packed of changes) {
    const change = unpack(packed)
    yield isDerived ? change : derive(change, env)
  }
}
