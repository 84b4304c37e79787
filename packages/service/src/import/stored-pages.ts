/**
 * The pages that notes are merged into. A page of several notes, such as one title in many exports of Roam, stays in memory up to
 * a limit. To read it again for each note would cost the square of the folder.
 */
import { fold } from '@notegraph/block-text'
import { nameKey, ownText, type NoteDraft } from '@notegraph/folder'
import type { PageRecord } from '@notegraph/graph'
import type { VersionedRecord } from '@notegraph/store'
import type { ImportBatches, StopReason } from './batches.ts'
import type { ImportGraph } from './dry-run-graph.ts'
import type { NoteMerge, StoredPage } from './merge.ts'
import { pageBlock, PageBlocks } from './page-blocks.ts'
import { recordsOf, storedPageRecords } from './stored-records.ts'

/** Characters of kept pages, as their blocks estimate them. */
const MOST_KEPT = 16 * 2 ** 20

/** A page after several notes were merged into it. */
interface KeptPage {
  readonly blocks: PageBlocks
  /** Characters of the blocks that count so far. */
  readonly characters: number
  readonly page: VersionedRecord<PageRecord>
}

type Graph = Pick<ImportGraph, 'pages' | 'records'>

/** The page of a note, or the reason of an early stop. */
export type ReadPage =
  | { readonly stored: StoredPage; readonly why?: undefined }
  | { readonly stored?: undefined; readonly why: NonNullable<StopReason> }

export class StoredPages {
  readonly #graph: Graph
  readonly #batches: ImportBatches
  readonly #mostKept: number
  /** By page id, oldest first. */
  readonly #kept = new Map<string, KeptPage>()
  readonly #idByName = new Map<string, string>()
  #characters = 0

  /** @param mostKept characters of the pages that stay in memory */
  constructor(graph: Graph, batches: ImportBatches, mostKept: number = MOST_KEPT) {
    this.#graph = graph
    this.#batches = batches
    this.#mostKept = mostKept
  }

  /** Reads the page of a note, after a commit of the records that the store does not know yet. @param ids in the note */
  async read(note: NoteDraft, ids: readonly string[]): Promise<ReadPage> {
    const id = note.id === undefined ? this.#idByName.get(nameKey(note)) : undefined
    const kept = id === undefined ? undefined : this.#kept.get(id)
    if (kept) {
      const others = ids.filter((one) => one !== id && !kept.blocks.find(one))
      const why = await this.#commitPending(others)
      if (why) return { why }
      const records = await recordsOf(this.#graph, others)
      return { stored: { ...kept, shapes: [], record: (one) => records.get(one) } }
    }
    const why = await this.#commitPending(keysOf(note, ids))
    if (why) return { why }
    const stored = await storedPage(this.#graph, note, ids)
    // The batch may have renamed the page.
    const renamed = stored.page?.record.id
    if (renamed === undefined || !this.#batches.isPending(renamed)) return { stored }
    const stopped = await this.#batches.commit()
    return stopped ? { why: stopped } : { stored: await storedPage(this.#graph, note, ids) }
  }

  /** Keeps the page that a note was merged into, unless it is a whiteboard or has new properties. */
  keep(note: NoteDraft, { page, blocks, shapes }: StoredPage, { pageId, puts }: NoteMerge): void {
    this.#drop(pageId)
    const isChanged = puts.some(({ record }) => record.id === pageId)
    if (!page || isChanged || note.id !== undefined || shapes.length > 0 || note.shapes) return
    blocks.add(puts)
    const { characters } = blocks
    this.#kept.set(pageId, { blocks, characters, page })
    this.#idByName.set(ownText(nameKey(note)), pageId)
    this.#characters += characters
    for (const oldest of this.#kept.keys()) {
      if (this.#characters <= this.#mostKept) return
      this.#drop(oldest)
    }
  }

  #drop(id: string): void {
    this.#characters -= this.#kept.get(id)?.characters ?? 0
    this.#kept.delete(id)
  }

  /** Commits the current batch if the store does not know one of these yet. */
  async #commitPending(keys: readonly string[]): Promise<StopReason> {
    return keys.some((key) => this.#batches.isPending(key)) ? this.#batches.commit() : undefined
  }
}

/** Ids and names by which another note may mean the records of a note. */
export const keysOf = ({ name }: NoteDraft, ids: readonly string[]): string[] => [
  `name ${fold(name)}`,
  ...ids,
]

export async function storedPage(graph: Graph, note: NoteDraft, ids: readonly string[]): Promise<StoredPage> {
  const stored = await storedPageRecords(graph, note, ids)
  const records = stored.records.map(({ record }) => record)
  const blocks = records.flatMap((one) => (one.kind === 'block' ? [pageBlock(one)] : []))
  return {
    page: stored.page,
    blocks: new PageBlocks(blocks),
    shapes: records.filter((one) => one.kind === 'shape'),
    record: (id) => stored.record(id),
  }
}
