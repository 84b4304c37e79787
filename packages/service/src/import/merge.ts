/**
 * Merges a note from a file into an existing page. Existing blocks are matched by id, or by text among their siblings,
 * and stay unchanged. Other blocks are added in their place. Nothing is overwritten or removed, so a second import
 * changes nothing.
 *
 * A file may contain anything. An id that is invalid, or that another record has, is replaced by a new one.
 */
import type { BlockDraft, NoteDraft } from '@notegraph/folder'
import {
  isOwnersKey,
  isRecordId,
  journalId,
  makeBlock,
  makePage,
  makeShape,
  PAGE_FAVORITE,
  PAGE_ORDER,
  setInOrder,
  PAGE_SPELLING,
  spellingsOf,
  type GraphRecord,
  type Json,
  type PageRecord,
  type ShapeRecord,
} from '@notegraph/graph'
import type { Put, VersionedRecord } from '@notegraph/store'
import { idsOf } from './own-ids.ts'
import { pageBlock, type PageBlock, type PageBlocks, type Siblings } from './page-blocks.ts'
import { placesFor } from './places.ts'
import { timesOf } from './times.ts'

/** The note's page in the graph, with its live blocks and shapes. */
export interface StoredPage {
  readonly page: VersionedRecord<PageRecord> | undefined
  readonly blocks: PageBlocks
  readonly shapes: readonly ShapeRecord[]
  /** Any other record with an id from the note, on any page, including deleted ones. */
  record(id: string): VersionedRecord | undefined
}

export interface Sources {
  readonly now: number
  /** Returns the form of the note's file, for a new page. */
  readonly form?: (() => string | undefined) | undefined
  newId(): string
  newRev(): string
}

export interface NoteMerge {
  readonly pageId: string
  readonly puts: readonly Put[]
  /** The page before, if it gets properties. */
  readonly pageBefore?: PageRecord
  readonly added: { readonly page: 0 | 1; readonly blocks: number; readonly properties: number }
  /** Properties of the note that the page already had, with any value. */
  readonly hadProperties: number
  /** How many of those have a different value on the page. */
  readonly keptProperties: number
  /** Lines of blocks that got a new id, because another record has theirs. */
  readonly takenIds: readonly number[]
  /** The ids of blocks that exist under another id than the note gives them, by the note's id. */
  readonly replaced: ReadonlyMap<string, string>
  /** Pages and blocks of the note that already existed. */
  readonly skipped: number
}

/** @param modifiedAt when the file last changed; used for records without a time */
export function mergeNote(
  note: NoteDraft,
  held: StoredPage,
  modifiedAt: number,
  sources: Sources,
): NoteMerge {
  const merge = new Merge(note, held, modifiedAt, sources)
  const pageId = merge.page(note)
  merge.siblings(note.blocks, pageId, null)
  merge.shapes(note, pageId)
  return { pageId, ...merge.result() }
}

class Merge {
  readonly #held: StoredPage
  readonly #modifiedAt: number
  readonly #sources: Sources
  readonly #puts: Put[] = []
  #pageBefore: PageRecord | undefined
  /** Ids in the note: a block with one of them is matched only by that id. */
  readonly #named: ReadonlySet<string>
  /** Ids in use, except newly generated ones, which are unique. */
  readonly #used = new Set<string>()
  #addedPage: 0 | 1 = 0
  #addedBlocks = 0
  #addedProperties = 0
  #hadProperties = 0
  #keptProperties = 0
  readonly #takenIds: number[] = []
  readonly #replaced = new Map<string, string>()
  #skipped = 0

  constructor(note: NoteDraft, held: StoredPage, modifiedAt: number, sources: Sources) {
    this.#held = held
    this.#modifiedAt = modifiedAt
    this.#sources = sources
    this.#named = new Set(idsOf(note))
  }

  page(note: NoteDraft): string {
    const { page } = this.#held
    const times = timesOf(note, this.#modifiedAt, this.#sources.now)
    if (page) {
      this.#skipped++
      this.#used.add(page.record.id)
      this.#countProperties(note, page.record)
      const grown = withMissing(page.record, note, times.now)
      if (grown !== page.record) {
        this.#puts.push({ record: grown, from: page.seq })
        this.#pageBefore = page.record
      }
      return page.record.id
    }
    const { id, from } = this.#place(note.day === undefined ? note.id : journalId(note.day), 'page')
    const { name, kind, favorite, spelled } = note
    const props = note.props.filter(([key]) => isOwnersKey(key))
    const record = makePage({
      id,
      name,
      kind,
      props,
      ...(favorite === true && { favorite }),
      ...(spelled && { spelled }),
      file: this.#sources.form?.(),
      ...times,
    })
    this.#puts.push({ record, from })
    this.#addedPage = 1
    this.#countProperties(note)
    return id
  }

  #countProperties(note: NoteDraft, page?: PageRecord): void {
    const own = note.props.filter(([key]) => isOwnersKey(key))
    const had = page ? own.filter(([key]) => Object.hasOwn(page.props, key)) : []
    this.#addedProperties = own.length - had.length
    this.#hadProperties = had.length
    this.#keptProperties = had.filter(([key, value]) => page!.props[key]!.v !== value).length
  }

  /** Uses a stack of its own, since outlines may nest deeper than calls can. */
  siblings(drafts: readonly BlockDraft[], pageId: string, parentId: string | null): void {
    const stack = [{ drafts, parentId }]
    for (let level = stack.pop(); level; level = stack.pop()) {
      const ids = this.#level(level.drafts, pageId, level.parentId)
      level.drafts.forEach(({ children }, i) => {
        if (children.length > 0) stack.push({ drafts: children, parentId: ids[i]! })
      })
    }
  }

  shapes(note: NoteDraft, pageId: string): void {
    const there = this.#held.shapes
    const byId = new Map(there.map((shape) => [shape.id, shape]))
    const byLook = Map.groupBy(there.toReversed(), ({ words, props }) => lookOf(words.text, valuesOf(props)))
    const free = (id: string) => !this.#used.has(id) && !this.#named.has(id)
    for (const [i, { id: named, ...shape }] of (note.shapes ?? []).entries()) {
      const own = named !== undefined && !this.#used.has(named) ? byId.get(named) : undefined
      const same = own ?? takeWhere(byLook.get(lookOf(shape.text, shape.props)), ({ id }) => free(id))
      if (same) {
        this.#used.add(same.id)
        continue
      }
      const { id, from } = this.#place(named, 'shape')
      const order = Number.isFinite(shape.order) ? shape.order : i + 1
      const times = timesOf(shape, this.#modifiedAt, this.#sources.now)
      const rev = this.#sources.newRev()
      this.#puts.push({ record: makeShape({ ...shape, id, pageId, order, rev, ...times }), from })
    }
  }

  result(): Omit<NoteMerge, 'pageId'> {
    return {
      puts: this.#puts,
      ...(this.#pageBefore && { pageBefore: this.#pageBefore }),
      added: { page: this.#addedPage, blocks: this.#addedBlocks, properties: this.#addedProperties },
      hadProperties: this.#hadProperties,
      keptProperties: this.#keptProperties,
      takenIds: this.#takenIds,
      replaced: this.#replaced,
      skipped: this.#skipped,
    }
  }

  /** @returns the record id of each draft */
  #level(drafts: readonly BlockDraft[], pageId: string, parentId: string | null): string[] {
    const { blocks } = this.#held
    if (blocks.isEmpty) return drafts.map((draft, i) => this.#add(draft, pageId, parentId, i + 1)) // no existing block to match
    const there = blocks.below(parentId)
    const found = this.#find(drafts, there, pageId)
    const orders = placesFor(
      drafts.map(({ content }, i) => ({ words: content, order: orderUnder(found[i], parentId) })),
      there,
    )
    return drafts.map((draft, i) => {
      const block = found[i]
      if (!block) return this.#add(draft, pageId, parentId, orders[i]!)
      this.#skipped++
      return block.id
    })
  }

  /** Matches each draft with an existing block: by id, else the next with the same text. */
  #find(drafts: readonly BlockDraft[], there: Siblings, pageId: string): (PageBlock | undefined)[] {
    const looked = new Map<string, number>()
    const withWords = (words: string): PageBlock | undefined => {
      const same = there.withWords(words)
      for (let at = looked.get(words) ?? 0; at < same.length; at++) {
        const block = same[at]!
        looked.set(words, at + 1)
        if (!this.#used.has(block.id) && !this.#named.has(block.id)) return block
      }
      return undefined
    }
    return drafts.map(({ id, content }) => {
      const holder = id === undefined ? undefined : this.#held.record(id)?.record
      const own = id === undefined ? undefined : (this.#held.blocks.find(id) ?? onPage(holder, pageId))
      const block = own && !this.#used.has(own.id) ? own : withWords(content)
      if (block) this.#used.add(block.id)
      const isGone = !own && (holder === undefined || holder.deleted !== undefined)
      if (block && id !== undefined && isGone) this.#replaced.set(id, block.id)
      return block
    })
  }

  #add(draft: BlockDraft, pageId: string, parentId: string | null, order: number): string {
    const { id, from } = this.#place(draft.id, 'block')
    if (draft.id !== undefined && id !== draft.id) this.#takenIds.push(draft.line)
    const { createdAt, now } = timesOf(draft, this.#modifiedAt, this.#sources.now)
    const rev = this.#sources.newRev()
    const { content } = draft
    const record = makeBlock({ id, content, rev, pageId, parentId, order, createdAt, now })
    this.#puts.push({ record, from })
    this.#addedBlocks++
    return id
  }

  /** The id of a new record: the one from the file, unless it is invalid or taken. */
  #place(named: string | undefined, kind: GraphRecord['kind']): { id: string; from: number } {
    const holder = named === undefined ? undefined : this.#held.record(named)
    const isFree =
      named !== undefined &&
      isRecordId(named) &&
      !this.#used.has(named) &&
      !this.#held.blocks.find(named) &&
      (!holder || (holder.record.deleted !== undefined && holder.record.kind === kind))
    if (!isFree) return { id: this.#sources.newId(), from: 0 }
    this.#used.add(named)
    return { id: named, from: holder?.seq ?? 0 }
  }
}

const onPage = (record: GraphRecord | undefined, pageId: string): PageBlock | undefined =>
  record?.kind === 'block' && record.deleted === undefined && record.place.pageId === pageId
    ? pageBlock(record)
    : undefined

/** A block that moved elsewhere does not count as a neighbor. */
const orderUnder = (block: PageBlock | undefined, parentId: string | null): number | undefined =>
  block?.parentId === parentId ? block.order : undefined

const valuesOf = (props: GraphRecord['props']): { readonly [key: string]: Json } =>
  Object.fromEntries(Object.entries(props).map(([key, { v }]) => [key, v]))

/** Most shapes have no text, and are compared by their appearance. */
const lookOf = (text: string, props: { readonly [key: string]: Json }): string =>
  JSON.stringify([text, props])

/** Takes the last match, and leaves the others. */
function takeWhere<T>(list: T[] | undefined, fits: (one: T) => boolean): T | undefined {
  for (let last = list?.pop(); last !== undefined; last = list?.pop()) if (fits(last)) return last
  return undefined
}

/** The page with the note's properties that it never had; the same page if there are none. */
function withMissing(page: PageRecord, note: NoteDraft, at: number): PageRecord {
  const isNew = (key: string) => isOwnersKey(key) && !Object.hasOwn(page.props, key)
  const missing: [string, Json][] = note.props
    .filter(([key]) => isNew(key))
    .map(([key, value]) => [key, value])
  const spelled = missing.flatMap(([key]) => {
    const written = note.spelled?.get(key)
    return written === undefined ? [] : [[key, written] as const]
  })
  if (spelled.length > 0)
    missing.push([PAGE_SPELLING, Object.fromEntries([...spellingsOf(page), ...spelled])])
  // A page that was removed from the favorites stays removed.
  if (note.favorite === true && !Object.hasOwn(page.props, PAGE_FAVORITE)) missing.push([PAGE_FAVORITE, true])
  if (missing.length === 0) return page
  const props = setInOrder(
    page.props,
    missing.map(([key, v]) => [key, { v, at }]),
  )
  return { ...page, props, updatedAt: Math.max(page.updatedAt, at, props[PAGE_ORDER]?.at ?? 0) }
}
