/**
 * What deriving needs beside the record itself: the files it names. They come from whoever keeps the records; the same record
 * and the same names always give the same row.
 */
import type { FileName } from '@notegraph/block-text'
import type { PageTypeId, PageTypes } from '@notegraph/page-types'

export interface DeriveEnv {
  /** The service's own, such as `https://notes.example`: file addresses on it are the account's too. */
  readonly origin?: string
  /** A file of the account. */
  file(id: string): FileName | undefined
}

/** The same for pages, which have types too. */
export interface PageEnv<Id extends string = PageTypeId> extends DeriveEnv {
  /** The types that a page can declare; those of the registry by default. */
  readonly types?: PageTypes<Id>
}
