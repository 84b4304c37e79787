/**
 * A live stream of the pages that change, for a token. Each stream has its own position in the feed, and reads on only
 * while its caller reads. A slow caller therefore misses nothing, and costs no memory.
 *
 * @see events 1
 */
import { LIMITS, type PagesEvent } from '@notegraph/contract'
import type { Store } from '@notegraph/store'
import { SYNC_LIMITS } from '@notegraph/sync'
import { OPERATOR, type Caller } from '../access.ts'
import type { Result } from '../refusal.ts'
import { beginAt, formatCursor, nextCursor, parseCursor, type Cursor } from '../sync/cursor.ts'
import type { LiveService } from './live.ts'
import type { LiveState, LiveStream } from './live-stream.ts'

/** The connection of a caller. */
export interface PageListener extends Pick<LiveStream, 'comment' | 'end'> {
  /** Whether the caller has read everything so far. */
  isReady(): boolean
  /** @param id for `PageStreamOptions.after` of a later stream */
  send(event: PagesEvent, id: string): void
}

/** The facts of a `Caller` that a stream needs. */
export type PageCaller = Pick<Caller, 'account' | 'tokenId' | 'expiresAt' | 'isOperator'>

/** Options of `openPageStream`. */
export interface PageStreamOptions {
  /** The id of the last event that the caller has. Without it, the stream starts at the current state. */
  readonly after?: string | undefined
  /** Milliseconds between two events, at least. */
  readonly every?: number
}

/** Records to read for one event: a few milliseconds of work. */
const MOST = { pages: LIMITS.liveEventPages, records: 5_000 }
/** A position after all records of a commit. */
const LAST = Number.MAX_SAFE_INTEGER
/** The position of an unknown event. No feed has its epoch. */
const UNKNOWN: Cursor = { epoch: -1, seq: LAST, n: LAST }

/**
 * Opens a stream. It sends an event at once: the changes since `after`, or an event without pages. An event with
 * `reset` follows if `after` is unknown or too old, or after a restore from a backup.
 *
 * @returns a function for the end of the stream, or 429 if the server has too many streams
 * @example
 * const opened = openPageStream(live, store, caller, listener, { after: lastEventId })
 */
export function openPageStream(
  live: LiveService,
  store: Store,
  caller: PageCaller,
  listener: PageListener,
  { after, every = SYNC_LIMITS.liveEvery }: PageStreamOptions = {},
): Result<() => void> {
  const accountId = caller.account.id
  let cursor = after === undefined ? undefined : (parseCursor(after) ?? UNKNOWN)
  let state: LiveState | undefined
  let timer: NodeJS.Timeout | undefined
  let isFirst = true
  let isDue = false
  let isReading = false
  let isOpen = true

  async function report(): Promise<void> {
    if (isReading || timer || !isDue || !isOpen) return
    if (!listener.isReady()) return wait()
    isDue = false
    isReading = true
    try {
      await (cursor ? readAfter(cursor) : begin(state!))
    } catch {
      listener.end() // the caller connects again
    }
    isReading = false
    wait()
  }

  function wait(): void {
    if (!isOpen) return
    timer = setTimeout(() => {
      timer = undefined
      void report()
    }, every).unref()
  }

  function begin({ epoch, head }: LiveState, event: Partial<PagesEvent> = {}): void {
    cursor = { epoch, seq: head, n: LAST }
    send({ seq: head, pages: [], ...event })
  }

  async function readAfter(from: Cursor): Promise<void> {
    const read = await store.graph(accountId).feed.changedPages(from, MOST)
    if (!isOpen) return
    if (beginAt(from, read).reset) return begin(read, { reset: true })
    cursor = nextCursor({ ...from, epoch: read.epoch }, read.position, read)
    isDue ||= read.more
    if (read.pages.length === 0 && !isFirst) return
    const pages = read.pages.map(({ id, name, isDeleted }) => ({
      id,
      name,
      kind: isDeleted ? ('deleted' as const) : ('written' as const),
    }))
    send({ seq: cursor.seq, pages })
  }

  function send(event: PagesEvent): void {
    isFirst = false
    listener.send(event, formatCursor(cursor!))
  }

  const opened = live.open(accountId, {
    secretId: caller.isOperator ? OPERATOR : caller.tokenId,
    most: LIMITS.liveStreamsPerToken,
    ...(caller.expiresAt !== undefined && { expiresAt: caller.expiresAt }),
    changed(now) {
      state = now
      isDue = true
      void report()
    },
    comment: () => listener.comment(),
    end: () => listener.end(),
  })
  if (!opened.ok) return opened
  return {
    ok: true,
    value() {
      isOpen = false
      clearTimeout(timer)
      opened.value()
    },
  }
}
