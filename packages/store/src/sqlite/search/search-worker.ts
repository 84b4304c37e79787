/**
 * A thread of `SearchPool`. It answers one query after the other with connections of its own. Each query names its
 * graph. The answer also says whether the graph has blocks to index.
 */
import { FEW_UNINDEXED, type IndexWriter } from '@notegraph/search-index'
import { parentPort, workerData } from 'node:worker_threads'
import { onMessage } from '../../thread.ts'
import { openDatabase } from '../database/database.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import { pageLists } from './page-lists.ts'
import { queryRunner, type ThreadQuery } from './query-runner.ts'
import { pageOutlines } from '../read/outline.ts'
import { referenceReads } from '../read/references.ts'
import { indexWriter } from './index-writer.ts'
import type { FromThread, PoolQuestion, PoolSettings, ToThread } from './pool.ts'

/**
 * The most graphs that stay open in a thread; it closes the least recently used. One takes 2 to 3 MB, and opening it
 * takes longer than most queries.
 */
const OPEN = 16
/**
 * The page cache of a connection, in KB. It is small, because the search caches the sets that it builds from rows. New
 * memory also takes longer to get than a page from the cache of the system.
 */
const CACHE = 2_048

interface Open {
  readonly file: string
  readonly index: IndexWriter
  readonly list: (ask: ThreadQuery) => NonNullable<FromThread['listed']>
  readonly close: () => void
}

const open = new Map<string, Open>()
const port = parentPort!
const { origin } = workerData as PoolSettings

function graphAt(path: string, file: string): Open {
  let entry = open.get(path)
  open.delete(path)
  if (entry && entry.file !== file) {
    entry.close()
    entry = undefined
  }
  if (!entry) {
    const db = openDatabase(path, GRAPH_SCHEMA)
    db.pragma(`cache_size = -${CACHE}`)
    const referring = referenceReads(db, origin)
    const { ofPage } = pageOutlines(db, referring)
    const runner = queryRunner(db, referring)
    const pages = pageLists(db, runner.search)
    const list: Open['list'] = (ask) => {
      if (ask.kind === 'pages') return pages(ask)
      return ask.kind === 'page'
        ? { ...ofPage(ask.pageId, ask.window, ask.part), truncated: false }
        : runner.list(ask)
    }
    const close = (): void => {
      runner.close()
      db.close()
    }
    entry = { file, index: indexWriter(db), list, close }
  }
  open.set(path, entry) // the most recently used is last in the map
  if (open.size > OPEN) close(open.keys().next().value!)
  return entry
}

function close(path: string): void {
  open.get(path)?.close()
  open.delete(path)
}

function answer(question: PoolQuestion): Omit<FromThread, 'id'> {
  try {
    if (question.kind === 'close') {
      for (const path of question.path === undefined ? [...open.keys()] : [question.path]) close(path)
      return {}
    }
    const { index, list } = graphAt(question.path, question.file)
    return { listed: list(question.ask), toIndex: index.unindexed() > FEW_UNINDEXED }
  } catch (error) {
    return { error: error as Error }
  }
}

onMessage(({ id, question }: ToThread) => port.postMessage({ id, ...answer(question) } satisfies FromThread))
