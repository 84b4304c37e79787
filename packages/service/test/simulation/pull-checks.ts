/** Checks pulls: each goes on exactly where it may, and begins again exactly when it must. @see sync, The server's rules */
import type { FeedPosition } from '@notegraph/store'
import type { PullAnswer } from '@notegraph/sync'

/** A cursor that the server sent. */
interface Issued extends FeedPosition {
  readonly epoch: number
  /** The floor at the start of an unfinished pull of everything. */
  readonly began?: FeedPosition
}

export class PullChecks {
  readonly #cursors = new Map<string, Issued>();

  /** Notes an answer, and yields what is wrong with it. @param floor the floor of the feed now */
  *faultsOf(
    from: string | undefined,
    { cursor, reset, more, epoch }: PullAnswer,
    floor: FeedPosition,
  ): Generator<string> {
    const given = this.#cursors.get(from ?? '')
    const mayGoOn = given && isReachable(given, epoch, floor)
    if (mayGoOn === false && !reset) yield 'server 7: a pull goes on though it may miss a tombstone'
    if (mayGoOn && reset) yield 'ideas 1: a pull begins again for nothing'
    const isFull = from === undefined || reset
    const began = isFull ? floor : given?.began
    const [, seq = 0, n = 0] = cursor.split('.').map(Number)
    this.#cursors.set(cursor, { epoch, seq, n, ...(more && began && { began }) })
  }
}

function isReachable({ epoch, seq, n, began }: Issued, now: number, floor: FeedPosition): boolean {
  const isSame = began?.seq === floor.seq && began.n === floor.n
  const isBehind = seq > floor.seq || (seq === floor.seq && n >= floor.n)
  return epoch === now && (isBehind || isSame)
}
