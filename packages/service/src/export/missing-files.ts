/** Lists the files that earlier notes name, and that the server no longer has, in a file of the archive. @see history 3 */
import { FILE_PATH, fileIds } from '@notegraph/block-text'
import { nameOf, type GraphRecord, type PageRecord } from '@notegraph/graph'

/** The path of the list in the archive. No import reads it. */
export const MISSING_FILES_PATH = 'missing-files.txt'

/** Collects missing files while an archive is written. */
export class MissingFiles {
  readonly #known: ReadonlySet<string>
  /** The pages that name a file, by its id. */
  readonly #pages = new Map<string, Set<string>>()

  /** @param known the ids of files that the server has */
  constructor(known: Iterable<string>) {
    this.#known = new Set(known)
  }

  /** Looks for files that a page and its records name. */
  add(page: PageRecord, records: readonly GraphRecord[]): void {
    for (const record of [page, ...records])
      for (const id of fileIds(JSON.stringify(record))) {
        if (this.#known.has(id)) continue
        const pages = this.#pages.get(id) ?? new Set()
        this.#pages.set(id, pages.add(nameOf(page)))
      }
  }

  /**
   * The text of the list; undefined if no file is missing.
   * @param lost the names of files without bytes
   */
  list(lost: readonly string[]): string | undefined {
    const named = Array.from(this.#pages, ([id, pages]) => {
      const quoted = [...pages].map((page) => `"${page}"`).join(', ')
      return `${FILE_PATH}${id} on ${quoted}`
    })
    const lines = [...lost, ...named].toSorted()
    return lines.length === 0 ? undefined : `${HEAD}\n\n${lines.join('\n')}\n`
  }
}

const HEAD = 'The notes name these files, but the server no longer has them.'
