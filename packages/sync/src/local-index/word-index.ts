/**
 * The texts of a graph in memory, for search and queries. It is read from the store with the first question, and each
 * commit changes it. `@notegraph/search` decides what matches; this index only says which blocks to look at.
 *
 * @see sync, The device's rules 7b
 */
import { isOpen, parseBlock, type BlockText } from '@notegraph/block-text'
import { linkName, type GraphRecord } from '@notegraph/graph'
import type { Query } from '@notegraph/query'
import {
  formsOf,
  latestFirst,
  LeanBlock,
  notesOf,
  readNotes,
  search,
  type Asked,
  type Found,
  type Listing,
  type NotePage,
  type Notes,
  type Part,
} from '@notegraph/search'
import type { RecordChange } from '../device/draft.ts'
import type { LocalStore } from '../device/local.ts'
import { blockMarks, DATED, linking, PRIORITY, taskMark, withProperty } from './index-marks.ts'
import { pageLinks, propertyUses, type NameUse, type PageLinks } from './page-links.ts'

/** Marks that are in memory alone: of the blocks that tag a name, and of those that tag it and link it otherwise too. */
const TAGGING = 'tags:'
const BOTH = 'both:'
const LINKING = linking('')
const PROPERTY = withProperty('')

interface IndexedBlock {
  readonly block: LeanBlock
  /** The sets of the marks that the block has. */
  readonly sets: readonly Set<LeanBlock>[]
}

/** The texts of a graph, and the blocks of each mark. */
export class WordIndex {
  readonly #store: Pick<LocalStore, 'scan'>
  #pages = new Map<string, NotePage>()
  #blocks = new Map<string, IndexedBlock>()
  #marked = new Map<string, Set<LeanBlock>>()
  /** Ids that changed while the store is read: what was read of them is old. */
  #changedMeanwhile: Set<string> | undefined
  #loading: Promise<void> | undefined
  /** The pages in the order of search, until one changes. */
  #sorted: Notes['pages'] | undefined
  /** All live pages and blocks, until the next change. */
  #notes: Notes<LeanBlock> | undefined
  /** The blocks in the order of search as of the last question, and those that came and went since. */
  #latest: readonly LeanBlock[] = []
  #added = new Set<LeanBlock>()
  #gone = new Set<LeanBlock>()

  constructor(store: Pick<LocalStore, 'scan'>) {
    this.#store = store
  }

  /** Reads the store, once. */
  async load(): Promise<void> {
    this.#loading ??= this.#readAll().catch((error: unknown) => {
      this.clear()
      throw error
    })
    return this.#loading
  }

  /** Forgets everything; the next question reads the store again. */
  clear(): void {
    this.#loading = undefined
    this.#changedMeanwhile = undefined
    this.#notes = undefined
    this.#sorted = undefined
    this.#latest = []
    this.#added = new Set()
    this.#gone = new Set()
    this.#pages = new Map()
    this.#blocks = new Map()
    this.#marked = new Map()
  }

  /** Takes the changes of a commit. */
  changed(changes: readonly RecordChange[]): void {
    if (!this.#loading) return
    for (const { id, after } of changes) {
      this.#changedMeanwhile?.add(id)
      this.#put(id, after?.record)
    }
  }

  /** The matching blocks, in the order of the API. Call `load` before. */
  find(query: Query, asked: Asked, part: Part & Listing = {}): Found<LeanBlock> {
    const notes = this.#all()
    // Ranking counts in all blocks.
    const few = part.order === 'relevance' ? undefined : this.#candidates(query, notes)
    const blocks = few && Array.from(few).filter(({ pageId }) => this.#pages.has(pageId))
    return search(blocks ? { ...notes, blocks } : notes, query, asked, part)
  }

  /** The keys of properties of live blocks and pages, those in most of them first. Call `load` before. */
  propertyKeys(): readonly string[] {
    const { pages } = this.#all()
    const counts = new Map<string, number>()
    for (const [mark, blocks] of this.#marked)
      if (mark.startsWith(PROPERTY) && blocks.size > 0) counts.set(mark.slice(PROPERTY.length), blocks.size)
    for (const { properties } of pages)
      for (const { key } of properties) counts.set(key, (counts.get(key) ?? 0) + 1)
    return [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([key]) => key)
  }

  /** The graph of pages. Call `load` before. */
  pageLinks(): PageLinks {
    const { pages } = this.#all()
    return pageLinks(pages, this.#uses(pages))
  }

  *#uses(pages: Notes['pages']): Generator<NameUse> {
    yield* propertyUses(pages)
    for (const [mark, blocks] of this.#marked) {
      if (!mark.startsWith(LINKING)) continue
      const name = mark.slice(LINKING.length)
      const tagging = this.#marked.get(TAGGING + name)
      const both = this.#marked.get(BOTH + name)
      for (const source of blocks) {
        const page = this.#pages.get(source.pageId)
        if (!page) continue
        const isTag = tagging?.has(source) === true
        if (isTag) yield { source, page, name, isTag }
        if (!isTag || both?.has(source) === true) yield { source, page, name, isTag: false }
      }
    }
  }

  /** The blocks to look at; undefined for all. */
  #candidates(query: Query, notes: Notes<LeanBlock>): ReadonlySet<LeanBlock> | undefined {
    // The type of a page depends on all records that name it.
    return asksForType(query) ? undefined : this.#possible(query, notes)
  }

  #possible(query: Query, notes: Notes<LeanBlock>): ReadonlySet<LeanBlock> | undefined {
    switch (query.kind) {
      case 'and':
        return query.operands
          .map((operand) => this.#possible(operand, notes))
          .filter((blocks) => blocks !== undefined)
          .toSorted((a, b) => a.size - b.size)[0]
      case 'or': {
        const each = query.operands.map((operand) => this.#possible(operand, notes))
        return each.every((blocks) => blocks !== undefined) ? union(each) : undefined
      }
      case 'ref':
        return this.#with(formsOf(notes, query.name).map(linking))
      case 'task':
        return this.#with([...new Set(query.markers.map((marker) => taskMark(!isOpen(marker))))])
      case 'priority':
        return this.#with([PRIORITY])
      case 'property':
        return this.#with([withProperty(query.key)])
      case 'between':
        return query.field === 'created' || query.field === 'updated' ? undefined : this.#with([DATED])
      case 'words':
      case 'not':
      case 'page':
      case 'namespace':
      case 'page-ids':
      case 'page-property':
      case 'page-tags':
      case 'page-type':
      case 'journal':
        return undefined
    }
  }

  #with(marks: readonly string[]): ReadonlySet<LeanBlock> {
    return union(marks.map((mark) => this.#marked.get(mark) ?? new Set()))
  }

  async #readAll(): Promise<void> {
    const changed = new Set<string>()
    this.#changedMeanwhile = changed
    for await (const batch of this.#store.scan()) {
      if (this.#changedMeanwhile !== changed) return
      for (const { record } of batch) if (!changed.has(record.id)) this.#put(record.id, record)
    }
    this.#changedMeanwhile = undefined
  }

  #put(id: string, record: GraphRecord | undefined): void {
    this.#notes = undefined
    if (this.#pages.delete(id) || record?.kind === 'page') this.#sorted = undefined
    const held = this.#blocks.get(id)
    if (held) {
      for (const set of held.sets) set.delete(held.block)
      this.#blocks.delete(id)
      if (!this.#added.delete(held.block)) this.#gone.add(held.block)
    }
    if (!record || record.deleted !== undefined || record.kind === 'shape') return
    if (record.kind === 'page') return void this.#pages.set(id, readNotes([record]).pages[0]!)
    const parsed = parseBlock(record.words.text)
    const block = new LeanBlock(record, parsed, this.#pages)
    const marks = [...blockMarks(parsed), ...tagMarks(parsed)]
    this.#blocks.set(id, { block, sets: marks.map((mark) => this.#setOf(mark).add(block)) })
    this.#added.add(block)
  }

  #setOf(mark: string): Set<LeanBlock> {
    let set = this.#marked.get(mark)
    if (!set) this.#marked.set(mark, (set = new Set()))
    return set
  }

  #all(): Notes<LeanBlock> {
    if (this.#notes) return this.#notes
    // Sorting is quick where nearly all is in order, here and when a search sorts what it found.
    const kept = this.#latest.filter((block) => !this.#gone.has(block))
    this.#latest = [...this.#added, ...kept].toSorted(latestFirst)
    this.#added.clear()
    this.#gone.clear()
    const blocks = this.#latest.filter(({ pageId }) => this.#pages.has(pageId))
    // The same list of pages has the same names, which take long to read.
    this.#sorted ??= notesOf(this.#pages.values(), []).pages
    return (this.#notes = { ...notesOf([], blocks), pages: this.#sorted })
  }
}

function tagMarks({ tags, links }: BlockText): readonly string[] {
  if (tags.length === 0) return []
  const linked = new Set(links.map(linkName))
  return tags.map(linkName).flatMap((form) => [TAGGING + form, ...(linked.has(form) ? [BOTH + form] : [])])
}

const asksForType = (query: Query): boolean =>
  'operands' in query
    ? query.operands.some(asksForType)
    : query.kind === 'not'
      ? asksForType(query.operand)
      : query.kind === 'page-type'

function union<T>(sets: readonly ReadonlySet<T>[]): ReadonlySet<T> {
  if (sets.length === 1) return sets[0]!
  const all = new Set<T>()
  for (const set of sets) for (const one of set) all.add(one)
  return all
}
