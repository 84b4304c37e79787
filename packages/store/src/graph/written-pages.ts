/** Collects the pages and blocks that one commit writes, for the outbox. */
import { tagNames, type BlockRecord, type GraphRecord, type PageRecord } from '@notegraph/graph'
import type { Writer, WrittenPage } from './outbox.ts'
import type { Change } from './commits.ts'

/** A commit of more blocks, such as an import, names its pages only. */
const MOST_BLOCKS = 1_000
/** Names that a commit notes as taken away. Those beyond are left out. */
const MOST_NAMES = 10_000

interface Draft {
  isDeleted: boolean
  isWritten: boolean
  readonly had: Map<string, readonly string[]>
  readonly blocks: Set<string>
  readonly gone: Set<string>
}

/** The members of a record that say which page a commit writes on. The text is left out of a record that is new. */
export type WrittenRecord = Pick<GraphRecord, 'id' | 'kind' | 'deleted'> & {
  readonly place?: { readonly pageId: string }
  readonly words?: { readonly text: string }
  readonly props?: PageRecord['props']
}

/** Collects what one commit writes. */
export class WrittenPages {
  readonly #pages = new Map<string, Draft>()
  #blocks = 0
  #names = 0

  /** @param before the record as it was; absent if the commit creates it */
  add(record: WrittenRecord, before?: WrittenRecord): void {
    if (!record.place) {
      const page = this.#page(record.id)
      page.isDeleted = record.deleted !== undefined
      page.isWritten = true
      this.#lose(page, record, before, page.isDeleted)
      return
    }
    const pageId = record.place.pageId
    const left = before?.deleted === undefined ? before?.place?.pageId : undefined
    const isDeleted = record.deleted !== undefined
    this.#note(pageId, record, isDeleted)
    const isMoved = left !== undefined && left !== pageId
    if (isMoved) this.#note(left, record, true)
    this.#lose(this.#page(pageId), record, before, isDeleted)
    if (isMoved) this.#lose(this.#page(left), record, before, true)
  }

  /** The pages in the order in which the commit wrote them. */
  list(): WrittenPage[] {
    const hasBlocks = this.#blocks <= MOST_BLOCKS
    return Array.from(this.#pages, ([id, { isDeleted, isWritten, blocks, gone, had }]) => ({
      id,
      ...(isDeleted && { isDeleted }),
      ...(hasBlocks && blocks.size > 0 && { blocks: [...blocks] }),
      ...(hasBlocks && gone.size > 0 && { gone: [...gone] }),
      ...(hasBlocks && isWritten && { isWritten }),
      ...(hasBlocks && had.size > 0 && { had: [...had] }),
    }))
  }

  /** A shape of a whiteboard counts as its page. */
  #note(pageId: string, { id, kind }: WrittenRecord, isGone: boolean): void {
    const page = this.#page(pageId)
    if (kind !== 'block' || ++this.#blocks > MOST_BLOCKS) return
    page[isGone ? 'gone' : 'blocks'].add(id)
  }

  /** Notes the names that a record had, and does not have there any more. */
  #lose(page: Draft, record: WrittenRecord, before: WrittenRecord | undefined, losesAll: boolean): void {
    if (!before || before.deleted !== undefined || this.#blocks > MOST_BLOCKS) return
    const kept = new Set(losesAll ? [] : namesIn(record))
    const lost = namesIn(before).filter((name) => !kept.has(name))
    if (lost.length === 0 || (this.#names += lost.length) > MOST_NAMES) return
    page.had.set(record.id, lost)
  }

  #page(id: string): Draft {
    const page = this.#pages.get(id) ?? {
      isDeleted: false,
      isWritten: false,
      had: new Map<string, readonly string[]>(),
      blocks: new Set<string>(),
      gone: new Set<string>(),
    }
    this.#pages.set(id, page)
    return page
  }
}

function namesIn(record: WrittenRecord): readonly string[] {
  const isKnown = record.kind === 'page' ? record.props : record.kind === 'block' && record.words
  return isKnown ? tagNames(record as BlockRecord | PageRecord) : []
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
