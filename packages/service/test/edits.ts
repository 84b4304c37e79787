/** Edits of existing records, as a device makes them. */
import type { GraphRecord } from '@notegraph/graph'
import type { GraphStore, VersionedRecord } from '@notegraph/store'

/** Changes an existing record. */
export async function change(
  graph: GraphStore,
  id: string,
  edit: (held: VersionedRecord) => GraphRecord,
): Promise<void> {
  const held = await graph.records.find(id)
  if (!held) throw new Error(`there is no ${id}`)
  const committed = await graph.commits.commit({ puts: [{ record: edit(held), from: held.seq }] })
  if (!committed.ok) throw new Error(committed.why)
}

/** The same block with another text. */
export function reworded({ record }: VersionedRecord, text: string, at: number): GraphRecord {
  if (record.kind !== 'block') throw new Error(`${record.id} is no block`)
  return { ...record, words: { text, rev: `${record.words.rev}+`, at }, updatedAt: at }
}

export const deleted = ({ record }: VersionedRecord, at: number): GraphRecord => ({
  ...record,
  deleted: at,
  updatedAt: at,
})
