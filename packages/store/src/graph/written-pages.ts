/** Collects the pages and blocks that one commit writes, for the outbox. */
import type { GraphRecord } from '@notegraph/graph'
import type { Writer, WrittenPage } from './outbox.ts'
import type { Change } from './commits.ts'

/** A commit of more blocks, such as an import, names its pages only. */
const MOST_BLOCKS = 1_000

interface Draft {
  isDeleted: boolean
  readonly blocks: Set<string>
  readonly gone: Set<string>
}

/** The members of a record that say which page a commit writes on. */
export type WrittenRecord = Pick<GraphRecord, 'id' | 'kind' | 'deleted'> & {
  readonly place?: { readonly pageId: string }
}

/** Collects what one commit writes. */
export class WrittenPages {
  readonly #pages = new Map<string, Draft>()
  #blocks = 0

  /** @param before the record as it was; absent if the commit creates it */
  add(record: WrittenRecord, before?: WrittenRecord): void {
    if (!record.place) {
      this.#page(record.id).isDeleted = record.deleted !== undefined
      return
    }
    const pageId = record.place.pageId
    const left = before?.deleted === undefined ? before?.place?.pageId : undefined
    this.#note(pageId, record, record.deleted !== undefined)
    if (left !== undefined && left !== pageId) this.#note(left, record, true)
  }

  /** The pages in the order in which the commit wrote them. */
  list(): WrittenPage[] {
    const hasBlocks = this.#blocks <= MOST_BLOCKS
    return Array.from(this.#pages, ([id, { isDeleted, blocks, gone }]) => ({
      id,
      ...(isDeleted && { isDeleted }),
      ...(hasBlocks && blocks.size > 0 && { blocks: [...blocks] }),
      ...(hasBlocks && gone.size > 0 && { gone: [...gone] }),
    }))
  }

  /** A shape of a whiteboard counts as its page. */
  #note(pageId: string, { id, kind }: WrittenRecord, isGone: boolean): void {
    const page = this.#page(pageId)
    if (kind !== 'block' || ++this.#blocks > MOST_BLOCKS) return
    page[isGone ? 'gone' : 'blocks'].add(id)
  }

  #page(id: string): Draft {
    const page = this.#pages.get(id) ?? {
      isDeleted: false,
      blocks: new Set<string>(),
      gone: new Set<string>(),
    }
    this.#pages.set(id, page)
    return page
  }
}

/**
 * Returns the writer of a change. A change without an author and writer counts as the owner's.
 * @example
 * writerOf({ by: { kind: 'device', id: 'd1', name: 'Phone', at: 0 } }) // { kind: 'device' }
 */
export function writerOf({ by, writer }: Pick<Change, 'by' | 'writer'>): Writer {
  if (!by && writer) return writer
  if (by?.kind === 'token') return { kind: 'token', id: by.id, name: by.name }
  return { kind: by?.kind === 'device' ? 'device' : 'owner' }
}
