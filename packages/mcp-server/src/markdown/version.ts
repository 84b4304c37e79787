/**
 * The versions that answers show, each of a page or a block.
 * @see assistants 8.2
 */
import { versionOf, versionOfEtag, type WriteAnswer } from '@notegraph/service'

/**
 * The version of a page or block that was read: `version 5Yl0tM0r`.
 * @param json its JSON text
 */
export const versionWords = (json: string): string => `version ${versionOf(json)}`

/** The version of the page or block in the answer of a write. */
export const writtenVersion = ({ etag }: Pick<WriteAnswer<unknown>, 'etag'>): string =>
  `version ${versionOfEtag(etag ?? '')}`
