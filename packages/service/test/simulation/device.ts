/**
 * A device of a simulation: the real engine over a store in memory that can crash before and after a commit. An engine
 * whose process ended does nothing more, whatever it was waiting for.
 */
import type { GraphRecord } from '@notegraph/graph'
import { createEngine, memoryStore, type Engine, type Local, type LocalStore } from '@notegraph/sync'
import type { Chance } from './chance.ts'
import { isWorded, type Ledger } from './ledger.ts'
import type { Network } from './network.ts'
import type { Time } from './time.ts'

export class Crash extends Error {}

export interface DeviceSetup {
  readonly name: string
  readonly time: Time
  readonly chance: Chance
  readonly ledger: Ledger
  readonly network: Network
  /** A page is folded into another, on a device that has come as far as this number. */
  folded(page: Local, head: number): void
}

export class Device {
  readonly setup: DeviceSetup
  engine!: Engine
  #store: LocalStore = memoryStore()
  /** How far its clock is off, in milliseconds. */
  skew: number = 0
  /** The next commit ends the process. */
  crashesAt: 'before' | 'after' | undefined
  /** Its sums differed from the server's, which they never may. */
  hadToMend: boolean = false
  #life = 0

  constructor(setup: DeviceSetup) {
    this.setup = setup
  }

  get network(): Network {
    return this.setup.network
  }

  /** Starts the process anew, over what the store holds. */
  async start(): Promise<void> {
    const { name, time, chance, network } = this.setup
    const life = ++this.#life
    const isAlive = () => this.#life === life
    const never = new Promise<never>(() => {})
    const whileAlive = async <T>(answer: Promise<T>): Promise<T> =>
      answer.then(
        (value) => (isAlive() ? value : never),
        (error: unknown) => (isAlive() ? Promise.reject(error as Error) : never),
      )
    this.crashesAt = undefined
    this.engine = createEngine({
      device: name,
      store: this.#guarded(isAlive),
      transport: {
        pull: async (cursor) => (isAlive() ? whileAlive(network.pull(cursor)) : never),
        push: async (body) => (isAlive() ? whileAlive(network.push(body)) : never),
      },
      around: {
        now: () => time.now + this.skew,
        later: (ms, run) => time.later(ms, () => isAlive() && run()),
        random: () => chance.part(),
        newId: () => chance.uuid(),
      },
    })
    await this.engine.start()
  }

  /** Ends the process at once. */
  kill(): void {
    this.#life++
  }

  get isDead(): boolean {
    return this.engine === undefined
  }

  #guarded(isAlive: () => boolean): LocalStore {
    const base = this.#store
    return {
      ...base,
      commit: async (change) => {
        if (!isAlive()) throw new Crash()
        const crash = this.crashesAt
        if (crash === 'before') this.#crash()
        const befores = await base.get(change.puts.map(({ record }) => record.id))
        await base.commit(change)
        this.hadToMend ||= change.meta.mended === true || change.meta.recounted !== undefined
        for (const [i, local] of change.puts.entries()) this.#note(befores[i], local, change.meta.head)
        if (crash === 'after') this.#crash()
      },
    }
  }

  #crash(): never {
    this.kill()
    void this.start()
    throw new Crash()
  }

  /** Tells the ledger what a person did here, who saw what the device showed. */
  #note(before: Local | undefined, after: Local, head: number): void {
    const { ledger, name } = this.setup
    const isEdit = (group: string) =>
      after.dirty[group] !== undefined && after.dirty[group] !== before?.dirty[group]
    const [was, is] = [before?.record, after.record]
    const isDeleted = isEdit('deleted') && was?.deleted === undefined
    if (!isWorded(is)) {
      if (isDeleted && isEdit('props.:into')) this.setup.folded(before!, head)
      else if (isDeleted) ledger.edited(was, is)
      return
    }
    const held = isWorded(was) ? was : undefined
    const isTyped = isEdit('words') && held?.words.rev !== is.words.rev
    if (isTyped || isDeleted || isEdit('drops')) ledger.edited(was, is)
    // Whoever tidies notes the way of a block.
    if (isEdit('place') && held?.place.at !== is.place.at && !isEdit('props.:path'))
      ledger.placed(is, held ? name : undefined)
  }

  async locals(): Promise<Local[]> {
    const all: Local[] = []
    for await (const batch of this.#store.scan()) all.push(...batch)
    return all
  }

  /** Whether blocks are here whose page nobody has sent. */
  async waitsForPages(): Promise<boolean> {
    return Object.keys((await this.#store.meta())?.absent ?? {}).length > 0
  }

  async records(): Promise<GraphRecord[]> {
    return (await this.locals()).map(({ record }) => record)
  }

  async wipe(): Promise<void> {
    this.kill()
    this.#store = memoryStore()
    await this.start()
  }

  /** Takes the place of this device's data with another's. */
  async copyFrom(other: Device): Promise<void> {
    this.kill()
    this.#store = memoryStore()
    const meta = await other.#store.meta()
    if (meta) await this.#store.commit({ puts: await other.locals(), removes: [], meta })
    await this.start()
  }
}
