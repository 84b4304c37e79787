/** Lists the conflicting versions of words in a file of the archive, since a note has one version only. @see sync, Ideas */
import { nameOf, type GraphRecord, type PageRecord } from '@notegraph/graph'

/** The path of the list in the archive. No import reads it. */
export const VERSIONS_PATH = 'conflicting-versions.txt'

/** Collects conflicting versions while an archive is written. */
export class ConflictingVersions {
  readonly #entries: string[] = []

  /** Looks for versions in the records of a page. */
  add(page: PageRecord, records: readonly GraphRecord[]): void {
    for (const { id, versions = [] } of records)
      for (const { text, device } of versions)
        this.#entries.push(`"${nameOf(page)}", ${id}, ${device}:\n${text.replaceAll(/^/gm, '    ')}\n`)
  }

  /** The text of the list; undefined if there are no versions. */
  list(): string | undefined {
    return this.#entries.length === 0 ? undefined : `${HEAD}\n\n${this.#entries.join('\n')}`
  }
}

const HEAD =
  'These versions conflicted with the words in the notes. Each has its page, the id of its block and its device.'
