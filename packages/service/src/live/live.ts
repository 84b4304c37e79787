/**
 * Live streams: callers that stay connected and hear of each change. A stream costs a few objects and no work until the
 * account changes. The number of streams is limited for each session and token, and in all.
 *
 * @see sync, Routes
 */
import { LIMITS } from '@notegraph/contract'
import type { Store } from '@notegraph/store'
import { SYNC_LIMITS } from '@notegraph/sync'
import { ok, refuse, type Result } from '../refusal.ts'
import { AccountStreams, type LiveTiming } from './account-streams.ts'
import type { LiveStream } from './live-stream.ts'

/** The live streams of a server. */
export interface LiveService {
  /**
   * Adds a stream, which gets the state at once.
   *
   * @returns a function for the end of the stream, or 429 if the server has too many streams
   */
  open(accountId: string, stream: LiveStream): Result<() => void>
  /** Ends all streams. New ones end at once. */
  stop(): void
  /** The number of open streams. */
  readonly size: number
}

const TIMING: LiveTiming = { every: SYNC_LIMITS.liveEvery, comment: SYNC_LIMITS.liveComment }

/**
 * Creates the service.
 *
 * @param clock returns the time in milliseconds since 1970
 * @param most streams at once
 * @example
 * ```ts
 * const live = liveService(store, Date.now)
 * ```
 */
export function liveService(
  store: Store,
  clock: () => number,
  most: number = LIMITS.liveStreams,
  timing: LiveTiming = TIMING,
): LiveService {
  const accounts = new Map<string, AccountStreams>()
  let size = 0
  let isStopped = false

  function streamsOf(accountId: string): AccountStreams {
    const held = accounts.get(accountId) ?? new AccountStreams(store, accountId, clock, timing)
    accounts.set(accountId, held)
    return held
  }

  return {
    get size() {
      return size
    },
    open(accountId, stream) {
      const own = accounts.get(accountId)?.of(stream.secretId) ?? []
      // A device that lost its connection connects again long before the server notices.
      if (own.length >= stream.most) own[0]!.end()
      else if (size >= most) return refuse({ code: 'rate_limited', limit: most, reads: 'streams' })
      const streams = streamsOf(accountId)
      let isOpen = true
      size++
      streams.add(stream)
      if (isStopped) queueMicrotask(() => stream.end())
      return ok(() => {
        if (!isOpen) return
        isOpen = false
        size--
        streams.remove(stream)
        if (streams.size === 0 && accounts.get(accountId) === streams) accounts.delete(accountId)
      })
    },
    stop() {
      isStopped = true
      for (const streams of Array.from(accounts.values())) streams.endAll()
    },
  }
}
