/**
 * Ids of files that a record may name. A store asks before it deletes a file, so this search finds too many ids rather
 * than too few. `fileIds` of block-text finds only addresses of this service, in text that is not JSON.
 */
import { FILES } from '@notegraph/block-text'

const ADDRESS = new RegExp(String.raw`${FILES}(?:\./)*([\w%-]+)`, 'g')
const ESCAPE = /%([0-9a-f]{2})/gi

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
  for (const [, id = ''] of text.matchAll(ADDRESS))
    ids.push(id.replaceAll(ESCAPE, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))))
  return ids
}
