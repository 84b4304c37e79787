/**
 * The draft of one step on a device: its changed records, and the totals that depend on them. The store commits a draft
 * as a whole.
 */
import type { GraphRecord, OutlinePosition } from '@notegraph/graph'
import { hashOf, replaced } from '../checksum.ts'
import type { Group } from '../message.ts'
import { stampOf } from '../stamp.ts'
import { marksOf, onPage, type Local, type LocalStore, type Meta } from './local.ts'
import { PageOutline, type Outlines } from './page-outline.ts'

/** The most pages in `touched`. Beyond that, tidying checks all pages. */
const MOST_TOUCHED = 500

/** The prefix of the engine's values next to those of the app. */
export const RESERVED = ':'

/** One changed record of a draft; `undefined` for a missing record. */
export interface RecordChange {
  readonly id: string
  readonly before: Local | undefined
  readonly after: Local | undefined
}

/** The changes of one step, over the store's records. */
export class Draft {
  readonly #store: LocalStore
  readonly #before = new Map<string, Local | undefined>()
  readonly #after = new Map<string, Local | undefined>()
  readonly #own = new Map<string, string | null>()
  readonly #cached: Outlines | undefined
  readonly #outlines = new Map<string, PageOutline>()
  readonly #started: Meta
  #meta: Meta

  /**
   * @param outlines takes the outlines that this draft may change; absent if it only reads
   */
  constructor(store: LocalStore, meta: Meta, outlines?: Outlines) {
    this.#store = store
    this.#cached = outlines
    this.#started = meta
    this.#meta = meta
  }

  get meta(): Meta {
    return this.#meta
  }

  /** Ids of the changed records; empty if at most the meta changed. */
  get changed(): readonly string[] {
    return [...this.#after.keys()]
  }

  /** The changed records, each with its state before the draft. */
  get changes(): readonly RecordChange[] {
    return Array.from(this.#after, ([id, after]) => ({ id, before: this.#before.get(id), after }))
  }

  /** Sets a value of the app, committed with the rest; `null` deletes the value. */
  keep(key: string, value: string | null): void {
    if (key.startsWith(RESERVED)) throw new TypeError(`Keys that begin with ${RESERVED} are the engine's.`)
    this.#own.set(key, value)
  }

  /** Sets a value of the engine, under a key that begins with a colon. */
  keepOwn(key: string, value: string | null): void {
    this.#own.set(key, value)
  }

  /** Whether the draft has values of the app. */
  get keeps(): boolean {
    return this.#own.size > 0
  }

  set(part: Partial<Meta>): void {
    this.#meta = { ...this.#meta, ...part }
  }

  /** Removes members of the meta. */
  unset(...keys: ('cursor' | 'full' | 'pulled' | 'allowed' | 'mended' | 'syncedAt')[]): void {
    const rest = { ...this.#meta }
    for (const key of keys) delete rest[key]
    this.#meta = rest
  }

  /** Takes back all changes, so that the draft commits nothing. */
  abandon(): void {
    this.#after.clear()
    this.#own.clear()
    // They have the changes; the next draft reads them again.
    this.#outlines.clear()
    this.#meta = this.#started
  }

  async get(id: string): Promise<Local | undefined> {
    return (await this.getAll([id]))[0]
  }

  async getAll(ids: readonly string[]): Promise<(Local | undefined)[]> {
    const unread = ids.filter((id) => !this.#after.has(id) && !this.#before.has(id))
    const read = unread.length > 0 ? await this.#store.get(unread) : []
    for (const [i, id] of unread.entries()) this.#before.set(id, read[i])
    return ids.map((id) => (this.#after.has(id) ? this.#after.get(id) : this.#before.get(id)))
  }

  /** Finds records with a mark, in their drafted form. */
  async find(mark: string, limit: number = Infinity): Promise<Local[]> {
    const held = await this.#store.find(mark, Number.isFinite(limit) ? limit + this.#after.size : limit)
    for (const local of held) this.#before.set(local.record.id, local)
    const found = held.filter(({ record }) => !this.#after.has(record.id))
    for (const local of this.#after.values()) if (local && marksOf(local).includes(mark)) found.push(local)
    return found.slice(0, limit)
  }

  /** The outlines of pages that this draft read or changed. */
  get outlines(): ReadonlyMap<string, PageOutline> {
    return this.#outlines
  }

  /** Returns the outline of a page in its drafted form. Later changes of the draft change it too. */
  async outline(pageId: string): Promise<PageOutline> {
    const known = this.#known(pageId)
    if (known) return known
    const blocks = (await this.find(onPage(pageId))).flatMap(({ record }) => positionOf(record) ?? [])
    const outline = new PageOutline(blocks)
    this.#outlines.set(pageId, outline)
    return outline
  }

  #known(pageId: string): PageOutline | undefined {
    const held = this.#outlines.get(pageId) ?? this.#cached?.take(pageId)
    if (held) this.#outlines.set(pageId, held)
    return held
  }

  /** Replaces a record. Load the record with `get` first. */
  put(local: Local): void {
    this.#account(local.record.id, local)
  }

  remove(id: string): void {
    this.#account(id, undefined)
  }

  #held(id: string): Local | undefined {
    return this.#after.has(id) ? this.#after.get(id) : this.#before.get(id)
  }

  #account(id: string, next: Local | undefined): void {
    const before = this.#held(id)
    const { live, sum } = this.#meta
    this.set({
      live: live + lives(next?.record) - lives(before?.record),
      sum: replaced(sum, before ? hashOf(before.record) : 0, next ? hashOf(next.record) : 0),
    })
    this.#after.set(id, next)
    const [was, is] = [before, next].map((local) => local && pageOf(local.record))
    if (was !== undefined && was !== is) this.#known(was)?.delete(id)
    if (next && is !== undefined) this.#known(is)?.set(positionOf(next.record)!)
  }

  /** Returns the number of a new edit. */
  nextEdit(): number {
    this.set({ edits: this.#meta.edits + 1 })
    return this.#meta.edits
  }

  /** Replaces an edited record: its groups become dirty, and a rejected record is sent again. */
  edit(local: Local, groups: readonly Group[]): void {
    const edit = this.nextEdit()
    const { refused: _, ...rest } = local
    const before = this.#held(local.record.id)?.record
    const fresh = groups.filter((group) => local.dirty[group] === undefined)
    this.put({
      ...rest,
      dirty: { ...local.dirty, ...Object.fromEntries(groups.map((group) => [group, edit])) },
      follows: {
        ...local.follows,
        ...Object.fromEntries(fresh.map((group) => [group, (before && stampOf(before, group)) ?? 0])),
      },
    })
  }

  /** Adds pages that tidying checks after the pull. */
  touch(pageIds: Iterable<string>): void {
    if (this.#meta.touched === 'all') return
    const touched = new Set([...this.#meta.touched, ...pageIds])
    this.set({ touched: touched.size > MOST_TOUCHED ? 'all' : [...touched] })
  }

  async commit(): Promise<Meta> {
    const puts: Local[] = []
    const removes: string[] = []
    for (const [id, local] of this.#after)
      if (local) puts.push(local)
      else removes.push(id)
    await this.#store.commit({ puts, removes, meta: this.#meta, own: [...this.#own] })
    return this.#meta
  }
}

/** The page on which a live block is. */
const pageOf = (record: GraphRecord): string | undefined =>
  record.kind === 'page' || record.deleted !== undefined ? undefined : record.place.pageId

const positionOf = (record: GraphRecord): OutlinePosition | undefined =>
  record.kind === 'page'
    ? undefined
    : { id: record.id, parentId: record.place.parentId, order: record.place.order }

const lives = (record: GraphRecord | undefined): number => (record && record.deleted === undefined ? 1 : 0)
