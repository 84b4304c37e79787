/** Where an archive goes that comes in to be imported. */
import type { ImportFrom } from '../import/importer.ts'

/** An archive that can be read, until it is closed; or in words why it is none. */
export type StagedArchive =
  (ImportFrom & { readonly ok: true; close(): void }) | { readonly ok: false; readonly why: string }

export interface ArchiveStaging {
  /**
   * Takes an archive in as it comes; what the bytes throw is thrown on.
   * @param most bytes
   * @returns undefined where there are more
   */
  stage(bytes: AsyncIterable<Uint8Array>, most: number): Promise<StagedArchive | undefined>
}
