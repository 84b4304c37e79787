/** One live stream, and the state that it reports. */
import type { FeedState } from '@notegraph/store'

/** The state that a stream reports. */
export type LiveState = Pick<FeedState, 'head' | 'epoch'>

/** One connected caller. */
export interface LiveStream {
  /** The id of the caller's session or token. */
  readonly secretId: string
  /** The most streams of this session or token at once; a further one ends the oldest. */
  readonly most: number
  /** When the stream ends by itself, in milliseconds since 1970. */
  readonly expiresAt?: number
  /** The account has this state now, which differs from the last one. */
  changed(state: LiveState): void
  /** The connection needs a sign of life. */
  comment(): void
  /** Ends the stream. The stream then calls the function that `open` returned. */
  end(): void
}
