/**
 * Checks the times of a device's requests: two seconds after an edit, every minute, and after an event of the live stream. Delays grow after a failure,
 * and only one sync runs at a time.
 * @see sync, The device's rules 2
 */
import type { State } from '@notegraph/sync'

const AFTER_EDIT = 2_000
const EVERY = 60_000
const FIRST_RETRY = 1_000
/** From this status on, the server may answer later. */
const MAY_RETRY = 429

export class Watch {
  readonly #fail: (what: string) => void
  readonly #now: () => number
  #isRunning = false
  #pulls = false
  /** Requested syncs: the next one, and one after it. The start requests one. */
  #asked = 1
  /** An event of the live stream allows one more pull. */
  #hasHeard = false
  #failures = 0
  #mayRetry = false
  #endedAt = 0
  #pulledAt = 0
  #editedAt = 0
  #open = 0
  /** The status of the last answer; 0 for success, 503 for none. */
  #status = 0

  constructor(now: () => number, fail: (what: string) => void) {
    this.#now = now
    this.#fail = fail
    this.#endedAt = this.#pulledAt = now()
  }

  asked(): void {
    this.#asked = Math.min(this.#asked + 1, 2)
  }

  heard(): void {
    this.#hasHeard = true
  }

  edited(): void {
    this.#editedAt = this.#now()
  }

  /** One request at a time. */
  async request<T extends { readonly ok: boolean; readonly status?: number }>(
    ask: () => Promise<T>,
  ): Promise<T> {
    if (++this.#open > 1) this.#fail('device 2: two requests at a time')
    try {
      const reply = await ask()
      this.#status = reply.ok ? 0 : (reply.status ?? 0)
      return reply
    } catch (error) {
      this.#status = 503
      throw error
    } finally {
      this.#open--
    }
  }

  became({ status }: State): void {
    if (status === 'pulling' || status === 'pushing') {
      if (!this.#isRunning) this.#began(status === 'pulling')
      this.#isRunning = true
      return
    }
    this.#isRunning = false
    this.#endedAt = this.#now()
    this.#failures = status === 'idle' ? 0 : this.#failures + 1
    this.#mayRetry = status === 'offline' || (status === 'error' && this.#status >= MAY_RETRY)
    if (this.#pulls || this.#failures > 0) this.#pulledAt = this.#endedAt
  }

  #began(pulls: boolean): void {
    this.#pulls = pulls
    const since = this.#now() - (this.#failures > 0 ? this.#endedAt : this.#pulledAt)
    const wait = this.#failures > 0 && this.#mayRetry ? this.#most() / 2 : EVERY
    const isExpected = this.#asked > 0 || this.#hasHeard
    if (!isExpected && (pulls || this.#failures > 0) && since < wait - 1)
      this.#fail(`device 2: it asks ${since} ms after ${this.#failures} failures`)
    this.#asked = Math.max(0, this.#asked - 1)
    if (pulls) this.#hasHeard = false
  }

  #most(): number {
    return Math.min(EVERY, FIRST_RETRY * 2 ** Math.min(this.#failures - 1, 10))
  }

  /** @param hasPending whether there are changes to push */
  check(hasPending: boolean): void {
    if (this.#isRunning) return
    const now = this.#now()
    const due = this.#pulledAt + (this.#failures > 0 && this.#mayRetry ? this.#most() : EVERY)
    if (now > due + 1) this.#fail(`device 2: it has not pulled for ${now - this.#pulledAt} ms`)
    if (
      hasPending &&
      this.#failures === 0 &&
      now > this.#editedAt + AFTER_EDIT + 1 &&
      now > this.#endedAt + 1
    )
      this.#fail(`device 2: an edit is not pushed for ${now - this.#editedAt} ms`)
  }
}
