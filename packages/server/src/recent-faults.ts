/** Remembers for a minute what failed, so that it is not tried again at each request. */
const MINUTE = 60_000
/** The oldest make room. */
const MOST = 10_000

/** Faults of the last minute, by a short key. */
export class RecentFaults {
  readonly #faults = new Map<string, { readonly fault: Error; readonly until: number }>()
  readonly #clock: () => number

  /** @param clock returns the time in milliseconds */
  constructor(clock: () => number) {
    this.#clock = clock
  }

  /** Throws the fault of the last minute, if there is one. */
  check(key: string): void {
    const known = this.#faults.get(key)
    if (!known) return
    if (this.#clock() < known.until) throw known.fault
    this.#faults.delete(key)
  }

  note(key: string, fault: Error): void {
    this.#faults.delete(key)
    this.#faults.set(key, { fault, until: this.#clock() + MINUTE })
    const [oldest] = this.#faults.keys()
    if (this.#faults.size > MOST) this.#faults.delete(oldest!)
  }
}
