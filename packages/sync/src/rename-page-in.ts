import { fold, renameReferences } from '@notegraph/block-text'
import { renamePages } from '@notegraph/query'

/**
 * Rewrites each reference to a page in the text of a block as one to its new name, with the names of pages in queries. Server and
 * devices rename with it.
 *
 * @see assistants 10.3
 * @example
 * renamePageIn('see [[Boat]] {{query (page Boat)}}', 'Boat', 'Ship') // 'see [[Ship]] {{query (page Ship)}}'
 */
export function renamePageIn(content: string, from: string, to: string): string {
  const rename = (name: string): string | undefined => (fold(name) === fold(from.trim()) ? to : undefined)
  return renameReferences(content, from, to, (query) => renamePages(query, rename))
}
