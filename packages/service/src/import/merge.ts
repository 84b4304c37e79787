/**
 * Lays a note that was read from a file over the page that is there. What the page holds already is found again, by id
 * or by its words among its siblings, and is left as it is; the rest is added in its place. Nothing is overwritten or
 * removed, so an import that is run again changes nothing.
 */
import { fold } from '@notegraph/block-text'
import type { BlockDraft, NoteDraft } from '@notegraph/folder'
import {
  compareSiblings,
  journalId,
  makeBlock,
  makePage,
  makeShape,
  PAGE_FAVORITE,
  propOf,
  type BlockRecord,
  type GraphRecord,
  type PageRecord,
} from '@notegraph/graph'
import type { Put, Versioned } from '@notegraph/store'

/** What the graph holds of the note's page. */
export interface Held {
  readonly page: Versioned<PageRecord> | undefined
  /** Its live blocks and shapes. */
  readonly records: readonly Versioned[]
  /** Any record of an id that the note names, on whatever page, deleted ones too. */
  record(id: string): Versioned | undefined
}

export interface Sources {
  readonly now: number
  newId(): string
  newRev(): string
}

export interface Merged {
  readonly puts: readonly Put[]
  readonly added: { readonly page: 0 | 1; readonly blocks: number }
  /** Pages and blocks of the note that were there already. */
  readonly skipped: number
}

/** @param modifiedAt when the file was last changed: the time of what says none itself */
export function mergeNote(note: NoteDraft, held: Held, modifiedAt: number, sources: Sources): Merged {
  const time = Math.min(modifiedAt, sources.now)
  const merge = new Merge(held, time, sources)
  const page = merge.page(note)
  merge.siblings(note.blocks, page.id, null)
  merge.shapes(note, page.id)
  return merge.result()
}

class Merge {
  readonly #held: Held
  readonly #time: number
  readonly #sources: Sources
  readonly #puts: Put[] = []
  readonly #children: Map<string | null, BlockRecord[]>
  readonly #used = new Set<string>()
  #addedPage: 0 | 1 = 0
  #addedBlocks = 0
  #skipped = 0

  constructor(held: Held, time: number, sources: Sources) {
    this.#held = held
    this.#time = time
    this.#sources = sources
    const blocks = held.records.map(({ record }) => record).filter((record) => record.kind === 'block')
    this.#children = Map.groupBy(
      blocks.toSorted((a, b) => compareSiblings({ id: a.id, ...a.place }, { id: b.id, ...b.place })),
      (block) => block.place.parentId,
    )
  }

  page(note: NoteDraft): PageRecord {
    const { page } = this.#held
    if (page) {
      const { props, grown } = withMissing(page.record, note, this.#time)
      if (!grown) {
        this.#skipped++
        return page.record
      }
      const record = { ...page.record, props, updatedAt: Math.max(page.record.updatedAt, this.#time) }
      this.#puts.push({ record, from: page.seq })
      this.#skipped++
      return record
    }
    const id = note.day === undefined ? this.#freeId(note.id) : journalId(note.day)
    const before = this.#held.record(id)
    const record = makePage({
      id,
      name: note.name,
      kind: note.kind,
      ...(note.favorite === true && { favorite: true }),
      props: note.props,
      createdAt: note.createdAt ?? this.#time,
      now: note.updatedAt ?? this.#time,
    })
    this.#puts.push({ record, from: before?.seq ?? 0 })
    this.#addedPage = 1
    return record
  }

  /** Walks with a stack of its own, since outlines may nest deeper than calls can. */
  siblings(drafts: readonly BlockDraft[], pageId: string, parentId: string | null): void {
    const stack = [{ drafts, parentId }]
    for (let level = stack.pop(); level; level = stack.pop()) {
      const records = this.#level(level.drafts, pageId, level.parentId)
      for (const [i, draft] of level.drafts.entries())
        if (draft.children.length > 0) stack.push({ drafts: draft.children, parentId: records[i]! })
    }
  }

  shapes(note: NoteDraft, pageId: string): void {
    const there = this.#held.records.map(({ record }) => record).filter((record) => record.kind === 'shape')
    for (const { id, ...shape } of note.shapes ?? []) {
      const same = there.find((one) => one.id === id || (id === undefined && one.words.text === shape.text))
      if (same) continue
      this.#puts.push({
        record: makeShape({
          ...shape,
          id: this.#freeId(id),
          pageId,
          rev: this.#sources.newRev(),
          createdAt: shape.createdAt ?? this.#time,
          now: shape.updatedAt ?? this.#time,
        }),
        from: id === undefined ? 0 : (this.#held.record(id)?.seq ?? 0),
      })
    }
  }

  result(): Merged {
    return {
      puts: this.#puts,
      added: { page: this.#addedPage, blocks: this.#addedBlocks },
      skipped: this.#skipped,
    }
  }

  /** @returns the id of the record that each draft became */
  #level(drafts: readonly BlockDraft[], pageId: string, parentId: string | null): string[] {
    const there = this.#children.get(parentId) ?? []
    const found = this.#find(drafts, there, pageId)
    const orders = placesFor(found.map((record) => record?.place.order))
    return drafts.map((draft, i) => {
      const record = found[i]
      if (record) {
        this.#skipped++
        return record.id
      }
      return this.#add(draft, pageId, parentId, orders[i]!)
    })
  }

  /** Each draft's block among those that are there: the one of its id, else the next with its words. */
  #find(
    drafts: readonly BlockDraft[],
    there: readonly BlockRecord[],
    pageId: string,
  ): (BlockRecord | undefined)[] {
    const byWords = Map.groupBy(there.toReversed(), (block) => block.words.text)
    return drafts.map((draft) => {
      const own = draft.id === undefined ? undefined : this.#held.record(draft.id)?.record
      if (own && isOnPage(own, pageId) && !this.#used.has(own.id)) {
        this.#used.add(own.id)
        return own
      }
      const alike = byWords.get(draft.content)
      for (let next = alike?.pop(); next; next = alike?.pop()) {
        if (this.#used.has(next.id)) continue
        this.#used.add(next.id)
        return next
      }
      return undefined
    })
  }

  #add(draft: BlockDraft, pageId: string, parentId: string | null, order: number): string {
    const id = this.#freeId(draft.id)
    this.#used.add(id)
    const record = makeBlock({
      id,
      content: draft.content,
      rev: this.#sources.newRev(),
      pageId,
      parentId,
      order,
      createdAt: draft.createdAt ?? this.#time,
      now: draft.updatedAt ?? this.#time,
    })
    this.#puts.push({ record, from: this.#held.record(id)?.seq ?? 0 })
    this.#addedBlocks++
    return id
  }

  /** The id that the file says, unless another live record has it. */
  #freeId(id: string | undefined): string {
    if (id === undefined || this.#used.has(id)) return this.#sources.newId()
    const holder = this.#held.record(id)
    return holder && holder.record.deleted === undefined ? this.#sources.newId() : id
  }
}

const isOnPage = (record: GraphRecord, pageId: string): record is BlockRecord =>
  record.kind === 'block' && record.deleted === undefined && record.place.pageId === pageId

/** The page's props with those of the note that it lacks. */
function withMissing(
  page: PageRecord,
  note: NoteDraft,
  at: number,
): { props: PageRecord['props']; grown: boolean } {
  const missing = note.props.filter(([key]) => page.props[key] === undefined)
  const favorite = note.favorite === true && propOf(page, PAGE_FAVORITE) === undefined
  if (missing.length === 0 && !favorite) return { props: page.props, grown: false }
  const props = { ...page.props, ...Object.fromEntries(missing.map(([key, v]) => [key, { v, at }])) }
  return { props: favorite ? { ...props, [PAGE_FAVORITE]: { v: true, at } } : props, grown: true }
}

/**
 * Orders for new siblings between those that have one: each run of new ones is spread evenly over its gap, or follows
 * the last.
 */
function placesFor(known: readonly (number | undefined)[]): number[] {
  const orders: number[] = []
  let before: number | undefined
  for (let i = 0; i < known.length;) {
    const here = known[i]
    if (here !== undefined) {
      orders.push(here)
      before = here
      i++
      continue
    }
    let end = i
    while (end < known.length && known[end] === undefined) end++
    const after = known[end]
    const count = end - i
    for (let k = 1; k <= count; k++) {
      if (before === undefined) orders.push(after === undefined ? k : after - (count - k + 1))
      else if (after === undefined || after <= before) orders.push(before + k)
      else orders.push(before + ((after - before) * k) / (count + 1))
    }
    before = orders.at(-1)
    i = end
  }
  return orders
}

/** Whether a stored page is the one that a note of this name means. */
export const isPageOf = (page: { readonly name: string }, note: NoteDraft): boolean =>
  fold(page.name) === fold(note.name)
