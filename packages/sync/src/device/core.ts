/**
 * What the parts of the engine share: the device's store with one step at a time over it, its time as the server tells
 * it, and who is told of what changed.
 */
import { newRevision } from '../revision.ts'
import { Draft } from './draft.ts'
import { NO_META, type LocalStore, type Meta } from './local.ts'
import type { Surroundings } from './surroundings.ts'

export class Core {
  readonly store: LocalStore
  readonly #device: string | undefined
  readonly around: Surroundings
  /** Revisions made since the start that no push has named: nobody else can have them. */
  readonly unsent: Set<string> = new Set()
  readonly #told: (ids: readonly string[]) => void
  #meta: Meta = NO_META
  #turn: Promise<unknown> = Promise.resolve()

  constructor(
    store: LocalStore,
    device: string | undefined,
    around: Surroundings,
    told: (changed: readonly string[]) => void,
  ) {
    this.store = store
    this.#device = device
    this.around = around
    this.#told = told
  }

  get meta(): Meta {
    return this.#meta
  }

  /** The name of this device: the one that was given, or one that the store keeps since the first start. */
  get device(): string {
    return this.#device ?? this.#meta.device ?? ''
  }

  /** Reads what was kept. A device without a name gets one, for good. */
  async open(): Promise<void> {
    this.#meta = (await this.store.meta()) ?? NO_META
    if (this.device === '')
      await this.write(async (draft) => draft.set({ device: `device-${this.around.newId().slice(0, 8)}` }))
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
