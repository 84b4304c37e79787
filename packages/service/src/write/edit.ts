/** The inputs of a decision besides records and request, and its result. */
import type { PageTypes } from '@notegraph/page-types'
import type { Put, ItemChange } from '@notegraph/store'

/** Time, zone, new ids and the server's address as arguments, so that a decision is pure. */
export interface WriteContext {
  /** Milliseconds since 1970. */
  readonly now: number
  /** The caller's time zone, for days such as `today`. */
  readonly zone: string
  /** Returns a new random UUID. */
  readonly newId: () => string
  /** The server's own origin; texts may not contain addresses of its files. */
  readonly origin?: string
  /** The types that a page can declare; those of the registry by default. */
  readonly types?: PageTypes
}

/** The records and the change entry of a write. A decision without an edit changes nothing. */
export interface Edit {
  readonly puts: readonly Put[]
  readonly touched: readonly ItemChange[]
  /** At most 200 characters. */
  readonly summary: string
  /** The page's name, as readers see it. */
  readonly page: string
  readonly pageId: string
  readonly blockId?: string
}
