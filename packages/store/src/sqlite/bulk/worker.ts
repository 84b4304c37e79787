/** The thread behind `bulkWriter`: lands what it is sent, in the order in which it comes. */
import { parentPort, workerData } from 'node:worker_threads'
import { workInBackground } from '../../background.ts'
import { boundLog } from '../database/bound-log.ts'
import type { BulkAnswer, BulkSettings } from './bulk.ts'
import { committer, lander } from '../write/commit.ts'
import { openDatabase } from '../database/database.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import { unpack, type PackedChange } from './pack.ts'
import type { ReadyChange } from '../write/prepared-change.ts'

workInBackground()
const { path, origin } = workerData as BulkSettings
const db = openDatabase(path, GRAPH_SCHEMA)
const land = committer(db, lander(db, origin))

parentPort!.on('message', (changes: readonly PackedChange[]) => {
  let answer: BulkAnswer
  try {
    answer = { result: land(unpacked(changes)) }
  } catch (error) {
    answer = { error: error as Error }
  }
  parentPort!.postMessage(answer)
  boundLog(db)
})

/** One after the other, so that they are not all there at once. */
function* unpacked(changes: readonly PackedChange[]): Generator<ReadyChange> {
  for (const change of changes) yield unpack(change)
}
