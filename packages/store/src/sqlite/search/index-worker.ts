/**
 * The thread behind `Indexer`: indexes graphs for search, one step of each in turn, with connections of its own. It
 * works for half of the time at most, so that questions and writes have the rest, unless somebody waits for the index.
 */
import { FEW_UNINDEXED, type IndexWriter } from '@notegraph/search-index'
import { existsSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { onMessage } from '../../thread.ts'
import { openDatabase, type Db } from '../database/database.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import { isBusy } from '../write/refusal.ts'
import type { FromIndexer, ToIndexer } from './indexer.ts'
import { indexStep, indexWriter } from './index-writer.ts'

/** The rest after a step, as a multiple of the time that the step took. */
const REST = 1
/** Milliseconds until the next try if another process keeps writing. */
const RETRY = 200
/** KB of a file to cache; few, because each row is read once. */
const CACHE = 4_096

interface Work {
  readonly id: number
  readonly db: Db
  readonly index: IndexWriter
  /** How many may be left. */
  readonly least: number
}

const work = new Map<string, Work>()
const port = parentPort!
const send = (answer: FromIndexer) => port.postMessage(answer)
let next: NodeJS.Timeout | undefined

function open(id: number, path: string, all: boolean): Work {
  const db = openDatabase(path, GRAPH_SCHEMA)
  db.pragma(`cache_size = -${CACHE}`)
  return { id, db, index: indexWriter(db), least: all ? 0 : FEW_UNINDEXED }
}

function end(path: string, error?: Error): void {
  const one = work.get(path)
  if (!one) return
  work.delete(path)
  one.db.close()
  send({ id: one.id, done: true, ...(error && { error }) })
}

/** One step of the graph that waited longest. @returns milliseconds until the next */
function step(): number {
  const [first] = work
  if (!first) return 0
  const [path, one] = first
  work.delete(path)
  work.set(path, one) // goes last
  const begin = performance.now()
  try {
    if (!indexStep(one.db, one.index, one.least)) end(path)
    else if (one.least === 0) send({ id: one.id, unindexed: one.index.unindexed() })
  } catch (error) {
    if (isBusy(error)) return RETRY
    end(path, error as Error)
  }
  return one.least === 0 ? 0 : (performance.now() - begin) * REST
}

function goOn(rest: number): void {
  next = setTimeout(() => {
    const rest = step()
    next = undefined
    if (work.size > 0) goOn(rest)
  }, rest)
}

onMessage((message: ToIndexer) => {
  if (message.kind === 'close') {
    for (const path of message.path === undefined ? [...work.keys()] : [message.path]) end(path)
    send({ id: message.id, done: true })
    return
  }
  if (!existsSync(message.path)) {
    send({ id: message.id, done: true }) // the account was removed meanwhile
    return
  }
  try {
    work.set(message.path, open(message.id, message.path, message.all))
    if (!next) goOn(0)
  } catch (error) {
    send({ id: message.id, done: true, error: error as Error })
  }
})
