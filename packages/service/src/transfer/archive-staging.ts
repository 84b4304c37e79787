/** Stores an uploaded archive until it is imported. */
import type { ImportFrom } from '../import/importer.ts'

/** An archive that can be read until closed, or a message why it is invalid. */
export type StagedArchive =
  (ImportFrom & { readonly ok: true; close(): void }) | { readonly ok: false; readonly why: string }

/** Storage for uploaded archives. */
export interface ArchiveStaging {
  /**
   * Stores an archive from a stream; errors of the stream are passed on.
   * @param most bytes
   * @returns undefined if there are more
   */
  stage(bytes: AsyncIterable<Uint8Array>, most: number): Promise<StagedArchive | undefined>
}
