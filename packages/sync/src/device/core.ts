/**
 * The shared parts of the engine: the store with one transaction at a time, the server's time, and the listener for
 * changes.
 */
import { newRevision } from '../revision.ts'
import { Draft } from './draft.ts'
import { NO_META, type LocalStore, type Meta } from './local.ts'
import type { Environment } from './environment.ts'
import type { ServerState } from './transport.ts'

/** The state that all parts of one engine share. */
export class Core {
  readonly store: LocalStore
  readonly #device: string | undefined
  readonly environment: Environment
  /** Revisions since the start that no push has contained, so no other device has them. */
  readonly unsent: Set<string> = new Set()
  /** Whether the session belongs to another account than the graph. Nothing is sent then. Undefined before the first answer. */
  isOtherAccount: boolean | undefined
  readonly #onChange: (ids: readonly string[]) => void
  #meta: Meta = NO_META
  #turn: Promise<unknown> = Promise.resolve()
  /** The server's head up to which this device has all changes; undefined before the first pull since the start. */
  #reached: number | undefined

  constructor(
    store: LocalStore,
    device: string | undefined,
    environment: Environment,
    onChange: (changed: readonly string[]) => void,
  ) {
    this.store = store
    this.#device = device
    this.environment = environment
    this.#onChange = onChange
  }

  get meta(): Meta {
    return this.#meta
  }

  /** The name of this device: the app's, or the one that the store has kept since the first start. */
  get device(): string {
    return this.#device ?? this.#meta.device ?? ''
  }

  /** Loads the stored state. A device without a name gets a permanent one. */
  async open(): Promise<void> {
    this.#meta = (await this.store.meta()) ?? NO_META
    if (this.device === '')
      await this.write(async (draft) =>
        draft.set({ device: `device-${this.environment.newId().slice(0, 8)}` }),
      )
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

  /** Runs one step after the step before it, and commits its draft in one transaction. */
  async write<T>(work: (draft: Draft) => Promise<T>): Promise<T> {
    const done = this.#turn.then(async () => {
      const draft = new Draft(this.store, this.#meta)
      const value = await work(draft)
      const { changed } = draft
      if (changed.length > 0 || draft.keeps || draft.meta !== this.#meta) this.#meta = await draft.commit()
      if (changed.length > 0) this.#onChange(changed)
      return value
    })
    this.#turn = done.catch(() => {})
    return done
  }

  /** Returns a draft for reading between two steps. */
  read(): Draft {
    return new Draft(this.store, this.#meta)
  }
}
