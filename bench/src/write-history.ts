/** Durable writes that keep what they replace, compared with the same writes while history is off. @see history 6 */
import type { BlockRecord } from '@notegraph/graph'
import { withoutHistory, type GraphStore, type Put } from '@notegraph/store'
import { openSqlite } from '@notegraph/store/sqlite'
import type { Ratio } from './measure.ts'
import { blockOf, inTurns } from './rows.ts'

const TURNS = 21
const WRITES = 50
const TARGET = 0.9
const SECOND = 1_000

export interface HistoryBench {
  /** Copies the graph that each store begins with. @returns the folder */
  readonly copy: (name: string) => string
  /** Makes texts of blocks; the same ones for each call. */
  readonly texts: () => () => string
  /** Ids of blocks of the graph, each on another page than the one before. */
  readonly blocks: readonly string[]
  readonly pageId: string
  /** The time of the first write, in milliseconds since 1970. */
  readonly now: number
}

type NextPut = (n: number, text: string, at: number) => Promise<Put>

export async function historyRatios(bench: HistoryBench): Promise<Ratio[]> {
  const { blocks, pageId } = bench
  const reworded = async (graph: GraphStore, id: string, text: string, at: number): Promise<Put> => {
    const held = (await graph.records.find(id))!
    const record = held.record as BlockRecord
    return {
      record: { ...record, words: { text, rev: `rev-${id}-${at}`, at }, updatedAt: at },
      from: held.seq,
    }
  }
  const kinds: readonly (readonly [name: string, next: (graph: GraphStore) => NextPut])[] = [
    [
      'new blocks',
      () => async (n, text, at) => ({ record: blockOf(`kept-${n}`, pageId, text, n, at), from: 0 }),
    ],
    ['changed blocks', (graph) => async (n, text, at) => reworded(graph, blocks[n]!, text, at)],
    ['words typed in one block', (graph) => async (_, text, at) => reworded(graph, blocks[0]!, text, at)],
  ]
  const ratios: Ratio[] = []
  for (const [name, next] of kinds) {
    const [on, off] = [openSqlite(bench.copy(`${name} on`)), openSqlite(bench.copy(`${name} off`))]
    const write = pusher(on.graph('bench'), bench, next)
    const floor = pusher(withoutHistory(off).graph('bench'), bench, next)
    const ratio = await inTurns({ turns: TURNS, each: WRITES }, write, floor)
    await Promise.all([on.close(), off.close()])
    ratios.push({
      name: `write: ${name}, with history`,
      of: 'pushes of one block a second',
      to: 'the same with history off',
      ratio,
      target: TARGET,
    })
  }
  return ratios
}

/** Pushes one block each time, as a device does. */
function pusher(
  graph: GraphStore,
  { texts, now }: HistoryBench,
  next: (graph: GraphStore) => NextPut,
): () => Promise<void> {
  const text = texts()
  const put = next(graph)
  let n = 0
  return async () => {
    const at = now + n * SECOND
    const puts = [await put(n++, text(), at)]
    const by = { kind: 'device', id: 'bench', name: 'Bench', at } as const
    const done = await graph.commits.commit({ puts, device: 'bench', quota: 1e10, by })
    if (!done.ok) throw new Error(done.why)
  }
}
