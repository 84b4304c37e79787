/** Finds the files that the JSON of a record names. */
import { FILES } from '@notegraph/block-text'
import { possibleFileIds } from '@notegraph/graph'

/** Only a text that contains this can name a file. */
export const FILE_MARK: string = FILES

/**
 * Adds those of the ids that the text names.
 * @example
 * addNamedFiles('see /api/files/f1', new Set(['f1', 'f2']), found) // found has f1
 */
export function addNamedFiles(text: string, ids: ReadonlySet<string>, found: Set<string>): void {
  for (const id of possibleFileIds(text)) if (ids.has(id)) found.add(id)
}
