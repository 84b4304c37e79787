/**
 * A thread behind `searchPool`: answers one question after the other, each from the graph that it names, with connections
 * of its own. When nobody waits it folds into the search rows what has come meanwhile, a little at a time.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { BUSY_TIMEOUT, openDatabase, type Db } from './database.ts'
import { GRAPH_SCHEMA } from './graph-schema.ts'
import { asker as askerOf, type Asker } from './search/asker.ts'
import { referringReads } from './referring.ts'
import { isBusy } from './refused.ts'
import { searchIndex, type SearchIndex } from './search/fold-in.ts'
import type { FromThread, PoolQuestion, PoolSettings, ToThread } from './search/pool.ts'

/** As many graphs stay open in a thread; the one unused longest is let go. */
const OPEN = 4
/**
 * Pages of a file that its connection keeps, in KB. Rows that make sets are read once and kept as what they say, and new
 * memory takes longer to come by than a page that the system holds.
 */
const CACHE = 2_048
/** So few blocks that wait are quicker to ask each time than to fold in. */
const FEW = 1_024
/** As many are folded in at once, at most. */
const STEP = 1_024

interface Open {
  readonly file: string
  readonly db: Db
  readonly asker: Asker
  readonly index: SearchIndex
}

const open = new Map<string, Open>()
const port = parentPort!
const { origin } = workerData as PoolSettings
let foldingSoon: NodeJS.Immediate | undefined

function graphAt(path: string, file: string): Open {
  let entry = open.get(path)
  open.delete(path)
  if (entry && entry.file !== file) {
    entry.db.close()
    entry = undefined
  }
  if (!entry) {
    const db = openDatabase(path, GRAPH_SCHEMA)
    db.pragma(`cache_size = -${CACHE}`)
    entry = { file, db, asker: askerOf(db, referringReads(db, origin)), index: searchIndex(db) }
  }
  open.set(path, entry) // last in the map is the latest used
  if (open.size > OPEN) close(open.keys().next().value!)
  return entry
}

function close(path: string): void {
  open.get(path)?.db.close()
  open.delete(path)
}

function answer(question: PoolQuestion): Omit<FromThread, 'id'> {
  try {
    if (question.kind === 'close') {
      for (const path of question.path === undefined ? [...open.keys()] : [question.path]) close(path)
      return {}
    }
    const { asker, index } = graphAt(question.path, question.file)
    const listed = asker.list(question.ask)
    clearImmediate(foldingSoon)
    if (index.waiting() > FEW) foldingSoon = setImmediate(() => foldIn(question.path))
    return { listed }
  } catch (error) {
    return { error: error as Error }
  }
}

/**
 * A step; the next follows what was asked meanwhile. Who is writing goes first: what waits can wait. Others are kept from
 * writing only once all is made ready; where one of them has written until then, the step comes to nothing.
 */
function foldIn(path: string): void {
  const entry = open.get(path)
  if (!entry) return
  const { db, index } = entry
  db.pragma('busy_timeout = 0')
  try {
    db.transaction(() => index.foldIn(STEP)).deferred()
    if (index.waiting() > FEW) foldingSoon = setImmediate(() => foldIn(path))
  } catch (error) {
    if (!isBusy(error)) throw error
  } finally {
    db.pragma(`busy_timeout = ${BUSY_TIMEOUT}`)
  }
}

port.on('message', ({ id, question }: ToThread) =>
  port.postMessage({ id, ...answer(question) } satisfies FromThread),
)
