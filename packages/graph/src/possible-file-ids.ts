/**
 * Ids of files that a record may name. A store asks before it deletes a file, so this search finds too many ids rather
 * than too few. `fileIds` of block-text finds only addresses of this service, in text that is not JSON.
 */
import { FILES, readFileId } from '@notegraph/block-text'

/**
 * Lists the ids after each `files/`, with percent escapes decoded. Other sites' addresses count too.
 *
 * @param text any text, such as the JSON of a record
 * @returns the ids in order; one can appear more than once
 * @example
 * possibleFileIds('{"src":"/api/files/f1"}') // ['f1']
 */
export function possibleFileIds(text: string): string[] {
  const ids: string[] = []
  for (let at = text.indexOf(FILES); at >= 0; at = text.indexOf(FILES, at + 1)) {
    const found = readFileId(text, at + FILES.length)
    if (found) ids.push(found.id)
  }
  return ids
}
