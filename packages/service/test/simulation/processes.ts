/**
 * Several processes over one store. Each request runs on one of them, one request at a time, so that a seed repeats. A
 * process may die before or after any call of the store. Another one is started in its place, with old files or none.
 */
import type { GraphStore, Store } from '@notegraph/store'
import type { TestData } from '@notegraph/store/testing'
import { Chance } from './chance.ts'
import { Crash } from './device.ts'
import type { ServedGraph } from './served-graph.ts'

/** A process died during a request. Nobody gets an answer. */
class ProcessDied extends Crash {}

const EVERYTHING = { records: 1e6, bytes: 1e9 }

let accounts = 0

export class Processes implements ServedGraph {
  readonly #data: TestData
  readonly #accountId: string
  readonly #chance: Chance
  readonly #stores: Store[]
  /** The stores of dead processes. They would end with their processes. */
  readonly #abandoned: Store[] = []
  #current = 0
  #waiting = 0
  #last: Promise<unknown> = Promise.resolve()
  /** The request that runs. */
  #request = { isDead: false }
  /** Calls until a process dies. */
  #left: number | undefined

  private constructor(data: TestData, seed: number, stores: Store[], chance: Chance) {
    this.#data = data
    this.#accountId = `seed-${seed}-${++accounts}`
    this.#stores = stores
    this.#chance = chance
  }

  /** Starts two or three processes. @param data may have been used by other seeds */
  static async start(data: TestData, seed: number): Promise<Processes> {
    const chance = new Chance(seed, 500)
    const stores = await Promise.all(Array.from({ length: 2 + chance.below(2) }, async () => data.open()))
    return new Processes(data, seed, stores, chance)
  }

  get graph(): GraphStore {
    return this.#graphOf(this.#stores[this.#current]!)
  }

  #graphOf(store: Store): GraphStore {
    return store.graph(this.#accountId)
  }

  async serve<T>(request: () => Promise<T>, died?: () => T): Promise<T> {
    this.#waiting++
    const served = this.#last.then(async () => {
      this.#current = this.#chance.below(this.#stores.length)
      this.#request = { isDead: false }
      return request()
    })
    this.#last = served.catch(() => {}).finally(() => this.#waiting--)
    return served.catch((error: unknown) => {
      if (!died || !(error instanceof ProcessDied)) throw error
      return died()
    })
  }

  busy(): Promise<unknown> | undefined {
    return this.#waiting > 0 ? this.#last : undefined
  }

  dieAfter(calls?: number): void {
    this.#left = calls
  }

  /** Every call may be the last one of its process. */
  handled(graph: GraphStore): GraphStore {
    const request = this.#request
    const part = <P extends object>(one: P): P =>
      new Proxy(one, {
        get: (target, name): unknown => {
          const member: unknown = Reflect.get(target, name)
          if (typeof member !== 'function') return member
          return async (...values: unknown[]) =>
            this.#call(request, async () => Reflect.apply(member, target, values) as unknown)
        },
      })
    return Object.fromEntries(
      Object.entries(graph).map(([name, one]) => [name, part(one as object)]),
    ) as unknown as GraphStore
  }

  async #call<T>(request: { isDead: boolean }, work: () => Promise<T>): Promise<T> {
    if (request.isDead) throw new ProcessDied()
    if (this.#left === undefined || this.#left-- > 0) return work()
    this.#left = undefined
    request.isDead = true
    if (this.#chance.below(2) === 0) await work()
    await this.#replace()
    throw new ProcessDied()
  }

  async #replace(): Promise<void> {
    const dead = this.#stores[this.#current]!
    // The next process gets the files of one that has closed. Those of an abandoned one stay locked.
    if (this.#chance.below(2) === 0) await dead.close()
    else this.#abandoned.push(dead)
    this.#stores[this.#current] = await this.#data.open()
  }

  async clear(): Promise<void> {
    await this.#stores[this.#chance.below(this.#stores.length)]!.removeGraph(this.#accountId)
  }

  async problems(): Promise<string[]> {
    const problems: string[] = []
    const [first] = this.#stores
    const expected = JSON.stringify(await this.#graphOf(first!).feed.read({ seq: 0, n: 0 }, EVERYTHING))
    for (const [n, store] of this.#stores.entries()) {
      const graph = this.#graphOf(store)
      if (JSON.stringify(await graph.feed.read({ seq: 0, n: 0 }, EVERYTHING)) !== expected)
        problems.push(`(8) process ${n} has another feed than the first`)
      for (const problem of await graph.maintenance.check()) problems.push(`(8) process ${n}: ${problem}`)
    }
    return problems
  }

  close(): void {}

  /** Closes all stores, also those of dead processes. */
  async end(): Promise<void> {
    await this.#last
    await Promise.all([...this.#stores, ...this.#abandoned].map(async (store) => store.close()))
  }
}
