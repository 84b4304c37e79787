/** The index against a scan of all texts in memory: below which size the simpler way would do. */
import { openSearchFile, openSqlite, type SearchFile } from '@notegraph/store/sqlite'
import { graphOf, QUESTIONS, settled, timed } from './ablation-graph.ts'
import type { Ratio } from './measure.ts'
import { MemoryScan } from './memory-scan.ts'
import { LIMIT } from './search-asking.ts'
import { COUNTED } from './search-floor.ts'
import { writer } from './search-tasks.ts'

const TURNS = 5
const WINDOW = { limit: LIMIT, offset: 0 }

type Way = Pick<SearchFile, 'find'>
/** Milliseconds, each of the slowest question. */
type Times = Readonly<Record<'first' | 'again' | 'afterWrite', number>>

export async function scanRatios(folder: string, blocks: number): Promise<Ratio[]> {
  const path = await graphOf(folder, blocks)
  const scan = (file: SearchFile): Way => new MemoryScan(file.documents)
  const [index, scanned] = [
    await timesOf(folder, blocks, path, (file) => file),
    await timesOf(folder, blocks, path, scan),
  ]
  const named = blocks.toLocaleString('en')
  const kept = bytesOf(path, scan)
  return (['first', 'again', 'afterWrite'] as const).map((when) => ({
    name: `a scan in memory of ${named} blocks: the slowest ${when}`,
    of: 'the index',
    to: 'a scan',
    ratio: scanned[when] / index[when],
    target: 0,
    notes: `${index[when].toFixed(1)} ms by the index, ${scanned[when].toFixed(1)} ms by a scan, which keeps ${(kept / 2 ** 20).toFixed(0)} MB`,
  }))
}

async function timesOf(
  folder: string,
  blocks: number,
  path: string,
  wayOf: (file: SearchFile) => Way,
): Promise<Times> {
  const file = openSearchFile(path)
  const store = openSqlite(`${folder}/${blocks}`)
  const write = writer(store.graph('one'))
  const way = wayOf(file)
  try {
    const times = { first: 0, again: 0, afterWrite: 0 }
    for (const q of QUESTIONS) {
      const query = settled(q)
      const ask = () => way.find(query, WINDOW, COUNTED)
      const first = Math.min(
        ...Array.from({ length: 3 }, () => {
          const fresh = openSearchFile(path)
          try {
            return timed(() => wayOf(fresh).find(query, WINDOW, COUNTED))
          } finally {
            fresh.close()
          }
        }),
      )
      ask()
      const again = Math.min(...Array.from({ length: TURNS }, () => timed(ask)))
      await write()
      const afterWrite = timed(ask)
      times.first = Math.max(times.first, first)
      times.again = Math.max(times.again, again)
      times.afterWrite = Math.max(times.afterWrite, afterWrite)
    }
    return times
  } finally {
    file.close()
    await store.close()
  }
}

/** Bytes that the heap grows by when a scan has read the graph. */
function bytesOf(path: string, wayOf: (file: SearchFile) => Way): number {
  const file = openSearchFile(path)
  const way = wayOf(file)
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  way.find(settled('zorzorqui'), WINDOW, COUNTED)
  globalThis.gc?.()
  const bytes = process.memoryUsage().heapUsed - before
  way.find(settled('zorzorqui'), WINDOW, COUNTED)
  file.close()
  return bytes
}
