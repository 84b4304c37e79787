/**
 * The schedule of passes. They run two seconds after the last edit, and at the latest five seconds after the first one. They
 * also run at the start, every minute, and after changes on the server. Focus and a restored network trigger them too. Passes
 * run one at a time. After failures, the delay grows and differs between devices.
 *
 * @see sync, The device's rules 2
 */
import { backoff, EVERY } from './backoff.ts'
import type { Environment } from './environment.ts'
import type { PassEnd } from './pass.ts'

/**
 * Milliseconds from the last edit until a push, and at most from the first edit that no push has. Half a second is left to store the
 * key and to send it, so that it is on the server within five seconds.
 */
const AFTER_EDIT = 2_000
const AFTER_FIRST_EDIT = 4_500

/** A running schedule of passes. */
export interface Schedule {
  start(): void
  stop(): void
  /** Reports an edit, which a push follows. */
  edited(): void
  /**
   * Reports that the server may have changes. If `isNews` is still true after the current pass, a pull follows. After a
   * failure the planned retry pulls, unless no pass is running and the server `isBack`.
   */
  news(isNews: () => boolean, isBack: boolean): void
  /** Runs a pass after the current one. */
  now(): Promise<PassEnd>
}

/**
 * @param run runs a pass, with or without a pull first
 */
export function schedule(
  environment: Pick<Environment, 'later' | 'random'>,
  run: (pulls: boolean) => Promise<PassEnd>,
): Schedule {
  let running: Promise<PassEnd> | undefined
  let queued: Promise<PassEnd> | undefined
  /** Whether the current pass pulls first. */
  let isPulling = false
  let isOn = false
  let failures = 0
  /** Whether the pull of this minute waits for the current push. */
  let isPullDue = false
  let isNewsWaiting = false
  let takeBackPush = () => {}
  let takeBackLatest: (() => void) | undefined
  let takeBackPull = () => {}

  function begin(asked: boolean): Promise<PassEnd> {
    // After a failure, a pass pulls first, which also updates the server's time.
    const pulls = asked || failures > 0
    takeBackPushes()
    if (pulls) {
      takeBackPull()
      isPullDue = false
    }
    isPulling = pulls
    const pass = run(pulls).then((end) => {
      running = undefined
      failures = end.end === 'done' ? 0 : failures + 1
      // A push does not delay the next pull. A device whose user types without a pause still receives the edits of
      // others.
      if (pulls || failures > 0) plan(end)
      else if (isPullDue && isOn) void begin(true)
      return end
    })
    running = pass
    return pass
  }

  /** Plans the next pull. */
  function plan(end: PassEnd): void {
    if (!isOn) return
    const mayRetry = end.end === 'offline' || (end.end === 'error' && end.status >= 429)
    // Draws a random number each time, so that tests stay reproducible.
    const retry = backoff(failures, environment.random())
    takeBackPull()
    isPullDue = false
    takeBackPull = environment.later(mayRetry ? retry : EVERY, () => {
      // If the push fails, its retry pulls.
      if (running) isPullDue = true
      else void begin(true)
    })
  }

  function now(): Promise<PassEnd> {
    if (!running) return begin(true)
    // All calls during a pass share the next pass.
    queued ??= running.then(() => {
      queued = undefined
      return running ?? begin(true)
    })
    return queued
  }

  function news(isNews: () => boolean, isBack: boolean): void {
    if (!isOn || isNewsWaiting || (failures > 0 && !isBack) || !isNews()) return
    if (!running) return void begin(true)
    isNewsWaiting = true
    void running.then((end) => newsAfter(end, isNews))
  }

  function newsAfter({ end }: PassEnd, isNews: () => boolean): void {
    isNewsWaiting = false
    // A pull that began meanwhile brings the news.
    if (end === 'done' && !(running && isPulling)) news(isNews, false)
  }

  function takeBackPushes(): void {
    takeBackPush()
    takeBackLatest?.()
    takeBackLatest = undefined
  }

  function pushSoon(): void {
    takeBackPushes()
    if (running) void running.then(push)
    else void push()
  }

  /** While the server cannot be reached, the planned retry pushes too. So does the next pass, if somebody asked for one. */
  async function push(): Promise<void> {
    if (isOn && !running && !queued && failures === 0) await begin(false)
  }

  return {
    start() {
      isOn = true
      void now()
    },
    stop() {
      isOn = false
      takeBackPushes()
      takeBackPull()
    },
    edited() {
      if (!isOn) return
      takeBackPush()
      takeBackPush = environment.later(AFTER_EDIT, pushSoon)
      takeBackLatest ??= environment.later(AFTER_FIRST_EDIT, pushSoon)
    },
    news,
    now,
  }
}
