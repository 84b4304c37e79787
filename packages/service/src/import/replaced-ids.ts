/**
 * References to blocks that have another id in the account than in the folder. An earlier version gave headings random
 * ids, and an import leaves those blocks as they are.
 */
import { flatten, nest, type NoteDraft } from '@notegraph/folder'

const REFERENCE = /\(\(([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)\)/gu

/**
 * Replaces ids in references and embeds.
 * @param ids the id in the account, by the id in the folder
 * @returns the same note if it refers to none of them
 */
export function withReplacedIds(note: NoteDraft, ids: ReadonlyMap<string, string>): NoteDraft {
  if (ids.size === 0) return note
  let count = 0
  const words = (text: string): string =>
    text.replaceAll(REFERENCE, (whole, id: string) => {
      const own = ids.get(id)
      if (own === undefined) return whole
      count++
      return `((${own}))`
    })
  const blocks = flatten(note.blocks).map((block) => ({ ...block, content: words(block.content) }))
  const props = note.props.map(([key, value]) => [key, words(value)] as const)
  return count === 0 ? note : { ...note, props, blocks: nest(blocks) }
}
