/** What a decision needs beside the records and the request, and what it comes to. */
import type { Put, Touched } from '@notegraph/store'

/** Time, new ids and the service's own address, as arguments: a decision itself is pure. */
export interface WriteContext {
  /** Milliseconds since 1970. */
  readonly now: number
  /** A new random UUID. */
  readonly newId: () => string
  /** The service's own origin, whose file addresses no text may name. */
  readonly origin?: string
}

/** What a write puts, and how it is listed. A decision that comes to no edit says that nothing is to change. */
export interface Edit {
  readonly puts: readonly Put[]
  readonly touched: readonly Touched[]
  /** In words, at most 200 characters. */
  readonly summary: string
  /** The page's name, as readers see it. */
  readonly page: string
  readonly pageId: string
  readonly blockId?: string
}
