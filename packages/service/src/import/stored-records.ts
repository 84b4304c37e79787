/** Looks up the records of a graph that a note may match. */
import { fold } from '@notegraph/block-text'
import type { NoteDraft } from '@notegraph/folder'
import { journalId, type PageRecord } from '@notegraph/graph'
import type { VersionedRecord } from '@notegraph/store'
import type { ImportGraph } from './dry-run-graph.ts'

/** The most ids in one look-up. */
const LOOK_UP = 1_000

type Graph = Pick<ImportGraph, 'pages' | 'records'>
type RecordsById = ReadonlyMap<string, VersionedRecord>

/** The records with these ids, including deleted ones. */
export async function recordsOf(graph: Graph, ids: readonly string[]): Promise<RecordsById> {
  const records = new Map<string, VersionedRecord>()
  for (let at = 0; at < ids.length; at += LOOK_UP)
    for (const one of await graph.records.findMany(ids.slice(at, at + LOOK_UP)))
      records.set(one.record.id, one)
  return records
}

/** The records of a note's page. */
export interface StoredPageRecords {
  readonly page: VersionedRecord<PageRecord> | undefined
  /** Its live blocks and shapes. */
  readonly records: readonly VersionedRecord[]
  /** Any record with an id from the note, on any page, including deleted ones. */
  record(id: string): VersionedRecord | undefined
}

/** @param ids the ids in the note */
export async function storedPageRecords(
  graph: Graph,
  note: NoteDraft,
  ids: readonly string[],
): Promise<StoredPageRecords> {
  const records = await recordsOf(graph, ids)
  const page = await pageOf(graph, note, records)
  return {
    page,
    records: page ? await graph.records.listByPage(page.record.id) : [],
    record: (id) => records.get(id),
  }
}

/**
 * The live page of a note: of its day, of its id from an export even if renamed, or of its name. An alias does not
 * count.
 */
async function pageOf(
  graph: Graph,
  note: NoteDraft,
  records: RecordsById,
): Promise<VersionedRecord<PageRecord> | undefined> {
  if (note.day !== undefined) return livePage(records.get(journalId(note.day)))
  const own = note.id === undefined ? undefined : livePage(records.get(note.id))
  if (own) return own
  const folded = fold(note.name)
  const named = await graph.pages.findByName(folded)
  return named && fold(named.name) === folded ? livePage(await graph.records.find(named.id)) : undefined
}

function livePage(found: VersionedRecord | undefined): VersionedRecord<PageRecord> | undefined {
  if (found?.record.kind !== 'page' || found.record.deleted !== undefined) return undefined
  return { record: found.record, seq: found.seq }
}
