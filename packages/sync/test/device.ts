/** A device for tests: an engine with a store in memory and a clock that the test moves. */
import { createEngine, memoryStore, type Engine, type LocalStore, type Transport } from '../src/index.ts'
import { memoryServer, type MemoryServer } from './memory-server.ts'

/** The first millisecond of 2026. */
export const T0 = Date.UTC(2026, 0, 1)

/** The clock and its timers: a timer runs when the clock reaches its time. */
export class Clock {
  now: number = T0
  #timers: { readonly at: number; readonly run: () => void }[] = []

  later(ms: number, run: () => void): () => void {
    const timer = { at: this.now + ms, run }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer)
    }
  }

  /** The milliseconds until the next timer. */
  get next(): number | undefined {
    return this.#timers.length === 0 ? undefined : Math.min(...this.#timers.map(({ at }) => at)) - this.now
  }

  async pass(ms: number): Promise<void> {
    const end = this.now + ms
    for (;;) {
      const due = this.#timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0]
      if (!due) break
      this.#timers = this.#timers.filter((one) => one !== due)
      this.now = due.at
      due.run()
      await settled()
    }
    this.now = end
  }
}

/** Resolves when all work that needs no timer is done. */
export const settled = async (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

export interface Device {
  readonly engine: Engine
  readonly store: LocalStore
  /** The words of a page's blocks, indented by depth. */
  page(id: string): Promise<string[]>
}

let ids = 0

export function device(
  name: string,
  transport: Transport,
  clock: Clock,
  options: { store?: LocalStore; offset?: number | (() => number); copyBytes?: number } = {},
): Device {
  const { store = memoryStore(), offset = 0, copyBytes } = options
  const engine = createEngine({
    device: name,
    store,
    transport,
    ...(copyBytes !== undefined && { copyBytes }),
    environment: {
      now: () => clock.now + (typeof offset === 'number' ? offset : offset()),
      later: (ms, run) => clock.later(ms, run),
      random: () => 0.5,
      newId: () => `${(++ids).toString(16).padStart(8, '0')}-0000-4000-8000-${name.padStart(12, '0')}`,
    },
  })
  return {
    engine,
    store,
    page: async (id) =>
      (await engine.blocks(id)).map(({ record, depth }) => '  '.repeat(depth) + record.words.text),
  }
}

/** Returns the result of an edit, which must have succeeded. */
export async function made(
  edit: Promise<{ readonly ok: true; readonly id: string } | { readonly ok: false; readonly error: string }>,
): Promise<string> {
  const edited = await edit
  if (!edited.ok) throw new Error(edited.error)
  return edited.id
}

/** Two devices of one account, started, with their server. */
export interface TwoDevices {
  readonly clock: Clock
  readonly server: MemoryServer
  readonly a: Device
  readonly b: Device
  /** Syncs these devices, or both, until nothing changes. */
  everybody(this: void, ...devices: readonly Device[]): Promise<void>
}

export async function twoDevices(): Promise<TwoDevices> {
  const clock = new Clock()
  const server = memoryServer(() => clock.now, 3)
  const [a, b] = [device('a', server, clock), device('b', server, clock)]
  for (const { engine } of [a, b]) await engine.start()
  await settled()
  return {
    clock,
    server,
    a,
    b,
    async everybody(...devices) {
      for (let round = 0; round < 4; round++)
        for (const { engine } of devices.length > 0 ? devices : [a, b]) await engine.sync()
    },
  }
}
