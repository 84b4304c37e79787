/**
 * The environment of derived rows: the names of files. The store provides them. The same record and the same names
 * always give the same row.
 */
import type { FileName } from '@notegraph/block-text'
import type { PageTypeId, PageTypes } from '@notegraph/page-types'

/** Names of files, for the row of any record. */
export interface DeriveEnv {
  /** The service's own origin, such as `https://notes.example`. Addresses on it are files of the account too. */
  readonly origin?: string
  /** Returns the name and media type of a file of the account, or `undefined`. */
  file(id: string): FileName | undefined
}

/** Names of files and page types, for the row of a page. */
export interface PageEnv<Id extends string = PageTypeId> extends DeriveEnv {
  /**
   * The types that a page can declare. The default is the registry of `@notegraph/page-types`.
   */
  readonly types?: PageTypes<Id>
}
