/** Builds short records for tests, with the factories that the service uses. */
import {
  blockJson,
  makeBlock,
  makePage,
  type BlockRecord,
  type GraphRecord,
  type PageRecord,
} from '@notegraph/graph'
import type { GraphStore, Put, StoredBlock, StoredPage, VersionedRecord } from '../src/index.ts'

/** The first millisecond of 2026. */
export const T0 = Date.UTC(2026, 0, 1)

/**
 * Builds a page.
 * @example
 * const ada = page('p1', 'Ada', [['type', 'person']])
 */
export const page = (
  id: string,
  name: string,
  props: readonly (readonly [string, string])[] = [],
  now: number = T0,
): PageRecord => makePage({ id, name, props, now })

/**
 * Builds a block.
 * @example
 * const first = block('b1', 'p1', 'TODO buy milk', { order: 1 })
 */
export const block = (
  id: string,
  pageId: string,
  content: string,
  more: { parentId?: string; order?: number; now?: number } = {},
): BlockRecord => {
  const { parentId = null, order = 1, now = T0 } = more
  return makeBlock({ id, content, rev: `rev-${id}`, pageId, parentId, order, now })
}

/**
 * Gives a block another text.
 * @returns the record to write
 * @example
 * await change(graph, 'b1', (held) => reworded(held, 'Goodbye', T0 + 1))
 */
export const reworded = ({ record }: VersionedRecord, text: string, at: number): BlockRecord => {
  if (record.kind !== 'block') throw new Error(`${record.id} is no block`)
  return { ...record, words: { text, rev: `${record.words.rev}+`, at }, updatedAt: at }
}

/**
 * Deletes a page or a block.
 * @returns the tombstone to write
 * @example
 * await change(graph, 'b1', (held) => deleted(held, T0 + 1))
 */
export const deleted = ({ record }: VersionedRecord, at: number): GraphRecord => ({
  ...record,
  deleted: at,
  updatedAt: at,
})

/**
 * Writes new records in one commit.
 * @throws if the commit is refused
 * @example
 * await add(store.graph('one'), page('p1', 'Ada'), block('b1', 'p1', 'Hello'))
 */
export async function add(graph: GraphStore, ...records: GraphRecord[]): Promise<void> {
  const committed = await graph.commits.commit({ puts: records.map((record) => ({ record, from: 0 })) })
  if (!committed.ok) throw new Error(committed.why)
}

/**
 * Changes an existing record in one commit.
 * @throws if there is no such record, or the commit is refused
 * @example
 * await change(store.graph('one'), 'b1', (held) => deleted(held, T0 + 1))
 */
export async function change(
  graph: GraphStore,
  id: string,
  edit: (held: VersionedRecord) => GraphRecord,
): Promise<void> {
  const held = await graph.records.find(id)
  if (!held) throw new Error(`there is no ${id}`)
  const put: Put = { record: edit(held), from: held.seq }
  const committed = await graph.commits.commit({ puts: [put] })
  if (!committed.ok) throw new Error(committed.why)
}

/** @returns the parsed view of a page, or the parsed answer of a block */
export const viewOf = (stored: StoredPage | StoredBlock | undefined): Record<string, unknown> => {
  if (!stored) return {}
  const json = 'view' in stored ? stored.view : blockJson(stored, '')
  return JSON.parse(json) as Record<string, unknown>
}
