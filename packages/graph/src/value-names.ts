/** The names that the value of a page's property links and tags. */
import { parseBlock } from '@notegraph/block-text'

/** Names as written. */
export interface ValueNames {
  readonly links: readonly string[]
  readonly tags: readonly string[]
}

/**
 * Reads a value as a property line of a block, so both contain the same links.
 *
 * @param key in lower case; the names of `tags` need no brackets
 * @example
 * valueNames('knows', '[[Ada]], #friend').links // ['Ada']
 */
export function valueNames(key: string, value: string): ValueNames {
  return parseBlock(`${key === 'tags' ? 'tags' : 'property'}:: ${value}`)
}
