/**
 * What deriving needs beside the record itself: the files it names and the lines of the blocks it refers to. Both come
 * from whoever keeps the records; the same record and the same answers always give the same row.
 */
import type { FileName, Shown } from '@notegraph/block-text'

export interface DeriveEnv {
  /** The service's own, such as `https://notes.example`: file addresses on it are the account's too. */
  readonly origin?: string
  /** A file of the account. */
  file(id: string): FileName | undefined
  /** What a reference to the block reads as (`blockLine` of its record); nothing when there is no such live block. */
  line(id: string): Shown | undefined
}
