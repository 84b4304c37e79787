/**
 * What the parts of the engine share: the device's store with one step at a time over it, its time as the server tells
 * it, and who is told of what changed.
 */
import { newRevision } from '../revision.ts'
import { Draft } from './draft.ts'
import { NO_META, type LocalStore, type Meta } from './local.ts'

/** What a device lends to its engine: time, chance and ids. */
export interface Surroundings {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs something after so many milliseconds. @returns what takes it back */
  later(ms: number, run: () => void): () => void
  /** From 0 to below 1. */
  random(): number
  /** A new random UUID. */
  newId(): string
}

export class Core {
  readonly store: LocalStore
  readonly device: string
  readonly around: Surroundings
  /** Revisions made since the start that no push has named: nobody else can have them. */
  readonly unsent: Set<string> = new Set()
  readonly #told: (ids: readonly string[]) => void
  #meta: Meta = NO_META
  #turn: Promise<unknown> = Promise.resolve()

  constructor(
    store: LocalStore,
    device: string,
    around: Surroundings,
    told: (changed: readonly string[]) => void,
  ) {
    this.store = store
    this.device = device
    this.around = around
    this.#told = told
  }

  get meta(): Meta {
    return this.#meta
  }

  /** Reads what was kept. */
  async open(): Promise<void> {
    this.#meta = (await this.store.meta()) ?? NO_META
  }

  /** The time as the server has it, as far as it is known. */
  now(): number {
    return this.around.now() + this.#meta.offset
  }

  newRevision(): string {
    const rev = newRevision(this.device, this.around.newId())
    this.unsent.add(rev)
    return rev
  }

  /** One step: what the work drafts is landed whole, after the step before it. */
  async write<T>(work: (draft: Draft) => Promise<T>): Promise<T> {
    const done = this.#turn.then(async () => {
      const draft = new Draft(this.store, this.#meta)
      const value = await work(draft)
      const { changed } = draft
      if (changed.length > 0 || draft.keeps || draft.meta !== this.#meta) this.#meta = await draft.commit()
      if (changed.length > 0) this.#told(changed)
      return value
    })
    this.#turn = done.catch(() => {})
    return done
  }

  /** What the device holds, between two steps. */
  read(): Draft {
    return new Draft(this.store, this.#meta)
  }
}
