/** Commits of two authors to one graph, for suites of its history. */
import type { GraphRecord } from '@notegraph/graph'
import type { Author, Authorship, GraphStore, KeptState } from '../../src/index.ts'
import { block, deleted, page, reworded, T0 } from '../builder.ts'

export const ADA: Author = { kind: 'device', id: 's1', name: 'Phone' }
export const BOT: Author = { kind: 'token', id: 't1', name: 'Bot' }

export const textOf = (state: Pick<KeptState, 'record'> | undefined): string | undefined =>
  state && state.record.kind !== 'page' ? state.record.words.text : undefined

/** @param graphNow returns the graph of the test that runs */
export function authoredWrites(graphNow: () => GraphStore) {
  async function commit(by: Authorship | undefined, records: readonly GraphRecord[], quota?: number) {
    const held = new Map(
      (await graphNow().records.findMany(records.map(({ id }) => id))).map((one) => [one.record.id, one.seq]),
    )
    const puts = records.map((record) => ({ record, from: held.get(record.id) ?? 0 }))
    const done = await graphNow().commits.commit({
      puts,
      ...(by && { by }),
      ...(quota !== undefined && { quota }),
    })
    if (!done.ok) throw new Error(done.why)
    return done.seq
  }
  /** Writes another text, or deletes. @returns the number of the commit */
  async function write(id: string, text: string | null, by: Author | undefined, at: number, quota?: number) {
    const held = (await graphNow().records.find(id))!
    const record = text === null ? deleted(held, at) : reworded(held, text, at)
    return commit(by && { ...by, at }, [record], quota)
  }
  const start = async (by: Author | undefined = ADA) =>
    commit(by && { ...by, at: T0 }, [page('p1', 'Home'), block('b1', 'p1', 'one'), block('b2', 'p1', 'two')])
  const textAt = async (id: string, seq: number) => textOf(await graphNow().history.recordAt(id, seq))
  return { commit, write, start, textAt }
}
