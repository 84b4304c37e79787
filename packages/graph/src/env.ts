/**
 * What deriving needs beside the record itself: the files it names. They come from whoever keeps the records; the same record
 * and the same names always give the same row.
 */
import type { FileName } from '@notegraph/block-text'

export interface DeriveEnv {
  /** The service's own, such as `https://notes.example`: file addresses on it are the account's too. */
  readonly origin?: string
  /** A file of the account. */
  file(id: string): FileName | undefined
}
