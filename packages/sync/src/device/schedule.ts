/**
 * When passes run: two seconds after the last edit, at the start, every minute, when somebody looks and when the network
 * comes back; one at a time, and after a failure later and later, not all devices at once.
 *
 * @see sync, The device's rules 2
 */
import { backoff, EVERY } from './backoff.ts'
import type { Surroundings } from './surroundings.ts'
import type { PassEnd } from './pass.ts'

const AFTER_EDIT = 2_000

export interface Schedule {
  start(): void
  stop(): void
  /** An edit was made: a push follows. */
  edited(): void
  /** A pass now, after the one that may be under way. */
  now(): Promise<PassEnd>
}

/** @param run runs a pass; with or without pulling first */
export function schedule(
  around: Pick<Surroundings, 'later' | 'random'>,
  run: (pulls: boolean) => Promise<PassEnd>,
): Schedule {
  let running: Promise<PassEnd> | undefined
  let queued: Promise<PassEnd> | undefined
  let isOn = false
  let failures = 0
  /** The pull of every minute waits for the push that is under way. */
  let isPullDue = false
  let takeBackPush = () => {}
  let takeBackPull = () => {}

  function begin(asked: boolean): Promise<PassEnd> {
    // After a failure it pulls first, which tells the time too.
    const pulls = asked || failures > 0
    takeBackPush()
    if (pulls) {
      takeBackPull()
      isPullDue = false
    }
    const pass = run(pulls).then((end) => {
      running = undefined
      failures = end.end === 'done' ? 0 : failures + 1
      // A push leaves the pull that is due: somebody who types on and on hears of others all the same.
      if (pulls || failures > 0) plan(end)
      else if (isPullDue && isOn) void begin(true)
      return end
    })
    running = pass
    return pass
  }

  /** When it pulls next. */
  function plan(end: PassEnd): void {
    if (!isOn) return
    const mayRetry = end.end === 'offline' || (end.end === 'error' && end.status >= 429)
    // Drawn each time, needed or not.
    const retry = backoff(failures, around.random())
    takeBackPull()
    isPullDue = false
    takeBackPull = around.later(mayRetry ? retry : EVERY, () => {
      // If that push fails, the retry pulls.
      if (running) isPullDue = true
      else void begin(true)
    })
  }

  function now(): Promise<PassEnd> {
    if (!running) return begin(true)
    // Whoever asks while one runs gets the next, and all who ask get the same.
    queued ??= running.then(() => {
      queued = undefined
      return running ?? begin(true)
    })
    return queued
  }

  /** While the server cannot be reached, the retry that waits pushes too. */
  async function push(): Promise<void> {
    if (isOn && !running && failures === 0) await begin(false)
  }

  return {
    start() {
      isOn = true
      void now()
    },
    stop() {
      isOn = false
      takeBackPush()
      takeBackPull()
    },
    edited() {
      if (!isOn) return
      takeBackPush()
      takeBackPush = around.later(AFTER_EDIT, () => {
        if (running) void running.then(push)
        else void push()
      })
    },
    now,
  }
}
