/**
 * The graph of a dry run. An import reads it as if its changes were committed, and nothing is written. The newest
 * changes stay in memory, up to a limit; of older pages, only the name is known.
 */
import { fold } from '@notegraph/block-text'
import {
  nameOf,
  PAGE_KIND,
  PAGE_NAME,
  type BlockRecord,
  type GraphRecord,
  type PageRecord,
  type ShapeRecord,
} from '@notegraph/graph'
import {
  recordBytes,
  type Blobs,
  type CommitStore,
  type FileStore,
  type NewFile,
  type Put,
  type RecordStore,
  type StorageTotals,
  type VersionedRecord,
} from '@notegraph/store'

/** The part of the store that an import uses. */
export interface ImportGraph {
  readonly pages: {
    findByName(folded: string): Promise<{ readonly id: string; readonly name: string } | undefined>
  }
  readonly records: Pick<RecordStore, 'find' | 'findMany' | 'listByPage' | 'listPages'>
  readonly files: Pick<FileStore, 'renew'> & {
    findByHash(hash: string): Promise<{ readonly id: string; readonly name: string } | undefined>
  }
  readonly commits: Pick<CommitStore, 'commitAll'>
  readonly storage: Pick<StorageTotals, 'bytes'>
}

export type ImportBlobs = Pick<Blobs, 'has' | 'put'>

/** Discards all bytes. */
export const NO_BLOBS: ImportBlobs = { has: async () => true, put: async () => {} }

/** Characters of planned records that stay in memory. */
const MOST_TEXT = 32 * 2 ** 20
/** The size of a record besides its text, in characters. */
const RECORD_TEXT = 400

interface PlannedPage {
  page?: PageRecord
  /** The page's planned blocks and shapes by id; empty after they were dropped. */
  readonly records: Map<string, BlockRecord | ShapeRecord>
  /** Characters of all its records. */
  text: number
}

/**
 * @param graph only read
 * @param mostText characters of planned records that stay in memory
 */
export function dryRunGraph(graph: ImportGraph, mostText: number = MOST_TEXT): ImportGraph {
  const pages = new Map<string, PlannedPage>()
  const idByName = new Map<string, { readonly id: string; readonly name: string }>()
  const pageByRecord = new Map<string, string>()
  const files = new Map<string, NewFile>()
  /** Pages whose records are in memory, oldest first. */
  const kept = new Set<string>()
  let text = 0
  /** The bytes of the account with the planned records and files. */
  let bytes: number | undefined

  function add(record: GraphRecord): void {
    const pageId = record.kind === 'page' ? record.id : record.place.pageId
    const planned: PlannedPage = pages.get(pageId) ?? { records: new Map(), text: 0 }
    pages.set(pageId, planned)
    kept.add(pageId)
    if (record.kind === 'page') {
      planned.page = record
      const name = nameOf(record)
      idByName.set(fold(name), { id: record.id, name })
    } else {
      planned.records.set(record.id, record)
      pageByRecord.set(record.id, pageId)
    }
    const size = RECORD_TEXT + textOf(record)
    planned.text += size
    text += size
  }

  function dropOldest(): void {
    for (const id of kept) {
      if (text <= mostText) return
      const planned = pages.get(id)!
      for (const record of planned.records.keys()) pageByRecord.delete(record)
      planned.records.clear()
      if (planned.page) planned.page = bare(planned.page)
      text -= planned.text
      planned.text = 0
      kept.delete(id)
    }
  }

  function planned(id: string): GraphRecord | undefined {
    const pageId = pageByRecord.get(id)
    return pageId === undefined ? pages.get(id)?.page : pages.get(pageId)?.records.get(id)
  }

  /** The bytes by which a put grows its record. */
  async function growthOf({ record, from }: Put): Promise<number> {
    const earlier =
      planned(record.id) ?? (from > 0 ? (await graph.records.find(record.id))?.record : undefined)
    return recordBytes(record) - (earlier ? recordBytes(earlier) : 0)
  }

  return {
    pages: { findByName: async (folded) => idByName.get(folded) ?? graph.pages.findByName(folded) },
    records: {
      async find(id) {
        const record = planned(id)
        return record ? { record, seq: 0 } : graph.records.find(id)
      },
      listPages: (after, limit) => graph.records.listPages(after, limit),
      async findMany(ids) {
        const found: VersionedRecord[] = []
        const others: string[] = []
        for (const id of new Set(ids)) {
          const record = planned(id)
          if (record) found.push({ record, seq: 0 })
          else others.push(id)
        }
        return [...found, ...(await graph.records.findMany(others))]
      },
      async listByPage(pageId) {
        const there = await graph.records.listByPage(pageId)
        const records = pages.get(pageId)?.records
        if (!records || records.size === 0) return there
        const others = there.filter(({ record }) => !records.has(record.id))
        return [...others, ...Array.from(records.values(), (record): VersionedRecord => ({ record, seq: 0 }))]
      },
    },
    files: {
      findByHash: async (hash) => files.get(hash) ?? graph.files.findByHash(hash),
      renew: async () => {},
    },
    storage: { bytes: async () => bytes ?? graph.storage.bytes() },
    commits: {
      async commitAll(commits, after) {
        const before = await after
        if (before && !before.ok) return before
        for (const { puts, files: added = [], quota = Infinity } of commits) {
          let grown = 0
          for (const put of puts) grown += await growthOf(put)
          for (const { hash, size } of added) grown += files.has(hash) ? 0 : size
          bytes = (bytes ?? (await graph.storage.bytes())) + grown
          if (grown > 0 && bytes > quota) return { ok: false, why: 'quota_full' }
          for (const { record } of puts) add(record)
          for (const file of added) files.set(file.hash, file)
        }
        dropOldest()
        return { ok: true, seq: 0 }
      },
    },
  }
}

/** The page without its properties. */
function bare(page: PageRecord): PageRecord {
  const own = Object.entries(page.props).filter(([key]) => key === PAGE_NAME || key === PAGE_KIND)
  return { ...page, props: Object.fromEntries(own) }
}

const textOf = (record: GraphRecord): number =>
  (record.kind === 'page' ? 0 : record.words.text.length) +
  (record.kind === 'block' ? 0 : JSON.stringify(record.props).length)
