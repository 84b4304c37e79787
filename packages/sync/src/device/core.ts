/**
 * The shared parts of the engine: the store with one transaction at a time, the server's time, and the listener for
 * changes.
 */
import type { GraphRecord, Prop } from '@notegraph/graph'
import { INDEX_MARKS } from '../local-index/index-marks.ts'
import { isSameValue } from '../merge-props.ts'
import type { Group } from '../message.ts'
import { keyOfGroup } from '../push.ts'
import { newRevision } from '../revision.ts'
import type { Origin } from './origin.ts'
import { Draft, type RecordChange } from './draft.ts'
import {
  countAll,
  isSameCounts,
  NO_META,
  recounted,
  isTakenError,
  StoreTaken,
  type Counts,
  type LocalStore,
  type Meta,
} from './local.ts'
import type { Environment } from './environment.ts'
import { Outlines } from './page-outline.ts'
import type { ServerState } from './transport.ts'

/** The events of a core, for its engine. */
export interface CoreEvents {
  /** The records that a commit changed. */
  changed(changes: readonly RecordChange[], origin: Origin): void
  /** The counts of open matters changed. */
  counted(counts: Counts): void
  /** Another engine uses the store from now on. */
  taken(): void
  /** Opens the engine. A step before that would be stored beside a state that was never read. */
  open(): Promise<void>
}

/** The author of commits that nobody asked for. */
const ENGINE: Origin = { by: 'engine' }

/** The engine of each store object that this program uses. A second one takes the store over. */
const USERS = new WeakMap<LocalStore, Core>()

/** The state that all parts of one engine share. */
export class Core {
  readonly store: LocalStore
  readonly #device: string | undefined
  readonly environment: Environment
  /** Revisions since the start that no push has contained, so no other device has them. */
  readonly unsent: Set<string> = new Set()
  /** Files that the server knows under another id: that id by the id that this device gave the file. */
  readonly formerFiles: Map<string, string> = new Map()
  /** Properties since the start that a push contained, and that no answer has confirmed. By record id. */
  readonly #unanswered = new Map<string, GraphRecord['props']>()
  /** Whether the session belongs to another account than the graph. Nothing is sent then. Undefined before the first answer. */
  isOtherAccount: boolean | undefined
  readonly #events: CoreEvents
  #meta: Meta = NO_META
  #isLoaded = false
  #counts: Counts = { pending: 0, refused: 0, conflicts: 0 }
  #taken: StoreTaken | undefined
  readonly #outlines = new Outlines()
  #turn: Promise<unknown> = Promise.resolve()
  #indexing: Promise<void> | undefined
  /** The server's head up to which this device has all changes; undefined before the first pull since the start. */
  #reached: number | undefined

  constructor(store: LocalStore, device: string | undefined, environment: Environment, events: CoreEvents) {
    this.store = store
    this.#device = device
    this.environment = environment
    this.#events = events
  }

  get meta(): Meta {
    return this.#meta
  }

  /** The name of this device: the app's, or the one that the store has kept since the first start. */
  get device(): string {
    return this.#device ?? this.#meta.device ?? ''
  }

  get counts(): Counts {
    return this.#counts
  }

  /** Why this engine has lost the store, if another engine uses it. */
  get taken(): StoreTaken | undefined {
    return this.#taken
  }

  /** Notes that another engine uses the store. */
  take(error: StoreTaken = new StoreTaken()): void {
    if (this.#taken) return
    this.#taken = error
    this.#events.taken()
  }

  /** Loads the stored state. A device without a name gets a permanent one. */
  async open(): Promise<void> {
    const user = USERS.get(this.store)
    USERS.set(this.store, this)
    if (user !== this) user?.take()
    // An edit meanwhile would be counted in neither state.
    await this.#inTurn(async () => {
      this.#taken = undefined
      this.#indexing = undefined
      this.#outlines.clear()
      this.#meta = (await this.store.meta()) ?? NO_META
      this.#setCounts(await countAll(this.store))
    })
    this.#isLoaded = true
    if (this.device === '')
      await this.write(async (draft) =>
        draft.set({ device: `device-${this.environment.newId().slice(0, 8)}` }),
      )
  }

  /** Resolves when the stored state is loaded, and loads it if nobody has asked for that. */
  async loaded(): Promise<void> {
    if (!this.#isLoaded) await this.#events.open()
  }

  /** Returns the server's time, as far as this device knows it. */
  now(): number {
    return this.environment.now() + this.#meta.offset
  }

  /** Notes that a pull has reached the head. */
  reached(head: number): void {
    this.#reached = head
  }

  /** Notes a push of this device: its own commit is no news. */
  pushed(head: number): void {
    if (this.#reached !== undefined && head === this.#reached + 1) this.#reached = head
  }

  /** Whether this device has all changes up to a state of the server. */
  knows({ head, epoch }: ServerState): boolean {
    return this.#reached !== undefined && epoch === this.#meta.epoch && head <= this.#reached
  }

  newRevision(): string {
    const rev = newRevision(this.device, this.environment.newId())
    this.unsent.add(rev)
    return rev
  }

  /** Notes the properties that a push contains. */
  sends({ id, props }: GraphRecord): void {
    if (Object.keys(props).length > 0) this.#unanswered.set(id, props)
  }

  /** Notes the answer to a push of a record. */
  answered(id: string): void {
    this.#unanswered.delete(id)
  }

  /** Whether a property of the server is one that this device sent without an answer. */
  isUnanswered(id: string, group: Group, { v }: Prop): boolean {
    const sent = this.#unanswered.get(id)
    return sent !== undefined && isSameValue(sent[keyOfGroup(group)!]?.v, v)
  }

  /** Runs one step after the step before it, and commits its draft in one transaction in the name of its author. */
  async write<T>(work: (draft: Draft) => Promise<T>, origin: Origin = ENGINE): Promise<T> {
    await this.loaded()
    return this.#inTurn(async () => {
      const draft = new Draft(this.store, this.#meta, this.#outlines)
      const value = await work(draft)
      const { changes } = draft
      if (changes.length > 0 || draft.keeps || draft.meta !== this.#meta) {
        if (this.#taken) throw this.#taken
        this.#meta = await draft.commit()
      }
      this.#outlines.putBack(draft.outlines)
      if (changes.length === 0) return value
      this.#setCounts(
        changes.reduce((counts, { before, after }) => recounted(counts, before, after), this.#counts),
      )
      this.#events.changed(changes, origin)
      return value
    })
  }

  #setCounts(counts: Counts): void {
    if (isSameCounts(counts, this.#counts)) return
    this.#counts = counts
    this.#events.counted(counts)
  }

  /** Resolves when all records have the marks of the index. Only a store of an earlier release has to be marked. */
  async indexed(): Promise<void> {
    if (this.#meta.indexed === INDEX_MARKS) return
    this.#indexing ??= this.#markAll().catch((error: unknown) => {
      this.#indexing = undefined
      throw error
    })
    return this.#indexing
  }

  /** Edits and pulls go on meanwhile; they store new marks themselves. */
  async #markAll(): Promise<void> {
    for await (const batch of this.store.scan()) {
      const ids = batch.map(({ record }) => record.id)
      await this.#inTurn(async () => {
        const puts = (await this.store.get(ids)).filter((local) => local !== undefined)
        if (this.#taken) throw this.#taken
        await this.store.commit({ puts, removes: [], meta: this.#meta })
      })
    }
    await this.write(async (draft) => draft.set({ indexed: INDEX_MARKS }))
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    this.#turn = done.catch((error: unknown) => {
      if (isTakenError(error)) this.take(error)
    })
    return done
  }

  /** Returns a draft for reading between two steps. */
  read(): Draft {
    return new Draft(this.store, this.#meta)
  }
}
