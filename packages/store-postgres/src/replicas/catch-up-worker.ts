/** The thread of `catchUpThread`: reads from PostgreSQL what replicas lack, and applies it to their files. */
import { parentPort, workerData } from 'node:worker_threads'
import { StoreUnavailable } from '@notegraph/store'
import { isDamaged, onMessage, openReplicaFile, StaleReplica } from '@notegraph/store/sqlite'
import { openDatabase } from '../database/database.ts'
import { readPiece, type PieceBounds } from '../graphs/pieces.ts'
import { catchUp } from './catch-up.ts'
import type { CatchUpAnswer, CatchUpSettings, CatchUpTask } from './catch-up-thread.ts'
import { Turns } from './turns.ts'

/** Large transactions take less time, and a piece fits into memory several times. */
const PIECE: PieceBounds = { records: 5_000, bytes: 4_000_000, files: 5_000, pushes: 5_000 }
/** Replicas at a time. Their pieces alternate, so a short task does not wait for the end of a long one. */
const AT_ONCE = 3

const { address, origin } = workerData as CatchUpSettings
const db = openDatabase({ ...address, connections: AT_ONCE })
const places = Array.from({ length: AT_ONCE }, () => ({ turns: new Turns(), waiting: 0 }))

onMessage((task: CatchUpTask) => {
  const place = places.reduce((least, one) => (one.waiting < least.waiting ? one : least))
  place.waiting++
  void place.turns.next(async () => {
    const answer = await run(task)
    place.waiting--
    parentPort!.postMessage(answer)
  })
})

async function run({ id, accountId, path }: CatchUpTask): Promise<CatchUpAnswer> {
  try {
    const file = openReplicaFile(path, origin)
    try {
      await catchUp(file, async (cursor) => readPiece(db, accountId, cursor, PIECE))
    } finally {
      file.close()
    }
    return { id }
  } catch (error) {
    return { id, failure: { why: reasonOf(error), error: error as Error } }
  }
}

function reasonOf(error: unknown): 'unavailable' | 'stale' | 'other' {
  if (error instanceof StoreUnavailable) return 'unavailable'
  return error instanceof StaleReplica || isDamaged(error) ? 'stale' : 'other'
}
