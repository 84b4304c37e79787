/** Time that passes only when it is told to, with what is due run in order. */
export const T0: number = Date.UTC(2026, 10, 20, 12)

interface Timer {
  readonly at: number
  readonly run: () => void
}

/** Once everything that needs no time has happened. */
export const drained = async (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

export class Time {
  now: number = T0
  #timers: Timer[] = []
  readonly #isExact: boolean

  /** @param isExact what needs no time happens before any passes */
  constructor(isExact: boolean) {
    this.#isExact = isExact
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

  /** Everything that falls due runs when it is due. */
  async pass(ms: number): Promise<void> {
    if (this.#isExact) await drained()
    const end = this.now + ms
    while (this.#timers[0] && this.#timers[0].at <= end) {
      const timer = this.#timers.shift()!
      this.now = Math.max(this.now, timer.at)
      timer.run()
      await drained()
    }
    this.now = Math.max(this.now, end)
  }

  /** Everybody sleeps: what falls due meanwhile runs once they wake. */
  async leap(ms: number): Promise<void> {
    if (this.#isExact) await drained()
    this.now += ms
    await this.pass(0)
  }
}
