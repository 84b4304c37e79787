/** The world of one simulation: a server, devices, and the events so far. */
import { nameOf, type GraphRecord } from '@notegraph/graph'
import type { Local } from '@notegraph/sync'
import { act, drawAction, type Step } from './actions.ts'
import { FIRST_SEED, isLive, takesArchives, themeOf } from './themes.ts'
import { Chance } from './chance.ts'
import { Crash, Device, StoreFull } from './device.ts'
import { Ledger } from './ledger.ts'
import { network } from './network.ts'
import { Owed, type Copy } from './owed.ts'
import type { ServedGraph } from './served-graph.ts'
import { Server } from './server.ts'
import { Time } from './time.ts'

export class World {
  readonly time: Time
  readonly ledger: Ledger = new Ledger()
  readonly owed: Owed = new Owed()
  readonly server: Server
  readonly devices: readonly Device[]
  readonly seed: number
  /** The copy of the graph that the foreign client has. */
  stranger: readonly GraphRecord[] = []
  /** Failures during the run. */
  readonly failures: string[] = []
  #texts = 0

  /** @param served the graph of the server; in memory if left out */
  constructor(seed: number, served?: ServedGraph) {
    this.seed = seed
    this.time = new Time(seed >= FIRST_SEED, () => this.server.busy())
    this.server = new Server(this.time, new Chance(seed, 1), this.ledger, served)
    const count = 2 + (new Chance(seed, 2).below(3) % 2)
    this.devices = Array.from({ length: count }, (_, i) => {
      const chance = new Chance(seed, 100 + i)
      const name = `d${i}`
      const { time, ledger } = this
      return new Device({
        name,
        time,
        chance,
        ledger,
        isWatched: seed >= FIRST_SEED,
        failed: (what) => void this.failures.push(what),
        folded: (page, head) => this.#folded(name, page, head),
        network: network({
          time,
          chance: new Chance(seed, 200 + i),
          ...(takesArchives(seed) && { archive: new Chance(seed, 600 + i) }),
          ...(isLive(seed) && { live: new Chance(seed, 400 + i) }),
          ...(themeOf(seed).isTroubled && { trouble: new Chance(seed, 300 + i) }),
          server: () => this.server,
          ledger,
          device: name,
        }),
      })
    })
  }

  /** A text that is unique in the run. */
  readonly newText = (): string => `t${++this.#texts}`

  /** (6) Pages are merged only if they share a name, at the head that the device has reached. */
  #folded(device: string, { record, dirty }: Local, head: number): void {
    if (record.kind !== 'page' || dirty['props.name'] !== undefined) return
    const held = this.server.pageAt(record.id, head)
    if (held && nameOf(held) !== nameOf(record))
      this.failures.push(
        `(6) ${record.id} was folded on ${device} as ${nameOf(record)}, though it was ${nameOf(held)}`,
      )
  }

  async start(): Promise<void> {
    for (const device of this.devices) await device.start()
    await this.time.pass(0)
  }

  async step(step: Step): Promise<void> {
    try {
      await act(this, step)
    } catch (error) {
      if (!(error instanceof Crash) && !(error instanceof StoreFull)) throw error
    }
    await this.time.pass(step.wait)
    if (this.seed >= FIRST_SEED) for (const device of this.devices) await device.check()
  }

  /** A device lost its data: text that no other device has may be gone. */
  async lost(): Promise<void> {
    this.ledger.lost(await this.held())
    await this.owe(true)
  }

  /** Notes the records that every device must have. */
  async owe(isLost: boolean): Promise<void> {
    const server = (await this.server.records()).map((record): Copy => ({ record, isDeleting: false }))
    const devices = await Promise.all(this.devices.map(async (device) => device.copies()))
    this.owed.note([...server, ...devices.flat()], this.time.now, isLost)
  }

  /** All records that anybody has. */
  async held(): Promise<GraphRecord[]> {
    const all = await Promise.all([
      this.server.records(),
      ...this.devices.map(async (device) => device.records()),
    ])
    return all.flat()
  }

  close(): void {
    for (const device of this.devices) device.kill()
    this.server.close()
  }
}

/** The steps of a seed. */
export function stepsOf(seed: number, count: number): Step[] {
  const chance = new Chance(seed, 3)
  return Array.from({ length: count }, () => ({
    action: drawAction(seed, chance.bits()),
    dice: Array.from({ length: 7 }, () => chance.bits()),
    wait: waits(chance),
  }))
}

/** Mostly as long as a person types, sometimes until the next minute's pull. */
function waits(chance: Chance): number {
  const kind = chance.below(10)
  if (kind < 5) return chance.below(800)
  return kind < 9 ? chance.below(5_000) : chance.below(70_000)
}
