/**
 * A device of a simulation: the real engine over a store in memory that can crash before and after a commit. After its
 * process ended, an engine does nothing more, whatever it was waiting for.
 */
import type { GraphRecord } from '@notegraph/graph'
import {
  createEngine,
  memoryStore,
  undoHistory,
  type Engine,
  type Local,
  type LocalChange,
  type LocalStore,
  type PullReply,
  type UndoHistory,
} from '@notegraph/sync'
import type { Chance } from './chance.ts'
import { DeviceRules } from './device-rules.ts'
import { isWorded, shownRevs, type Ledger } from './ledger.ts'
import type { Network } from './network.ts'
import type { Copy } from './owed.ts'
import type { Time } from './time.ts'
import { Watch } from './watch.ts'

export class Crash extends Error {}

/** The device's store refuses a commit. */
export class StoreFull extends Error {}

export interface DeviceSetup {
  readonly name: string
  readonly time: Time
  readonly chance: Chance
  readonly ledger: Ledger
  readonly network: Network
  /** Whether the times of its requests are checked. */
  readonly isWatched: boolean
  /** Called when a rule is broken. */
  readonly failed: (what: string) => void
  /** A page was merged into another, on a device that has reached this number. */
  folded(page: Local, head: number): void
}

const EDITS = [
  ...(['addBlock', 'setText', 'moveBlock', 'deleteBlock', 'pick', 'setOutline'] as const),
  ...(['openPage', 'openDay', 'renamePage', 'setProp', 'setFavorite', 'deletePage'] as const),
  ...(['edit', 'undo', 'settle'] as const),
]

/** The engine, with observers of edits and of requested syncs. */
function watched(engine: Engine, watch: Watch): Engine {
  const edits = EDITS.map((name) => [
    name,
    {
      value: async (...args: unknown[]): Promise<unknown> => {
        const edited = await (engine[name] as (...args: unknown[]) => Promise<unknown>)(...args)
        watch.edited()
        return edited
      },
    },
  ])
  const asks = (['sync', 'allowDeletion'] as const).map((name) => [
    name,
    {
      value: async () => {
        watch.asked()
        return engine[name]()
      },
    },
  ])
  return Object.create(engine, Object.fromEntries([...edits, ...asks])) as Engine
}

export class Device {
  readonly setup: DeviceSetup
  engine!: Engine
  /** The steps that its person can undo. */
  history!: UndoHistory
  /** The words from which its person filled a field, and types on. */
  field: { readonly id: string; readonly rev: string } | undefined
  #store: LocalStore = memoryStore()
  /** The error of its clock in milliseconds. */
  skew: number = 0
  /** The next commit ends the process. */
  crashesAt: 'before' | 'after' | undefined
  /** The next commit fails, and the process continues. */
  isFull: boolean = false
  /** Its digests differed from the server's, which must never happen. */
  hadToMend: boolean = false
  #life = 0
  #rules: DeviceRules
  #watch!: Watch
  /** Changed records without an event yet. */
  #unreported = new Set<string>()
  #state: string | undefined

  constructor(setup: DeviceSetup) {
    this.setup = setup
    this.#rules = this.#newRules()
  }

  #newRules(): DeviceRules {
    const { name, failed } = this.setup
    return new DeviceRules(name, (what) => failed(`(rules) ${what}, on ${name}`))
  }

  get network(): Network {
    return this.setup.network
  }

  /** Starts the process again, with the stored data. */
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
    this.#unreported.clear()
    this.#state = undefined
    const watch = new Watch(
      () => time.now,
      (what) => this.setup.isWatched && this.setup.failed(`(rules) ${what}, on ${name}`),
    )
    this.#watch = watch
    const rules = this.#rules
    const now = () => time.now + this.skew
    /** The answers of an archive; each wait for one is a request. */
    async function* taken(answers: AsyncIterable<PullReply>): AsyncGenerator<PullReply, void> {
      if (!isAlive()) return never
      const askedAt = now()
      const left = answers[Symbol.asyncIterator]()
      for (;;) {
        const { step } = await watch.request(async () => ({ ok: true, step: await whileAlive(left.next()) }))
        if (step.done === true) return
        rules.pulled(step.value.value, askedAt, now())
        yield step.value
      }
    }
    const engine = createEngine({
      device: name,
      store: this.#guarded(isAlive),
      transport: {
        pull: async (cursor) => {
          if (!isAlive()) return never
          const askedAt = time.now + this.skew
          const reply = await watch.request(async () => whileAlive(network.pull(cursor)))
          if (reply.ok) this.#rules.pulled(reply.value, askedAt, time.now + this.skew)
          return reply
        },
        push: async (body) => {
          if (!isAlive()) return never
          this.#rules.pushes(body)
          const reply = await watch.request(async () => whileAlive(network.push(body)))
          if (reply.ok) this.#rules.answered(body)
          return reply
        },
        ...(network.archive && { archive: (cursor, signal) => taken(network.archive!(cursor, signal)) }),
        ...(network.listen && {
          listen: async (heard, signal) => {
            if (!isAlive()) return never
            const listening = network.listen!((state) => {
              if (!isAlive()) return
              if (state) watch.heard()
              heard(state)
            }, signal)
            return whileAlive(listening)
          },
        }),
      },
      environment: {
        now: () => time.now + this.skew,
        later: (ms, run) => time.later(ms, () => isAlive() && run()),
        random: () => chance.part(),
        newId: () => chance.uuid(),
      },
    })
    engine.on('state', (state) => {
      if (!isAlive()) return
      watch.became(state)
      this.#state = state.status
    })
    engine.on('change', (ids) => {
      for (const id of ids) this.#unreported.delete(id)
    })
    this.engine = watched(engine, watch)
    // They outlive the process, as over a reload.
    this.history = undoHistory(this.engine, { steps: this.history?.steps ?? [] })
    await engine.start()
  }

  /** Checks the invariants of an idle device. */
  async check(): Promise<void> {
    const { failed, name } = this.setup
    const { status } = this.engine.state
    if (this.#unreported.size > 0)
      failed(`(rules) device 7: nobody heard of ${[...this.#unreported].join()}, on ${name}`)
    if (this.#state !== undefined && this.#state !== status)
      failed(`(rules) device 7: ${name} is ${status}, and reported as ${this.#state}`)
    if (this.engine.state.status === 'error' && this.engine.state.reason.code === 'mass_deletion') {
      const [doomed, meta] = [await this.#store.count('doomed'), await this.#store.meta()]
      if (meta && (meta.live < 100 || doomed < meta.live * 0.9))
        failed(`(rules) device 6: ${name} asks though only ${doomed} of ${meta.live} would go`)
    }
    this.#watch.check((await this.engine.pending()).waiting > 0)
  }

  /** Checks its lists of pending changes and conflicts. */
  async checkLists(): Promise<void> {
    const locals = await this.locals()
    const { waiting, refused } = await this.engine.pending()
    const isOpen = (local: Local) => Object.keys(local.dirty).length > 0
    const counts = [
      locals.filter((local) => isOpen(local) && !local.refused),
      locals.filter((one) => one.refused),
    ]
    const conflicts = locals.filter(({ record }) => record.deleted === undefined && record.versions)
    const said = [waiting, refused.length, (await this.engine.conflicts()).length]
    const are = [...counts, conflicts].map(({ length }) => length)
    if (said.join() !== are.join())
      this.setup.failed(`(rules) device 7: ${this.setup.name} tells ${said.join()} of ${are.join()}`)
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
        if (this.isFull) {
          this.isFull = false
          throw new StoreFull('the disk is full')
        }
        await this.#commit(base, change)
        if (crash === 'after') this.#crash()
      },
    }
  }

  async #commit(base: LocalStore, change: LocalChange): Promise<void> {
    const befores = await base.get(change.puts.map(({ record }) => record.id))
    const removed = (await base.get(change.removes)).filter((local) => local !== undefined)
    const meta = { before: await base.meta(), after: change.meta }
    const pages = (await base.find('page'))
      .map(({ record }) => record)
      .filter((record) => record.kind === 'page')
    await base.commit(change)
    this.hadToMend ||= change.meta.mended === true || change.meta.recounted !== undefined
    for (const [i, local] of change.puts.entries()) this.#note(befores[i], local, change.meta.head)
    for (const { record } of [...change.puts, ...removed]) this.#unreported.add(record.id)
    await this.#rules.committed({
      befores,
      puts: change.puts,
      removed,
      meta,
      clock: this.setup.time.now + this.skew,
      pages: async () => pages,
      blocksOn: async (pageId) =>
        (await this.locals()).filter(
          ({ record }) => isWorded(record) && record.deleted === undefined && record.place.pageId === pageId,
        ),
    })
  }

  #crash(): never {
    this.kill()
    void this.start()
    throw new Crash()
  }

  /** Reports an edit to the ledger, by a person who saw what the device showed. */
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
    const isKept = held !== undefined && shownRevs(is).includes(held.words.rev)
    if (isTyped && held && !isKept) ledger.replacedOn(name, held.words.rev, is.words.rev)
    if (isTyped || isDeleted || isEdit('drops')) ledger.edited(was, is)
    // An automatic repair sets `:path`; any other move is a person's.
    if (isEdit('place') && held?.place.at !== is.place.at && !isEdit('props.:path'))
      ledger.placed(is, held ? name : undefined)
  }

  async locals(): Promise<Local[]> {
    const all: Local[] = []
    for await (const batch of this.#store.scan()) all.push(...batch)
    return all
  }

  /** Whether it has blocks whose page no device has sent. */
  async waitsForPages(): Promise<boolean> {
    return Object.keys((await this.#store.meta())?.absent ?? {}).length > 0
  }

  async copies(): Promise<Copy[]> {
    return (await this.locals()).map(({ record, dirty }) => ({
      record,
      isDeleting: dirty['deleted'] !== undefined,
      isEdited: Object.keys(dirty).length > 0,
    }))
  }

  async records(): Promise<GraphRecord[]> {
    return (await this.locals()).map(({ record }) => record)
  }

  async wipe(): Promise<void> {
    this.kill()
    this.#store = memoryStore()
    this.#rules = this.#newRules()
    await this.start()
  }

  /** Replaces this device's data by another's. */
  async copyFrom(other: Device): Promise<void> {
    this.kill()
    this.#store = memoryStore()
    const meta = await other.#store.meta()
    if (meta) await this.#store.commit({ puts: await other.locals(), removes: [], meta })
    this.#rules = this.#newRules()
    this.#rules.copyOf(other.#rules)
    await this.start()
  }
}
