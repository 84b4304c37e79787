/** Simulated time. It passes only on request, and runs due timers in order. */
export const T0: number = Date.UTC(2026, 10, 20, 12)

interface Timer {
  readonly at: number
  readonly run: () => void
}

/** Resolves when all work without timers is done. */
export const drained = async (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

export class Time {
  now: number = T0
  #timers: Timer[] = []
  readonly #isExact: boolean
  readonly #busy: () => Promise<unknown> | undefined

  /**
   * @param isExact whether all work without timers runs before time passes
   * @param busy work that waits for other programs, such as a database; undefined if there is none
   */
  constructor(isExact: boolean, busy: () => Promise<unknown> | undefined) {
    this.#isExact = isExact
    this.#busy = busy
  }

  async #drained(): Promise<void> {
    await drained()
    for (let busy = this.#busy(); busy; busy = this.#busy()) {
      await busy
      await drained()
    }
  }

  later(ms: number, run: () => void): () => void {
    const timer = { at: this.now + ms, run }
    const behind = this.#timers.findIndex(({ at }) => at > timer.at)
    this.#timers.splice(behind < 0 ? this.#timers.length : behind, 0, timer)
    return () => {
      const at = this.#timers.indexOf(timer)
      if (at >= 0) this.#timers.splice(at, 1)
    }
  }

  /** Each timer runs at its time. */
  async pass(ms: number): Promise<void> {
    if (this.#isExact) await this.#drained()
    const end = this.now + ms
    while (this.#timers[0] && this.#timers[0].at <= end) {
      const timer = this.#timers.shift()!
      this.now = Math.max(this.now, timer.at)
      timer.run()
      await this.#drained()
    }
    this.now = Math.max(this.now, end)
  }

  /** All processes sleep: timers that become due run after they wake. */
  async leap(ms: number): Promise<void> {
    if (this.#isExact) await this.#drained()
    this.now += ms
    await this.pass(0)
  }
}
